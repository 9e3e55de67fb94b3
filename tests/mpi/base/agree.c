/* One verdict for all ranks: every set of failing ranks gives the lowest one's status and message
 * everywhere. */
#include "expect.h"

#include "base/fail.h"
#include <cornerturn/agree.h>

int main(int argc, char **argv) {
    int rank = 0;
    int size = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (unsigned failing = 0; failing < 1U << size; failing++) {
        int lowest = 0;
        while (lowest < size && !(failing >> lowest & 1)) {
            lowest++;
        }
        ct_status mine = CT_OK;
        if (failing >> rank & 1) {
            mine = ct_raise(rank % 2 ? CT_ERROR_FILE : CT_ERROR_MEMORY, "rank %d cannot", rank);
        }
        ct_status all = ct_agree(MPI_COMM_WORLD, mine);
        if (failing == 0) {
            EXPECT_INT(all, CT_OK);
            continue;
        }
        char wanted[64];
        int everybody = failing == (1U << size) - 1;
        (void)snprintf(wanted, sizeof wanted,
                       everybody ? "rank %d cannot" : "rank %d cannot (on rank %d)", lowest,
                       lowest);
        EXPECT_INT(all, lowest % 2 ? CT_ERROR_FILE : CT_ERROR_MEMORY);
        EXPECT_TEXT(ct_error_message(), wanted);
        EXPECT_TEXT(ct_error_origin(), "agree.c:");
    }
    MPI_Finalize();
    return expect_status();
}
