/* exchange: timing several things so that a disturbance hits all alike. */
#ifndef CT_APPS_EXCHANGE_BENCH_ROUNDS_H
#define CT_APPS_EXCHANGE_BENCH_ROUNDS_H

#include <cornerturn/status.h>
#include <mpi.h>
#include <stddef.h>

/* What is to be timed, each as often as the others. */
typedef struct exchange_rounds {
    MPI_Comm comm;
    int entrants;
    ct_status (*run)(void *context, int entrant); /* once, on all ranks */
    void *context;
    int rounds;      /* 0: as many as fit the budget, within limits */
    double budget_s; /* for all of them */
} exchange_rounds;

/* Of the times of one run on the slowest rank. */
typedef struct exchange_timing {
    double low_s, median_s, high_s; /* quartiles over the rounds */
    int rounds, batch;              /* runs in a row that one time is the mean of */
} exchange_timing;

/* In a round every entrant runs a batch, one after the other, every other round in reverse. A batch
 * lasts long enough for the clock and for the barrier before it not to count. All ranks get the
 * same `timings`, one an entrant. Collective. */
ct_status exchange_rounds_run(const exchange_rounds *rounds, exchange_timing *timings);

#endif
