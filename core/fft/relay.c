/* Exchanges between two distributions of the same array. */
#include "fft/plan.h"

#include "base/fail.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* The part of the array that `origin` has and `destination` gets. */
static ct_box common_part(const ct_fft_layout *from, int origin, const ct_fft_layout *into,
                          int destination) {
    ct_box theirs = ct_fft_layout_box(from, origin);
    ct_box mine = ct_fft_layout_box(into, destination);
    return ct_box_common(&theirs, &mine);
}

/* Where `part` lies in this rank's array, in C order of the axes: the order of the message. */
static ct_block placed(const ct_fft_layout *layout, int rank, const ct_box *part) {
    ct_box box = ct_fft_layout_box(layout, rank);
    ct_block block = {.axes = layout->axes};
    ct_fft_layout_strides(layout, rank, block.stride);
    for (int a = 0; a < layout->axes; a++) {
        block.count[a] = part->count[a];
        block.offset += (part->first[a] - box.first[a]) * block.stride[a];
    }
    if (ct_box_elements(part) == 0) {
        block = ct_block_contiguous(0, 0, layout->state.element_bytes);
    }
    return block;
}

/* A received part, dense, at `offset` of the array of pieces. */
static ct_fft_piece piece_at(const ct_box *part, ptrdiff_t offset, ptrdiff_t element_bytes) {
    ct_fft_piece piece = {.box = *part, .offset = offset};
    ptrdiff_t stride = element_bytes;
    for (int a = part->axes - 1; a >= 0; a--) {
        piece.stride[a] = stride;
        stride *= part->count[a];
    }
    return piece;
}

ct_status ct_fft_relay_create(const ct_fft_plan *plan, const ct_fft_layout *from,
                              const ct_fft_layout *into, const ct_exchange_options *options,
                              ct_fft_view *received, ct_exchange_plan **exchange) {
    const ptrdiff_t element_bytes = from->state.element_bytes;
    const size_t size = (size_t)plan->size;
    ct_block *blocks = malloc(2 * size * sizeof *blocks);
    ct_fft_piece *pieces = malloc(size * sizeof *pieces);
    ct_status status = CT_OK;
    ptrdiff_t offset = 0;
    int count = 0;
    status = ct_agree(plan->comm,
                      blocks != NULL && pieces != NULL
                          ? CT_OK
                          : ct_raise(CT_ERROR_MEMORY, "no memory for %d blocks", plan->size));
    if (status != CT_OK || blocks == NULL || pieces == NULL) {
        goto cleanup;
    }
    for (int peer = 0; peer < plan->size; peer++) {
        ct_box out = common_part(from, plan->rank, into, peer);
        ct_box in = common_part(from, peer, into, plan->rank);
        blocks[peer] = placed(from, plan->rank, &out);
        ptrdiff_t elements = ct_box_elements(&in);
        if (received == NULL) {
            blocks[size + (size_t)peer] = placed(into, plan->rank, &in);
            continue;
        }
        blocks[size + (size_t)peer] = ct_block_contiguous(offset, elements, element_bytes);
        if (elements > 0) {
            pieces[count++] = piece_at(&in, offset, element_bytes);
            offset += elements * element_bytes;
        }
    }
    ct_layout send = {element_bytes, blocks};
    ct_layout receive = {element_bytes, blocks + size};
    CT_TRY(ct_exchange_plan_create(plan->comm, &send, &receive, options, exchange));
    if (received != NULL) {
        *received = (ct_fft_view){.count = count, .piece = pieces, .element_bytes = element_bytes};
        pieces = NULL;
    }
cleanup:
    free(blocks);
    free(pieces);
    return status;
}
