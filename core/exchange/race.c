#include "exchange/race.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

enum { ROUNDS_LEAST = 3, ROUNDS_MOST = 41 /* of an entrant in all */, BATCH_MOST = 64 };
static const double batch_s = 30e-6;

/* The state of a race. */
typedef struct course {
    const ct_race *race;
    int *active, active_count;
    int *batch;       /* runs in a row, by entrant */
    double barrier_s; /* what a batch takes besides its runs */
    double *times_s;  /* ROUNDS_MOST of each entrant; of this rank until a stage is over */
    ct_result *results;
    ct_status mine; /* the first failure here; the rounds go on, so that no rank waits */
} course;

static int ascending(const void *a, const void *b) {
    double left = *(const double *)a;
    double right = *(const double *)b;
    return (left > right) - (left < right);
}

int ct_result_beats(const ct_result *a, const ct_result *b) {
    return a->rounds != b->rounds ? a->rounds > b->rounds : a->seconds < b->seconds;
}

static void run_times(course *c, int entrant, int times) {
    for (int i = 0; i < times && c->mine == CT_OK; i++) {
        c->mine = c->race->run(c->race->context, entrant);
    }
}

/* Runs a batch of an entrant: seconds of one run on this rank. A run before it leaves the caches as
 * its own: after another's, one that reads the peers' memory may take twice as long. */
static ct_status time_batch(course *c, int entrant, double *seconds) {
    ct_status status = CT_OK;
    run_times(c, entrant, 1);
    CT_MPI(MPI_Barrier(c->race->comm));
    double start_s = MPI_Wtime();
    run_times(c, entrant, c->batch[entrant]);
    *seconds = (MPI_Wtime() - start_s) / c->batch[entrant];
cleanup:
    return status;
}

/* Rounds of all that are in the race, then their medians. Collective. */
static ct_status run_stage(course *c, int rounds) {
    ct_status status = CT_OK;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < c->active_count; i++) {
            int entrant = c->active[round % 2 == 0 ? i : c->active_count - 1 - i];
            double *times_s = c->times_s + (size_t)entrant * ROUNDS_MOST;
            CT_TRY(time_batch(c, entrant, &times_s[c->results[entrant].rounds + round]));
        }
    }
    for (int i = 0; i < c->active_count; i++) {
        int entrant = c->active[i];
        ct_result *result = &c->results[entrant];
        double *times_s = c->times_s + (size_t)entrant * ROUNDS_MOST;
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

/* Rounds of single runs say how many make a batch, and count where one run is enough. Collective.
 */
static ct_status warm_up(course *c) {
    ct_status status = CT_OK;
    const int entrants = c->race->entrants;
    double start_s = MPI_Wtime();
    CT_TRY(run_stage(c, ROUNDS_LEAST));
    c->barrier_s = (MPI_Wtime() - start_s) / (ROUNDS_LEAST * entrants);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &c->barrier_s, 1, MPI_DOUBLE, MPI_MAX, c->race->comm));
    int longest = 1;
    for (int i = 0; i < entrants; i++) {
        double fitting = batch_s / (c->results[i].seconds + 1e-9);
        c->batch[i] = fitting > BATCH_MOST ? BATCH_MOST : fitting < 1 ? 1 : (int)fitting;
        c->barrier_s -= 2 * c->results[i].seconds / entrants;
        longest = c->batch[i] > longest ? c->batch[i] : longest;
    }
    for (int i = 0; i < entrants && longest > 1; i++) {
        c->results[i].rounds = 0;
    }
cleanup:
    return status;
}

/* The rounds that a stage may run in `share_s`, from the times of the stages before. */
static int affordable_rounds(const course *c, double share_s) {
    double round_s = 0;
    int done = c->results[c->active[0]].rounds;
    for (int i = 0; i < c->active_count; i++) {
        int entrant = c->active[i];
        round_s += c->results[entrant].seconds * (1 + c->batch[entrant]);
        round_s += c->barrier_s > 0 ? c->barrier_s : 0;
    }
    double affordable = share_s / (round_s + 1e-9);
    int least = done == 0 ? ROUNDS_LEAST : 1;
    int rounds = affordable < least         ? least
                 : affordable > ROUNDS_MOST ? ROUNDS_MOST
                                            : (int)affordable;
    return done + rounds > ROUNDS_MOST ? ROUNDS_MOST - done : rounds;
}

/* Sends the slower half away, as far as there are more than finalists. Local, the same everywhere.
 */
static void drop_slower(course *c) {
    int kept = (c->active_count + 1) / 2;
    kept = kept > c->race->finalists ? kept : c->race->finalists;
    for (int i = 1; i < c->active_count; i++) {
        int moved = c->active[i];
        int place = i;
        for (; place > 0 && ct_result_beats(&c->results[moved], &c->results[c->active[place - 1]]);
             place--) {
            c->active[place] = c->active[place - 1];
        }
        c->active[place] = moved;
    }
    c->active_count = kept < c->active_count ? kept : c->active_count;
}

/* Stages until the finalists have had theirs, each with the same share of the time. */
static ct_status run_stages(course *c) {
    ct_status status = CT_OK;
    int stages = 1;
    for (int left = c->active_count; left > c->race->finalists; left = (left + 1) / 2) {
        stages++;
    }
    for (int stage = 0; stage < stages; stage++) {
        CT_TRY(run_stage(c, affordable_rounds(c, c->race->budget_s / stages)));
        drop_slower(c);
    }
cleanup:
    return status;
}

ct_status ct_race_run(const ct_race *race, ct_result *results) {
    ct_status status = CT_OK;
    size_t entrants = (size_t)race->entrants;
    course c = {.race = race, .active_count = race->entrants, .results = results};
    c.active = malloc(entrants * sizeof *c.active);
    c.batch = malloc(entrants * sizeof *c.batch);
    c.times_s = malloc(entrants * ROUNDS_MOST * sizeof *c.times_s);
    if (c.active == NULL || c.batch == NULL || c.times_s == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for timing %d choices", race->entrants);
    }
    status = ct_agree(race->comm, status);
    if (c.active == NULL || c.batch == NULL || c.times_s == NULL || status != CT_OK) {
        goto cleanup;
    }
    for (int i = 0; i < race->entrants; i++) {
        c.active[i] = i;
        c.batch[i] = 1;
        results[i] = (ct_result){0, 0};
    }
    CT_TRY(warm_up(&c));
    CT_TRY(run_stages(&c));
cleanup:
    free(c.active);
    free(c.batch);
    free(c.times_s);
    return status;
}
