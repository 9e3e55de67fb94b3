/* Common parts of the subcommands over MPI. */
#ifndef CT_APPS_EXCHANGE_PARALLEL_JOB_H
#define CT_APPS_EXCHANGE_PARALLEL_JOB_H

#include "apps/exchange/request/request.h"

#include <cornerturn/exchange.h>
#include <cornerturn/tuning.h>
#include <mpi.h>

enum { EXCHANGE_ROWS_MOST = 64 };

/* The job of all ranks. */
typedef struct exchange_job {
    const exchange_request *request;
    FILE *out; /* of rank 0; the others' is discarded */
    MPI_Comm comm;
    int rank, size;
    int nodes;                            /* that share no memory */
    ptrdiff_t least_bytes, most_bytes;    /* of a block */
    int rounds;                           /* 0: as many as the time allows */
    ct_topology topology;                 /* where one was given */
    ct_exchange_options options;          /* of every plan, but for the algorithm */
    const char *rows[EXCHANGE_ROWS_MOST]; /* the algorithms of the table that run here */
    int row_count;
} exchange_job;

/* Reads and checks the options; `job` is undefined on failure. Collective, as all functions below;
 * all ranks fail together. */
ct_status exchange_job_begin(const exchange_request *request, FILE *out, exchange_job *job);
void exchange_job_end(exchange_job *job);

/* The next block size after `bytes` (0: the first), 0 past the last. Local. */
ptrdiff_t exchange_job_next(const exchange_job *job, ptrdiff_t bytes);

/* Creates a plan for contiguous blocks of one size by `algorithm`. */
ct_status exchange_job_plan(const exchange_job *job, const char *algorithm, ptrdiff_t block_bytes,
                            ct_exchange_plan **plan);

/* Reads the tuning file of the options; rank 0 prints its warning. The caller destroys *tuning. */
ct_status exchange_job_load_tuning(const exchange_job *job, ct_tuning **tuning);

/* Memory as --arrays says. Freed by ct_free. */
ct_status exchange_job_allocate(const exchange_job *job, ptrdiff_t bytes, void **memory);

/* "4 ranks on 1 node as torus:2x2". Local. */
void exchange_job_print(const exchange_job *job);

/* The values of --planning, --transport and --arrays, by their numbers in the options. */
extern const char *const exchange_plannings[];
extern const char *const exchange_transports[];
extern const char *const exchange_arrays[];

#endif
