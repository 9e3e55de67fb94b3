/* The heats of a contest: candidates timed against each other, a few prepared at a time. */
#include "base/mpi.h"
#include "trace/clock.h"
#include "tune/contest.h"
#include "tune/race.h"

enum { HEAT_LASTS = 1000 /* above any number of rounds */ };

/* The prepared candidates: their places in the ranking and their seats. */
typedef struct heat {
    ct_contest *contest;
    int count;
    int place[CT_SEATS_MOST], seat[CT_SEATS_MOST];
} heat;

static ct_status run(void *context, int entrant) {
    const heat *h = context;
    return h->contest->kind->run(h->contest->context, h->seat[entrant]);
}

static int free_seat(const heat *h) {
    unsigned taken = 0;
    int seat = 0;
    for (int i = 0; i < h->count; i++) {
        taken |= 1U << h->seat[i];
    }
    while ((taken & 1U << seat) != 0) {
        seat++;
    }
    return seat;
}

/* Prepares candidates until all seats are taken; skips those that memory does not suffice for.
 * Collective. */
static ct_status fill(heat *h, int count, int *next) {
    ct_contest *contest = h->contest;
    for (; *next < count && h->count < contest->kind->seats; ++*next) {
        const int seat = free_seat(h);
        ct_status status =
            contest->kind->prepare(contest->context, ct_ranking_at(&contest->ranking, *next), seat);
        if (status == CT_OK) {
            h->place[h->count] = *next;
            h->seat[h->count++] = seat;
            continue;
        }
        contest->kind->discard(contest->context, seat);
        if (status != CT_ERROR_MEMORY) {
            return status;
        }
    }
    return CT_OK;
}

static void discard_from(heat *h, int first) {
    for (int i = first; i < h->count; i++) {
        h->contest->kind->discard(h->contest->context, h->seat[i]);
    }
    h->count = first;
}

/* Discards all but the leaders after a heat. */
static void discard_all_but_leaders(heat *h, const ct_race_result *results) {
    const int leaders = h->contest->kind->leaders;
    int kept = 0;
    for (int i = 0; i < h->count; i++) {
        int faster = 0;
        for (int j = 0; j < h->count; j++) {
            faster += ct_race_beats(&results[j], &results[i]);
        }
        if (faster < leaders && kept < leaders) {
            const int place = h->place[i];
            const int seat = h->seat[i];
            h->place[i] = h->place[kept];
            h->seat[i] = h->seat[kept];
            h->place[kept] = place;
            h->seat[kept++] = seat;
        }
    }
    discard_from(h, kept);
}

/* Runs one heat and records its results. Collective. */
static ct_status run_heat(heat *h, int number) {
    ct_contest *contest = h->contest;
    ct_race_result results[CT_SEATS_MOST];
    ct_race race = {.comm = contest->comm,
                    .entrants = h->count,
                    .run = run,
                    .context = h,
                    .budget_s = contest->kind->heat_s,
                    .finalists = contest->kind->leaders};
    ct_status status = CT_OK;
    CT_TRY(ct_race_run(&race, results));
    for (int i = 0; i < h->count; i++) {
        ct_standing *standing = ct_ranking_at(&contest->ranking, h->place[i]);
        standing->measured_s = results[i].seconds;
        standing->lasted = number * HEAT_LASTS + results[i].rounds;
    }
    discard_all_but_leaders(h, results);
cleanup:
    return status;
}

/* Runs heats until every candidate was in one or rank 0's time is up. Collective. */
static ct_status run_heats(heat *h, int count) {
    const ct_contest *contest = h->contest;
    const double patience_s = contest->kind->patience_s;
    const double start_s = ct_clock_s();
    const int is_hurried = patience_s > 0 && contest->planning != CT_PLAN_EXHAUSTIVE;
    ct_status status = CT_OK;
    int next = 0;
    int goes_on = count > 0;
    for (int number = 0; goes_on; number++) {
        CT_TRY(fill(h, count, &next));
        if (h->count > 0) {
            CT_TRY(run_heat(h, number));
        }
        goes_on = next < count;
        if (goes_on && is_hurried) {
            goes_on = ct_clock_s() - start_s < patience_s;
            CT_MPI(MPI_Bcast(&goes_on, 1, MPI_INT, 0, contest->comm));
        }
    }
cleanup:
    return status;
}

ct_status ct_contest_race(ct_contest *contest, int count) {
    const ct_contest_kind *kind = contest->kind;
    heat h = {.contest = contest};
    ct_status status = kind->begin != NULL ? kind->begin(contest->context) : CT_OK;
    if (status == CT_OK) {
        status = run_heats(&h, count);
    }
    discard_from(&h, 0);
    if (kind->end != NULL) {
        kind->end(contest->context);
    }
    return status == CT_ERROR_MEMORY ? CT_OK : status; /* then prediction decides */
}
