/* The hosts of a trace's ranks, each with a clock of its own. */
#ifndef CT_TIMELINE_HOSTS_H
#define CT_TIMELINE_HOSTS_H

#include <cornerturn/status.h>
#include <mpi.h>

typedef struct ct_trace_hosts {
    int leads; /* this rank is its host's first */
    /* On rank 0: */
    int count;
    int *of_rank; /* the host of each rank, numbered in the order of their first ranks */
    int *first;   /* the first rank of each host */
    char (*name)[MPI_MAX_PROCESSOR_NAME]; /* of each rank */
} ct_trace_hosts;

/* By their names. Collective; all ranks fail together. ct_trace_hosts_free is local. */
ct_status ct_trace_hosts_find(MPI_Comm comm, ct_trace_hosts *hosts);
void ct_trace_hosts_free(ct_trace_hosts *hosts);

/* A host's clock against rank 0's, at some time of the latter. */
typedef struct ct_trace_offset {
    double at_s, ahead_s; /* its clock minus rank 0's, which is known */
    double error_s;       /* to so much: half of the fastest round trip */
} ct_trace_offset;

/* Compares clocks; offset[host] on rank 0, which others need not have. Collective. */
ct_status ct_trace_compare_clocks(MPI_Comm comm, const ct_trace_hosts *hosts,
                                  ct_trace_offset *offset);

/* A time of a host's clock by rank 0's, as offsets found before and after tell. Local. */
double ct_trace_aligned_s(const ct_trace_offset *before, const ct_trace_offset *after,
                          double host_s);

#endif
