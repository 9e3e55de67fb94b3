/* Lowering: from moves that speak of blocks to transfers that speak of bytes in the user's arrays.
 * Every schedule of the table sends its own blocks straight to their destinations, so that nothing
 * is ever staged. */
#include "base/mpi.h"
#include "exchange/plan.h"

#include <limits.h>
#include <stdlib.h>

ct_status ct_bytes_type(ptrdiff_t offset, ptrdiff_t bytes, MPI_Datatype *type) {
    enum { CHUNK_BYTES = 1 << 30 };
    ct_status status = CT_OK;
    MPI_Datatype chunk = MPI_DATATYPE_NULL;
    *type = MPI_DATATYPE_NULL;
    ptrdiff_t chunks = bytes / CHUNK_BYTES;
    int lengths[2] = {(int)chunks, (int)(bytes % CHUNK_BYTES)};
    MPI_Aint places[2] = {offset, offset + chunks * CHUNK_BYTES};
    CT_MPI(MPI_Type_contiguous(CHUNK_BYTES, MPI_BYTE, &chunk));
    MPI_Datatype parts[2] = {chunk, MPI_BYTE};
    CT_MPI(MPI_Type_create_struct(2, lengths, places, parts, type));
    CT_MPI(MPI_Type_commit(type));
cleanup:
    if (chunk != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&chunk);
    }
    return status;
}

/* The transfer of a block. Both sides of an empty one know that it is empty and skip it. */
static ct_status make_transfer(const ct_layout *layout, int peer, ct_transfer *transfer) {
    *transfer = (ct_transfer){.peer = CT_NOBODY, .type = MPI_BYTE};
    if (peer == CT_NOBODY || layout->bytes[peer] == 0) {
        return CT_OK;
    }
    transfer->peer = peer;
    transfer->offset = layout->offset[peer];
    if (layout->bytes[peer] <= INT_MAX) {
        transfer->count = (int)layout->bytes[peer];
        return CT_OK;
    }
    transfer->count = 1;
    return ct_bytes_type(0, layout->bytes[peer], &transfer->type);
}

static void free_transfer(ct_transfer *transfer) {
    if (transfer->type != MPI_BYTE && transfer->type != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&transfer->type);
    }
}

/* Whether `count` products from `product` on are the one block (origin, destination). */
static int is_block(const ct_product *product, int count, int origin, int destination) {
    return count == 1 && product->origins == origin && product->destinations == destination;
}

static ct_status lower_move(const ct_exchange_plan *plan, const ct_schedule *schedule,
                            const ct_move *move, ct_transfers *transfers) {
    const ct_product *sent = schedule->products + move->first_product;
    const ct_product *received = sent + move->send_products;
    int straight = (move->send_to == CT_NOBODY ||
                    is_block(sent, move->send_products, plan->rank, move->send_to)) &&
                   (move->receive_from == CT_NOBODY ||
                    is_block(received, move->receive_products, move->receive_from, plan->rank));
    if (!straight) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "step %d carries blocks of other ranks, which this engine does not stage",
                        move->step);
    }
    ct_status status = make_transfer(&plan->send, move->send_to, &transfers->send);
    if (status == CT_OK) {
        status = make_transfer(&plan->receive, move->receive_from, &transfers->receive);
    }
    return status;
}

ct_status ct_exchange_lower(const ct_exchange_plan *plan, const ct_algorithm *algorithm,
                            ct_lowered *lowered) {
    ct_schedule *schedule = NULL;
    ct_status status = CT_OK;
    *lowered = (ct_lowered){.count = 0};
    CT_TRY(ct_algorithm_schedule(algorithm, plan->size, plan->rank, &schedule));
    if (schedule->move_count == 0) {
        goto cleanup;
    }
    int count = schedule->move_count;
    int window = plan->options.window;
    lowered->window = window == 0 || window > count ? count : window;
    lowered->steps = calloc((size_t)count, sizeof *lowered->steps);
    lowered->requests = malloc(2 * (size_t)lowered->window * sizeof *lowered->requests);
    if (lowered->steps == NULL || lowered->requests == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for an exchange of %d steps", count);
    }
    for (int i = 0; i < count; i++) {
        lowered->steps[i].send.type = lowered->steps[i].receive.type = MPI_BYTE;
    }
    lowered->count = count;
    for (int i = 0; i < count; i++) {
        CT_TRY(lower_move(plan, schedule, &schedule->moves[i], &lowered->steps[i]));
    }
cleanup:
    ct_schedule_destroy(&schedule);
    if (status != CT_OK) {
        ct_lowered_destroy(lowered);
    }
    return status;
}

void ct_lowered_destroy(ct_lowered *lowered) {
    for (int i = 0; lowered->steps != NULL && i < lowered->count; i++) {
        free_transfer(&lowered->steps[i].send);
        free_transfer(&lowered->steps[i].receive);
    }
    free(lowered->steps);
    free(lowered->requests);
    *lowered = (ct_lowered){.count = 0};
}
