/*
 * Calls that repeat another under the preload (communicator.h) on even ranks, while odd ranks name
 * the same blocks by other types every time, so that they look at each call: ranks that do not
 * count alike do not agree, and one of them waits for ever, or finds other numbers.
 */
#include "both.h"

enum { SMALL = 16, LARGE = 512 }; /* units a block; CT_PRELOAD_FLOOR lies between */

/* Blocks of so many units, which even ranks name by a type and a count. */
static void expect_calls(MPI_Comm comm, int times, int units, MPI_Datatype type, int count) {
    const size_t block = sizeof(int) * (size_t)(UNIT_INTS * units);
    for (int i = 0; i < times; i++) {
        if (world_rank % 2 != 0) {
            type = unit_types[i % 2 == 0 ? INTS : IN_A_ROW];
            count = units * (i % 2 == 0 ? UNIT_INTS : 1);
        }
        sent[i % UNIT_INTS] = i + world_rank;
        if (i % 5 == 3) {
            memcpy(got, sent, block);
            memcpy(wanted, sent, block);
            MPI_Bcast(got, count, type, i % 2, comm);
            PMPI_Bcast(wanted, count, type, i % 2, comm);
        } else {
            MPI_Alltoall(sent, count, type, got, count, type, comm);
            PMPI_Alltoall(sent, count, type, wanted, count, type, comm);
        }
        expect_alike("call", got, wanted, 2 * block);
    }
}

/* Types that are freed, whose handles others of another size get. */
static void expect_types(MPI_Comm comm) {
    static const int all_units[] = {SMALL, LARGE};
    for (int i = 0; i < 20; i++) {
        const int units = all_units[i % 2];
        MPI_Datatype part = MPI_DATATYPE_NULL;
        MPI_Type_contiguous(UNIT_INTS * units / SMALL, MPI_INT, &part);
        MPI_Type_commit(&part);
        expect_calls(comm, 20, units, part, SMALL);
        MPI_Type_free(&part);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    PMPI_Comm_rank(MPI_COMM_WORLD, &world_rank);
    types_create();
    for (int round = 0; round < 4; round++) { /* each may get the handle of the last */
        MPI_Comm comm = MPI_COMM_NULL;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (int i = 0; i < 20; i++) { /* ranks agree among these calls */
            expect_calls(comm, 9, SMALL, MPI_INT, UNIT_INTS * SMALL);
            expect_calls(comm, 9, LARGE, MPI_INT, UNIT_INTS * LARGE);
        }
        expect_types(comm);
        expect_calls(comm, 40, SMALL, MPI_INT, UNIT_INTS * SMALL);
        MPI_Comm_free(&comm);
    }
    types_free();
    MPI_Finalize();
    return expect_status();
}
