/* One exchange on the simulated machine: data checked, time taken. */
#ifndef CT_TESTS_SIM_TRIAL_H
#define CT_TESTS_SIM_TRIAL_H

#include "jobs.h"

/* Where it takes place. The same on all its ranks, but for `rank`. Several scenes of some ranks
 * each may be played at once, together by all ranks of the machine. */
typedef struct scene {
    MPI_Comm comm;
    int rank, size;
    const ct_topology *network; /* that plans are told of; NULL: they find out */
    ct_topology topology;
    ct_machine machine;
    int data_are_damaged;    /* a byte is spoilt, which the check must see */
    const char *tuning_file; /* that "auto" chooses by; NULL: it has none */
} scene;

typedef struct outcome {
    char algorithm[CT_EXCHANGE_LABEL]; /* that was taken, without the transport */
    double seconds;                    /* of the slowest rank */
    double predicted_s;                /* the price of its schedule; nan: there is no model */
    long long wrong;                   /* blocks that came wrong */
} outcome;

/* Plans, runs and checks a job. Collective; `result` is rank 0's. As ct_exchange_plan_create. */
ct_status trial_run(const scene *where, const job *one, outcome *result);

/* The same for the fastest of those that "auto" would time: the first by its model, but the MPI
 * library. Here a time is a time: each runs once. */
ct_status trial_run_measured(const scene *where, const job *one, outcome *result);

#endif
