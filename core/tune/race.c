#include "tune/race.h"

#include "base/mpi.h"
#include "base/order.h"
#include "trace/clock.h"
#include "trace/moves.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

enum { ROUNDS_LEAST = 3, ROUNDS_MOST = 41 /* of an entrant, in all stages */, BATCH_MOST = 64 };
static const double batch_s = 30e-6;

typedef struct runner {
    ct_race_result result; /* first member: the sort key */
    int entrant;
    int batch; /* runs per round */
} runner;

/* The state of a race. */
typedef struct course {
    const ct_race *race;
    runner *runners; /* the first `active` are still racing */
    int active;
    double barrier_s; /* overhead of a batch */
    double *times_s;  /* ROUNDS_MOST of each entrant; this rank's until the stage ends */
    ct_status mine;   /* this rank's first failure; it continues, so that no rank blocks */
} course;

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

int ct_race_beats(const ct_race_result *a, const ct_race_result *b) {
    return a->rounds != b->rounds ? a->rounds > b->rounds : a->seconds < b->seconds;
}

static void run_times(course *c, int entrant, int times) {
    for (int i = 0; i < times && c->mine == CT_OK; i++) {
        c->mine = c->race->run(c->race->context, entrant);
        ct_move();
    }
}

/* Times a batch of an entrant: seconds of one run on this rank. An untimed run first fills the
 * caches: after another entrant, one that reads peers' memory may take twice as long. */
static ct_status time_batch(course *c, const runner *r, double *seconds) {
    ct_status status = CT_OK;
    run_times(c, r->entrant, 1);
    CT_MPI(MPI_Barrier(c->race->comm));
    double start_s = ct_clock_s();
    run_times(c, r->entrant, r->batch);
    *seconds = (ct_clock_s() - start_s) / r->batch;
cleanup:
    return status;
}

static double *times_of(const course *c, const runner *r) {
    return c->times_s + (size_t)r->entrant * ROUNDS_MOST;
}

/* Runs rounds of all active entrants, then takes their medians. Collective. */
static ct_status run_stage(course *c, int rounds) {
    ct_status status = CT_OK;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < c->active; i++) {
            const runner *r = &c->runners[round % 2 == 0 ? i : c->active - 1 - i];
            CT_TRY(time_batch(c, r, &times_of(c, r)[r->result.rounds + round]));
        }
    }
    for (int i = 0; i < c->active; i++) {
        ct_race_result *result = &c->runners[i].result;
        double *times_s = times_of(c, &c->runners[i]);
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, times_s + result->rounds, rounds, MPI_DOUBLE, MPI_MAX,
                             c->race->comm));
        result->rounds += rounds;
        qsort(times_s, (size_t)result->rounds, sizeof *times_s, ascending);
        result->seconds = (times_s[(result->rounds - 1) / 2] + times_s[result->rounds / 2]) / 2;
    }
    status = ct_agree(c->race->comm, c->mine);
cleanup:
    return status;
}

/* Single runs determine the batch sizes; they count as rounds where a batch is one run. Collective.
 */
static ct_status warm_up(course *c) {
    ct_status status = CT_OK;
    const int entrants = c->race->entrants;
    double start_s = ct_clock_s();
    CT_TRY(run_stage(c, ROUNDS_LEAST));
    c->barrier_s = (ct_clock_s() - start_s) / (ROUNDS_LEAST * entrants);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &c->barrier_s, 1, MPI_DOUBLE, MPI_MAX, c->race->comm));
    int longest = 1;
    for (int i = 0; i < entrants; i++) {
        runner *r = &c->runners[i];
        double fitting = batch_s / (r->result.seconds + 1e-9);
        r->batch = fitting > BATCH_MOST ? BATCH_MOST : fitting < 1 ? 1 : (int)fitting;
        c->barrier_s -= 2 * r->result.seconds / entrants;
        longest = r->batch > longest ? r->batch : longest;
    }
    for (int i = 0; i < entrants && longest > 1; i++) {
        c->runners[i].result.rounds = 0;
    }
cleanup:
    return status;
}

/* Rounds that fit into `share_s`, by the times of earlier stages. */
static int affordable_rounds(const course *c, double share_s) {
    double round_s = 0;
    int done = c->runners[0].result.rounds;
    for (int i = 0; i < c->active; i++) {
        round_s += c->runners[i].result.seconds * (1 + c->runners[i].batch);
        round_s += c->barrier_s > 0 ? c->barrier_s : 0;
    }
    double affordable = share_s / (round_s + 1e-9);
    int least = done == 0 ? ROUNDS_LEAST : 1;
    int rounds = affordable < least         ? least
                 : affordable > ROUNDS_MOST ? ROUNDS_MOST
                                            : (int)affordable;
    return done + rounds > ROUNDS_MOST ? ROUNDS_MOST - done : rounds;
}

static int is_faster(const void *a, const void *b) {
    return ct_race_beats(a, b);
}

/* Drops the slower half, down to the number of finalists. Local; the same on all ranks.
 */
static void drop_slower(course *c) {
    int kept = (c->active + 1) / 2;
    kept = kept > c->race->finalists ? kept : c->race->finalists;
    ct_order_sort(c->runners, c->active, sizeof *c->runners, is_faster);
    c->active = kept < c->active ? kept : c->active;
}

/* Runs stages, each with an equal share of the time, until the finalists' one. */
static ct_status run_stages(course *c) {
    ct_status status = CT_OK;
    int stages = 1;
    for (int left = c->active; left > c->race->finalists; left = (left + 1) / 2) {
        stages++;
    }
    for (int stage = 0; stage < stages; stage++) {
        CT_TRY(run_stage(c, affordable_rounds(c, c->race->budget_s / stages)));
        drop_slower(c);
    }
cleanup:
    return status;
}

ct_status ct_race_run(const ct_race *race, ct_race_result *results) {
    ct_status status = CT_OK;
    size_t entrants = (size_t)race->entrants;
    course c = {.race = race, .active = race->entrants};
    c.runners = malloc(entrants * sizeof *c.runners);
    c.times_s = malloc(entrants * ROUNDS_MOST * sizeof *c.times_s);
    if (c.runners == NULL || c.times_s == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for timing %d choices", race->entrants);
    }
    status = ct_agree(race->comm, status);
    if (c.runners == NULL || c.times_s == NULL || status != CT_OK) {
        goto cleanup;
    }
    for (int i = 0; i < race->entrants; i++) {
        c.runners[i] = (runner){.entrant = i, .batch = 1};
    }
    CT_TRY(warm_up(&c));
    CT_TRY(run_stages(&c));
    for (int i = 0; i < race->entrants; i++) {
        results[c.runners[i].entrant] = c.runners[i].result;
    }
cleanup:
    free(c.runners);
    free(c.times_s);
    return status;
}
