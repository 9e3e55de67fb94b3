/* Exchanges between two distributions of the same array. */
#include "fft/plan.h"

#include "base/fail.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

ct_box ct_fft_slice_of(const ct_box *box, const ct_fft_slice *slice) {
    ct_box part = *box;
    ptrdiff_t count = box->count[slice->axis];
    part.first[slice->axis] += ct_block_first(count, slice->count, slice->index);
    part.count[slice->axis] = ct_block_count(count, slice->count, slice->index);
    return part;
}

/* What of its slice `origin` has that `destination` gets. */
static ct_box common_part(const ct_fft_layout *from, const ct_fft_slice *slice, int origin,
                          const ct_fft_layout *into, int destination) {
    ct_box whole = ct_fft_layout_box(from, origin);
    ct_box theirs = ct_fft_slice_of(&whole, slice);
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

/* Makes room for `more` pieces; *offset is where the next one goes. */
static ct_status prepare_pieces(ct_fft_view *received, int more, ptrdiff_t *offset) {
    size_t count = (size_t)received->count + (size_t)more;
    ct_fft_piece *pieces = realloc(received->piece, count * sizeof *pieces);
    if (pieces == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu pieces", count);
    }
    received->piece = pieces;
    if (received->count > 0) {
        const ct_fft_piece *last = &pieces[received->count - 1];
        *offset = last->offset + ct_box_elements(&last->box) * received->element_bytes;
    }
    return CT_OK;
}

ct_status ct_fft_relay_create(const ct_fft_plan *plan, const ct_fft_row *row,
                              const ct_fft_layout *from, const ct_fft_slice *slice,
                              const ct_fft_layout *into, const ct_exchange_options *options,
                              ct_fft_view *received, double *received_bytes,
                              ct_exchange_plan **exchange) {
    const ptrdiff_t element_bytes = from->state.element_bytes;
    const size_t size = (size_t)row->size;
    ct_block *blocks = malloc(2 * size * sizeof *blocks);
    ptrdiff_t offset = 0;
    ct_status status =
        blocks != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d blocks", row->size);
    if (status == CT_OK && received != NULL) {
        status = prepare_pieces(received, row->size, &offset);
    }
    status = ct_agree(plan->comm, status);
    if (status != CT_OK || blocks == NULL) {
        goto cleanup;
    }
    *received_bytes = 0;
    for (size_t i = 0; i < size; i++) {
        const int peer = row->member[i];
        ct_box out = common_part(from, slice, plan->rank, into, peer);
        ct_box in = common_part(from, slice, peer, into, plan->rank);
        ptrdiff_t elements = ct_box_elements(&in);
        blocks[i] = placed(from, plan->rank, &out);
        blocks[size + i] = received == NULL ? placed(into, plan->rank, &in)
                                            : ct_block_contiguous(offset, elements, element_bytes);
        if (received != NULL && elements > 0) {
            received->piece[received->count++] = piece_at(&in, offset, element_bytes);
            offset += elements * element_bytes;
        }
        *received_bytes += peer != plan->rank ? (double)(elements * element_bytes) : 0;
    }
    if (received != NULL) {
        received->element_bytes = element_bytes;
    }
    ct_layout send = {element_bytes, blocks};
    ct_layout receive = {element_bytes, blocks + size};
    status = ct_exchange_plan_create(row->comm != MPI_COMM_NULL ? row->comm : plan->comm, &send,
                                     &receive, options, exchange);
    CT_TRY(ct_agree(plan->comm, status));
cleanup:
    free(blocks);
    return status;
}
