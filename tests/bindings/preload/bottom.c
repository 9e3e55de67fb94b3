/* Types with absolute addresses, which lie at MPI_BOTTOM, under the preload: one rank's neighbours
 * get what it has, however often the call comes again. */
#include "expect.h"

#include <mpi.h>

enum { INTS = 3000, TIMES = 200, RANKS_MOST = 8 };

static int rank, size;
static int sent[INTS], got[INTS];

static MPI_Datatype type_at(int *array) {
    const int count = INTS;
    MPI_Aint place = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Get_address(array, &place);
    MPI_Type_create_hindexed(1, &count, &place, MPI_INT, &type);
    MPI_Type_commit(&type);
    return type;
}

static int value(int of, int round, int i) {
    return 100000 * of + 10 * i + round;
}

static void fill(int round) {
    for (int i = 0; i < INTS; i++) {
        sent[i] = value(rank, round, i);
        got[i] = -1;
    }
}

static void expect_got(int from, int round) {
    int wrong = 0;
    for (int i = 0; i < INTS; i++) {
        wrong += got[i] != value(from, round, i);
    }
    EXPECT_INT(wrong, 0);
}

int main(int argc, char **argv) {
    int counts[2][RANKS_MOST] = {{0}};
    const int places[RANKS_MOST] = {0};
    MPI_Datatype types[2][RANKS_MOST];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int before = (rank + size - 1) % size;
    const MPI_Datatype from = type_at(sent);
    const MPI_Datatype into = type_at(got);
    for (int peer = 0; peer < size; peer++) {
        types[0][peer] = from;
        types[1][peer] = into;
    }
    counts[0][(rank + 1) % size] = 1;
    counts[1][before] = 1;
    for (int round = 0; round < TIMES; round++) {
        MPI_Request request = MPI_REQUEST_NULL;
        fill(round);
        MPI_Alltoallw(MPI_BOTTOM, counts[0], places, types[0], MPI_BOTTOM, counts[1], places,
                      types[1], MPI_COMM_WORLD);
        expect_got(before, round);
        fill(round + 1);
        MPI_Ialltoallw(MPI_BOTTOM, counts[0], places, types[0], MPI_BOTTOM, counts[1], places,
                       types[1], MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect_got(before, round + 1);
        fill(round);
        MPI_Bcast(MPI_BOTTOM, 1, rank == 0 ? from : into, 0, MPI_COMM_WORLD);
        if (rank > 0) {
            expect_got(0, round);
        }
    }
    types[0][0] = from;
    types[1][0] = into;
    MPI_Type_free(&types[0][0]);
    MPI_Type_free(&types[1][0]);
    MPI_Finalize();
    return expect_status();
}
