/*
 * Common parts of run reports: hosts, library versions, times of phases over ranks, the exchange
 * and the reason of its choice.
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

/* Hosts and cores of all ranks, on rank 0; NULL on other ranks, and without memory. The caller
 * frees it. Collective. */
void *ct_host_places(MPI_Comm comm);

/* Opens a report at `path` on rank 0, before the work so that a wrong path fails early; none if
 * path is NULL. Collective. */
ct_status ct_report_open(MPI_Comm comm, const char *path, ct_report **report);

/* The program's name and start time. Local. */
void ct_report_program(ct_report *report, const char *name);

/* A rate in units of 1e9, unless `seconds` is 0. Local. */
void ct_report_rate(ct_report *report, const char *key, double amount, double seconds);

/* Map `ranks`: their number, threads of each, and the hosts with the ranks on each and the sets of
 * cores to which these are bound, every set once. Sorts `gathered`, of `size` ranks. Local. */
void ct_report_ranks(ct_report *report, void *gathered, int size, int threads);

/* Map `versions`: this software, MPI, HDF5 and `transforms` (the library of the local transforms;
 * NULL: none). Local. */
void ct_report_versions(ct_report *report, const char *transforms);

/* A map `key` of min, mean, max. Local. */
void ct_report_spread(ct_report *report, const char *key, ct_spread spread);

/* A candidate of a choice: as an entry of a list; as a line of text. Local. */
void ct_report_score(ct_report *report, const ct_score *score);
void ct_explain_score(FILE *stream, const ct_score *score);

/* Map `exchange`: the choice, its reason, bytes and candidates. Local. */
void ct_report_exchange(ct_report *report, const ct_exchange_plan *plan);

/* The same choice as lines of text. Local. */
void ct_explain_exchange(FILE *stream, const ct_exchange_plan *plan);

#endif
