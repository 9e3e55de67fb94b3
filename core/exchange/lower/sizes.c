#include "exchange/lower/sizes.h"

#include "base/mpi.h"
#include "node/context.h"

#include <limits.h>
#include <stdlib.h>

ct_status ct_sizes_prepare(ct_sizes *sizes, const ct_schedule *schedule) {
    ptrdiff_t largest = 1;
    for (int i = 0; i < schedule->move_count; i++) {
        ptrdiff_t sent = ct_schedule_sent(schedule, &schedule->moves[i]);
        ptrdiff_t received = ct_schedule_received(schedule, &schedule->moves[i]);
        largest = sent > largest ? sent : largest;
        largest = received > largest ? received : largest;
    }
    sizes->told = calloc((size_t)largest, sizeof *sizes->told);
    sizes->heard = calloc((size_t)largest, sizeof *sizes->heard);
    return sizes->told != NULL && sizes->heard != NULL && largest <= INT_MAX
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for the sizes of %td blocks", largest);
}

void ct_sizes_destroy(ct_sizes *sizes) {
    free(sizes->told);
    free(sizes->heard);
    *sizes = (ct_sizes){.told = NULL};
}

/* Number of blocks of a move that their receiver forwards. */
static int count_transit(ct_block_walk walk, int receiver) {
    int count = 0;
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        count += destination != receiver;
    }
    return count;
}

ct_status ct_sizes_tell(ct_sizes *sizes, const ct_schedule *schedule, const ct_move *move,
                        MPI_Comm comm) {
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    ct_status status = CT_OK;
    int out = move->send_to == CT_NOBODY
                  ? 0
                  : count_transit(ct_blocks_sent(schedule, move), move->send_to);
    sizes->heard_count = count_transit(ct_blocks_received(schedule, move), schedule->rank);
    if (sizes->heard_count > 0) {
        CT_MPI(MPI_Irecv(sizes->heard, sizes->heard_count, MPI_AINT, move->receive_from,
                         CT_TAG_SIZES, comm, &requests[0]));
    }
    if (out > 0) {
        CT_MPI(
            MPI_Isend(sizes->told, out, MPI_AINT, move->send_to, CT_TAG_SIZES, comm, &requests[1]));
    }
    CT_MPI(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    sizes->told_count = 0;
cleanup:
    return status;
}
