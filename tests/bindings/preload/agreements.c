/*
 * When ranks agree whether a communicator is served (communicator.h), where more time would have to
 * be spent than there is: after 64 small calls no more, until blocks are longer, and ever again
 * while calls have counts. The preload's reductions are counted here.
 */
#include "both.h"

#include <dlfcn.h>

typedef int reduction(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);

static int agreements, all_calls;

int PMPI_Allreduce(const void *sendbuf, void *recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm) {
    reduction *library = NULL;
    *(void **)&library = dlsym(RTLD_NEXT, "PMPI_Allreduce");
    agreements++;
    return library(sendbuf, recvbuf, count, datatype, op, comm);
}

static void expect_agreements(int calls, int bytes, int times) {
    const int before = agreements;
    for (int i = 0; i < calls; i++) {
        MPI_Alltoall(sent, bytes, MPI_BYTE, got, bytes, MPI_BYTE, MPI_COMM_WORLD);
    }
    all_calls += calls;
    EXPECT(agreements - before == times);
}

static void expect_counted(int calls, int times) {
    enum { RANKS = 2 };
    static const int counts[RANKS] = {8, 8};
    static const int places[RANKS] = {0, 8};
    const int before = agreements;
    for (int i = 0; i < calls; i++) {
        MPI_Alltoallv(sent, counts, places, MPI_BYTE, got, counts, places, MPI_BYTE,
                      MPI_COMM_WORLD);
    }
    all_calls += calls;
    EXPECT(agreements - before == times);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    expect_agreements(64, 1, 3); /* at the 4th, 16th and 64th */
    expect_agreements(2000, 8, 0);
    expect_agreements(1000, 2048, 0);
    expect_agreements(1000, 4096, 0);
    expect_agreements(100, 8192, 1); /* at the 9th of them */
    expect_agreements(100, 32768, 0);
    expect_agreements(100, 65536, 1);
    expect_agreements(2000, 1, 0);
    expect_counted(9, 1);
    expect_counted(3 * all_calls - 1, 0);
    expect_counted(1, 1); /* there are four times as many */
    MPI_Finalize();
    return expect_status();
}
