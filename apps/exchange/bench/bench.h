/* exchange bench: measurements and their output. */
#ifndef CT_APPS_EXCHANGE_BENCH_BENCH_H
#define CT_APPS_EXCHANGE_BENCH_BENCH_H

#include "apps/exchange/bench/rounds.h"
#include "apps/exchange/parallel/job.h"

typedef enum bench_role {
    BENCH_LIBRARY,   /* MPI_Alltoall itself */
    BENCH_CONTROL,   /* the same once more: how far its ratio to itself is from 1 is noise */
    BENCH_COPY,      /* memcpy of what a rank receives, all ranks at once */
    BENCH_STREAM,    /* the same with streaming stores */
    BENCH_AUTO,      /* the plan that auto chose */
    BENCH_CANDIDATE, /* another plan */
    BENCH_ROLES
} bench_role;

/* One entrant at one block size. */
typedef struct bench_time {
    bench_role role;
    char name[CT_EXCHANGE_LABEL];
    double predicted_s; /* negative: not predicted */
    exchange_timing timing;
} bench_time;

enum { BENCH_ENTRANTS_MOST = 2 * EXCHANGE_ROWS_MOST + BENCH_ROLES };

/* All of one block size: MPI_Alltoall, the copies, the plans in the order given, the control. */
typedef struct bench_size {
    ptrdiff_t block_bytes;
    int count;
    bench_time *times; /* of `count` entrants, MPI_Alltoall first */
    double bound_s;    /* lower bound */
} bench_size;

enum { BENCH_SIZES_MOST = 31 }; /* 1 byte to 1 GiB */

typedef struct bench_results {
    int count;
    bench_size sizes[BENCH_SIZES_MOST]; /* ascending */
} bench_results;

/* Measures one block size. With --explain the ranking is printed first. Collective; all ranks get
 * the same. The caller frees size->times. */
ct_status bench_measure(const exchange_job *job, ptrdiff_t block_bytes, double budget_s,
                        bench_size *size);

/* The first entrant of a role, or NULL. Local, as is all that follows. */
const bench_time *bench_find(const bench_size *size, bench_role role);

/* The fastest plan. NULL when there is none. */
const bench_time *bench_best(const bench_size *size);

/* Print the table: its head, the lines of a size and, if auto took part, a summary of all sizes
 * (CT_ERROR_MEMORY). */
void bench_print_head(const exchange_job *job);
void bench_print_size(const exchange_job *job, const bench_size *size);
ct_status bench_print_summary(FILE *out, const bench_results *results);

/* A line for every size and entrant; failures show when the file is closed. */
void bench_write_csv(FILE *file, const bench_results *results);

/* The figure. CT_ERROR_MEMORY, CT_ERROR_FILE. */
ct_status bench_write_plot(FILE *file, const exchange_job *job, const bench_results *results);

/* The subcommand: times exchanges of all block sizes. Collective. */
ct_status exchange_bench(const exchange_request *request, FILE *out);

#endif
