/* The plan of a call with MPI's arguments. */
#include "collectives/call.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* The blocks of a side; `counted` is workspace for blocks with counts. */
static ct_blocks side_blocks(const ct_call_shape *shape, int side, int size, ct_block *counted) {
    const ptrdiff_t bytes = shape->bytes[side];
    const ct_layout layout = {1, counted};
    if (shape->counts[side] == NULL) {
        return ct_blocks_uniform(size, bytes, bytes, 1);
    }
    for (int peer = 0; peer < size; peer++) {
        counted[peer] = ct_block_contiguous(shape->displacements[side][peer] * bytes,
                                            shape->counts[side][peer] * bytes, 1);
    }
    return ct_blocks_of(&layout, size);
}

ct_status ct_call_plan(MPI_Comm comm, const ct_call *call, int size, ct_exchange_plan **plan) {
    ct_exchange_options options = {.in_place = call->shape.in_place,
                                   .tuning_file = getenv("CT_TUNING"),
                                   .tuning_read_only = 1};
    ct_block *blocks = NULL;
    ct_status status = CT_OK;
    options.private_arrays = !call->shape.is_shared;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &options.private_arrays, 1, MPI_INT, MPI_MAX, comm));
    if (call->shape.movement != CT_EXCHANGE) {
        return ct_collective_plan_create(comm, call->shape.movement, call->shape.root,
                                         call->shape.bytes[CT_SENDS], &options, plan);
    }
    blocks = malloc(2 * (size_t)size * sizeof *blocks); /* pages are touched only with counts */
    status =
        ct_agree(comm, blocks != NULL ? CT_OK
                                      : ct_raise(CT_ERROR_MEMORY,
                                                 "no memory for an all-to-all of %d ranks", size));
    if (status != CT_OK || blocks == NULL) {
        goto cleanup;
    }
    const int sends = call->shape.in_place ? CT_RECEIVES : CT_SENDS;
    const ct_blocks send = side_blocks(&call->shape, sends, size, blocks);
    const ct_blocks receive = side_blocks(&call->shape, CT_RECEIVES, size, blocks + size);
    CT_TRY(ct_movement_plan_create(comm, CT_EXCHANGE, 0, &send, &receive, NULL, &options, plan));
cleanup:
    free(blocks);
    return status;
}
