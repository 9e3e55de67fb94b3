/*
 * What the environment says of the preload. It has to say the same on all ranks. Local.
 *
 *   CT_PRELOAD         calls that may be served, by their names below; "off": none;
 *                      default: all of them
 *   CT_PRELOAD_FLOOR   blocks of fewer bytes are passed on (0); alltoallv and alltoallw have no
 *                      such blocks
 *   CT_PRELOAD_AFTER   seconds that a communicator has spent in such calls before any is tried
 *                      (0.02)
 *   CT_PRELOAD_REPORT  the file of rank 0's report, as JSON where its name ends so; "-": stderr
 */
#ifndef CT_BINDINGS_PRELOAD_SETTINGS_H
#define CT_BINDINGS_PRELOAD_SETTINGS_H

#include <stddef.h>

/* Calls that are seen. Those from the first persistent one on are passed on. */
typedef enum ct_kind {
    CT_KIND_ALLTOALL,
    CT_KIND_ALLTOALLV,
    CT_KIND_ALLTOALLW,
    CT_KIND_ALLGATHER,
    CT_KIND_BROADCAST,
    CT_KIND_GATHER,
    CT_KIND_SCATTER,
    CT_KIND_IALLTOALL,
    CT_KIND_IALLTOALLV,
    CT_KIND_IALLTOALLW,
    CT_KIND_ALLTOALL_INIT,
    CT_KIND_ALLTOALLV_INIT,
    CT_KIND_ALLTOALLW_INIT,
    CT_KINDS,
    CT_KINDS_SERVED = CT_KIND_ALLTOALL_INIT
} ct_kind;

typedef struct ct_settings {
    unsigned served; /* a bit for each kind */
    ptrdiff_t floor_bytes;
    int has_floor; /* it is given */
    double after_s;
    const char *report;  /* NULL: none */
    char complaint[160]; /* what is wrong, and all is passed on; empty: nothing */
} ct_settings;

/* Without the MPI_ in front. */
const char *ct_kind_name(ct_kind kind);

/* Read once. */
const ct_settings *ct_settings_get(void);

/* Says on rank 0 of MPI_COMM_WORLD what is wrong with them. */
void ct_settings_complain(void);

/* A number that differs where settings do that ranks have to share. */
double ct_settings_digest(void);

#endif
