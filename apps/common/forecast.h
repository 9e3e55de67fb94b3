/*
 * --forecast NODESxRANKS: what a run on so many nodes of so many ranks each would take, before it
 * waits in a queue. One process stands for the first of those ranks: plans are made by the code
 * that makes them there (node/supposed/cluster.h), and nothing is allocated, moved or written.
 */
#ifndef CT_APPS_COMMON_FORECAST_H
#define CT_APPS_COMMON_FORECAST_H

#include "calibrate/constants.h"
#include "io/config/options.h"
#include "node/supposed/cluster.h"

#include <cornerturn/exchange.h>

typedef struct job_forecast {
    ct_cluster cluster;
    MPI_Comm comm; /* stands for the cluster's ranks */
    bool is_on;
} job_forecast;

/* Where options ask for one: sets `check` of them, and has *comm and *size be the
 * cluster's. Collective over *comm. CT_ERROR_CONFIG for another text, too many ranks, and more than
 * one process. job_forecast_end frees it. */
ct_status job_forecast_begin(ct_options *options, MPI_Comm *comm, int *size,
                             job_forecast *forecast);
void job_forecast_end(job_forecast *forecast);

/* What was found. */
typedef struct job_found {
    double array_bytes, plan_bytes;   /* of memory, of a rank; a mean and of the first */
    const char *arrays;               /* what they are: "input and result" */
    const char *parts;                /* of the array along each axis: "8x4x1" */
    double seconds;                   /* HUGE_VAL: nothing predicts them */
    const char *about;                /* what they are of: "a transform" */
    const char *how;                  /* why so, a line; NULL: nothing to choose */
    const ct_exchange_plan *exchange; /* of the first that there are; NULL: none */
} job_found;

/* Prints it, and which constants it is predicted by. Local. */
void job_forecast_print(const job_forecast *forecast, const ct_constants *constants,
                        const job_found *found);

#endif
