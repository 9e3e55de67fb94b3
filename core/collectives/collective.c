/* Plans of the movements other than exchanges: their blocks. */
#include <cornerturn/collective.h>

#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>

const char *ct_collective_name(ct_pattern_kind movement, int index) {
    return ct_movement_name(movement, index);
}

/* Checks what a rank can check alone. */
static ct_status check(ct_pattern_kind movement, int root, ptrdiff_t bytes,
                       const ct_exchange_options *options, int size) {
    if (movement != CT_BROADCAST && movement != CT_ALL_GATHER && movement != CT_GATHER &&
        movement != CT_SCATTER) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "no collective plan is for %s; allowed: broadcast, all-gather, gather and "
                        "scatter",
                        ct_pattern_name(movement));
    }
    int roots = movement == CT_ALL_GATHER ? 1 : size;
    if (root < 0 || root >= roots) {
        return ct_raise(CT_ERROR_ARGUMENT, "the root of a %s is %d; allowed: 0 to %d",
                        ct_pattern_name(movement), root, roots - 1);
    }
    if (bytes < 0 || bytes > PTRDIFF_MAX / 2 / size) {
        return ct_raise(CT_ERROR_ARGUMENT, "a %s of %td bytes a rank; allowed: 0 to %td",
                        ct_pattern_name(movement), bytes, PTRDIFF_MAX / 2 / size);
    }
    return options == NULL || !options->in_place
               ? CT_OK
               : ct_raise(CT_ERROR_ARGUMENT,
                          "a %s is in place by the arrays it is given, not by the option in_place",
                          ct_pattern_name(movement));
}

/* The blocks that this rank sends and receives; the others are empty. */
static void fill(ct_pattern_kind movement, int root, int rank, int size, ptrdiff_t bytes,
                 ct_block *send, ct_block *receive) {
    int is_gather = movement == CT_GATHER;
    int is_scatter = movement == CT_SCATTER;
    for (int peer = 0; peer < size; peer++) {
        int sends = movement == CT_ALL_GATHER || (is_gather ? peer == root : rank == root);
        int receives = movement == CT_ALL_GATHER || (is_gather ? rank == root : peer == root);
        int is_apart = movement == CT_ALL_GATHER || is_gather; /* blocks in `receive` at their
                                                                  ranks' offsets */
        send[peer] = ct_block_contiguous(is_scatter ? peer * bytes : 0, sends ? bytes : 0, 1);
        receive[peer] = ct_block_contiguous(is_apart ? peer * bytes : 0, receives ? bytes : 0, 1);
    }
}

ct_status ct_collective_plan_create(MPI_Comm comm, ct_pattern_kind movement, int root,
                                    ptrdiff_t bytes, const ct_exchange_options *options,
                                    ct_exchange_plan **plan) {
    ct_block *blocks = NULL;
    ct_status status = CT_OK;
    int rank = 0;
    int size = 1;
    *plan = NULL;
    CT_TRY(ct_comm_check(comm));
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_MPI(MPI_Comm_size(comm, &size));
    status = check(movement, root, bytes, options, size);
    blocks = malloc(2 * (size_t)size * sizeof *blocks);
    if (status == CT_OK && blocks == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a plan of %d ranks", size);
    }
    status = ct_agree(comm, status);
    if (status != CT_OK || blocks == NULL) {
        goto cleanup;
    }
    fill(movement, root, rank, size, bytes, blocks, blocks + size);
    const ct_layout sent = {1, blocks};
    const ct_layout received = {1, blocks + size};
    const ct_blocks send = ct_blocks_of(&sent, size);
    const ct_blocks receive = ct_blocks_of(&received, size);
    CT_TRY(ct_movement_plan_create(comm, movement, root, &send, &receive, NULL, options, plan));
cleanup:
    free(blocks);
    return status;
}
