/*
 * Threads of a rank, of OpenMP where the build has it; else there is one. Local.
 */
#ifndef CT_BASE_THREADS_H
#define CT_BASE_THREADS_H

#if defined(_OPENMP)
#include <omp.h>
#include <stdlib.h>
#endif

/* Threads there will be when `wanted` are: of 0 as many as OMP_NUM_THREADS says, for a rank takes
 * no cores that it was not given. */
static inline int ct_threads_of(int wanted) {
#if defined(_OPENMP)
    int given = getenv("OMP_NUM_THREADS") != NULL ? omp_get_max_threads() : 1;
    return wanted > 0 ? wanted : given;
#else
    (void)wanted;
    return 1;
#endif
}

/* This one's number, from 0. */
static inline int ct_thread_number(void) {
#if defined(_OPENMP)
    return omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
