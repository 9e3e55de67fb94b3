/*
 * What is known of the calls of this rank, by call site, size and communicator's size, for the
 * report. Nothing is kept unless there will be one. Local; by several threads at once.
 */
#ifndef CT_BINDINGS_PRELOAD_SITES_H
#define CT_BINDINGS_PRELOAD_SITES_H

#include "bindings/preload/settings.h"

#include <stdint.h>

typedef struct ct_site {
    ct_kind kind;
    const void *address; /* to which the call returns */
    int ranks;
    ptrdiff_t bytes;        /* of a block; of calls with counts all bytes, to the next power of 2 */
    uint64_t calls, ours;   /* ours: done by this project's algorithms */
    double sent_bytes;      /* in all calls */
    double seconds, ours_s; /* in all calls, in ours; in the library's own: the difference */
    char algorithm[64];     /* of the latest of ours */
} ct_site;

enum { CT_SITES_MOST = 512 };

/* Adds a call that took so many seconds by the algorithm of ours called `label`, or by the MPI
 * library's where that is NULL. Calls for which there is no place are counted as left out. */
void ct_sites_add(const ct_site *call, double seconds, const char *label);

/* The sites, in the order in which they came up, and how many calls were left out. */
const ct_site *ct_sites_list(int *count, uint64_t *left_out);

/* Where in the program the address is: the first outside of the Fortran bindings of MPI, which call
 * what C programs call. */
const void *ct_sites_caller(const void *address);

#endif
