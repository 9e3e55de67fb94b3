/* Times several entrants in turn, so that a disturbance affects all. */
#ifndef CT_APPS_EXCHANGE_BENCH_ROUNDS_H
#define CT_APPS_EXCHANGE_BENCH_ROUNDS_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stddef.h>

/* The entrants, each timed equally often. */
typedef struct exchange_rounds {
    MPI_Comm comm;
    int entrants;
    ct_status (*run)(void *context, int entrant); /* once, on all ranks */
    void *context;
    int rounds;      /* 0: as many as fit the budget, within limits */
    double budget_s; /* for all of them */
} exchange_rounds;

/* Statistics of the slowest rank's time of a run. */
typedef struct exchange_timing {
    double low_s, median_s, high_s; /* quartiles over the rounds */
    /* Entrant 0's time over this one's, round by round: the median, and the ends of the interval
     * that holds the true median with a confidence of 95 %, whatever the times' distribution. */
    double ratio, ratio_low, ratio_high;
    int rounds, batch; /* runs per timing */
} exchange_timing;

/* In a round every entrant runs a batch, in random order. A batch is long enough
 * to make clock resolution and barrier negligible. All ranks get the same `timings`, one an
 * entrant. Collective. */
ct_status exchange_rounds_run(const exchange_rounds *rounds, exchange_timing *timings);

#endif
