/*
 * OpenMP threads of a rank; one in a build without OpenMP. Local.
 */
#ifndef CT_BASE_THREADS_THREADS_H
#define CT_BASE_THREADS_THREADS_H

#if defined(_OPENMP)
#include <omp.h>
#include <stdlib.h>
#endif

/* Number of threads for a request of `wanted`; 0: OMP_NUM_THREADS, or 1, so that a rank does not
 * take other ranks' cores. */
static inline int ct_threads_of(int wanted) {
#if defined(_OPENMP)
    int given = getenv("OMP_NUM_THREADS") != NULL ? omp_get_max_threads() : 1;
    return wanted > 0 ? wanted : given;
#else
    (void)wanted;
    return 1;
#endif
}

/* Number of the calling thread, from 0. */
static inline int ct_thread_number(void) {
#if defined(_OPENMP)
    return omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
