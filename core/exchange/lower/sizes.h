/* Where block sizes differ, a rank does not know the sizes of blocks that it only forwards: during
 * planning each sender sends them to the receiver, move by move. */
#ifndef CT_EXCHANGE_LOWER_SIZES_H
#define CT_EXCHANGE_LOWER_SIZES_H

#include <cornerturn/schedule.h>
#include <mpi.h>

/* Bytes of the forwarded blocks that the current move sends, and of those it receives, in the order
 * of the blocks. */
typedef struct ct_sizes {
    ptrdiff_t *told, *heard; /* NULL: not needed */
    int told_count, heard_count;
} ct_sizes;

/* Allocates for the blocks of the largest message. Local. */
ct_status ct_sizes_prepare(ct_sizes *sizes, const ct_schedule *schedule);
void ct_sizes_destroy(ct_sizes *sizes);

/* Sends the sizes of forwarded blocks to the receiver of a move, and receives those of its sender.
 * Collective: called for every move, after a failure of this rank too, with any numbers, so that no
 * peer blocks. */
ct_status ct_sizes_tell(ct_sizes *sizes, const ct_schedule *schedule, const ct_move *move,
                        MPI_Comm comm);

#endif
