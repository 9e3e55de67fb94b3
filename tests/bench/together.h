/* Seconds that all ranks take together. */
#ifndef CT_BENCH_TOGETHER_H
#define CT_BENCH_TOGETHER_H

#include <mpi.h>

/* A common start: ranks leave a second barrier closer to each other than the first. Collective. */
static inline double together_begin_s(void) {
    (void)MPI_Barrier(MPI_COMM_WORLD);
    (void)MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime();
}

/* Until the last rank has come. Collective. */
static inline double together_taken_s(double begin_s) {
    double seconds = MPI_Wtime() - begin_s;
    (void)MPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return seconds;
}

#endif
