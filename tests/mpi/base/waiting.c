/* What tests preload works: a rank that waits for another leaves the cores to the others. Of the
 * time that rank 0 waits it takes less than half of a core; on a busy machine it only gets less. */
#include <mpi.h>
#include <time.h>

#include "expect.h"

static double seconds(clockid_t clock) {
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
    int rank = 0;
    double word = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    double waited = -seconds(CLOCK_MONOTONIC);
    double worked = -seconds(CLOCK_PROCESS_CPUTIME_ID);
    if (rank == 1) {
        (void)nanosleep(&(struct timespec){1, 0}, NULL);
        MPI_Send(&word, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&word, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    waited += seconds(CLOCK_MONOTONIC);
    worked += seconds(CLOCK_PROCESS_CPUTIME_ID);
    EXPECT(worked < waited / 2);
    MPI_Finalize();
    return expect_status();
}
