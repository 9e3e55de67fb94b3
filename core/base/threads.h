/*
 * Threads of a rank, of OpenMP where the build has it; else there is one. Local.
 */
#ifndef CT_BASE_THREADS_H
#define CT_BASE_THREADS_H

#if defined(_OPENMP)
#include <omp.h>
#endif

/* This one's number, from 0. */
static inline int ct_thread_number(void) {
#if defined(_OPENMP)
    return omp_get_thread_num();
#else
    return 0;
#endif
}

#endif
