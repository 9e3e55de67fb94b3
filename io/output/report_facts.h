/*
 * What every program's run report states: where it ran, with which libraries, how long its phases
 * took on which rank, which exchange was taken and why.
 */
#ifndef CT_IO_OUTPUT_REPORT_FACTS_H
#define CT_IO_OUTPUT_REPORT_FACTS_H

#include "io/output/report.h"

#include <cornerturn/exchange.h>
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>

/* Smallest, mean and largest of a number over ranks. */
typedef struct ct_spread {
    double least, mean, most;
} ct_spread;

/* The spread of `value` over `comm`, on all ranks. Collective. */
ct_spread ct_spread_over(MPI_Comm comm, double value);

/* The names of the hosts of all ranks, on rank 0, one every MPI_MAX_PROCESSOR_NAME characters; NULL
 * on the others, and for want of memory. The caller frees it. Collective. */
char *ct_host_names(MPI_Comm comm);

/* Begins a report at `path` on rank 0, so that a wrong place for it is found before the work; none
 * where path is NULL. Collective. */
ct_status ct_report_open(MPI_Comm comm, const char *path, ct_report **report);

/* Which program ran, and when. Local. */
void ct_report_program(ct_report *report, const char *name);

/* A rate in units of 1e9, unless the clock did not move. Local. */
void ct_report_rate(ct_report *report, const char *key, double amount, double seconds);

/* Map `ranks`: their number, and the hosts with the ranks on each. Sorts `names`, of `size` ranks.
 * Local. */
void ct_report_ranks(ct_report *report, char *names, int size);

/* Map `versions`: this software, MPI, HDF5 and `transforms` (the library of the local transforms;
 * NULL: none). Local. */
void ct_report_versions(ct_report *report, const char *transforms);

/* A map `key` of min, mean, max. Local. */
void ct_report_spread(ct_report *report, const char *key, ct_spread spread);

/* One of the candidates of a choice: an entry of a list; a line for a person. Local. */
void ct_report_score(ct_report *report, const ct_score *score);
void ct_explain_score(FILE *stream, const ct_score *score);

/* Map `exchange`: the choice, its reason, bytes and candidates. Local. */
void ct_report_exchange(ct_report *report, const ct_exchange_plan *plan);

/* The same choice as lines for a person. Local. */
void ct_explain_exchange(FILE *stream, const ct_exchange_plan *plan);

#endif
