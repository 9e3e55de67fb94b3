#include "fft/lines/view.h"

#include <stdlib.h>
#include <string.h>

int ct_fft_view_add(ct_fft_view *view, const ct_fft_piece *piece) {
    if ((view->count & (view->count - 1)) == 0) { /* the capacity is the next power of two */
        const size_t capacity = view->count > 0 ? 2 * (size_t)view->count : 1;
        ct_fft_piece *pieces = realloc(view->piece, capacity * sizeof *pieces);
        if (pieces == NULL) {
            return 0;
        }
        view->piece = pieces;
    }
    view->piece[view->count++] = *piece;
    return 1;
}

/* Adds what one interval an axis of a product has of a box. */
static int add_piece(ct_fft_view *view, const ct_owned *product, const ptrdiff_t index[CT_MAX_AXES],
                     const ct_owned_memory *memory, const ct_box *box, int owner) {
    ct_fft_piece piece = {.box = {.axes = box->axes}, .owner = owner, .offset = memory->offset};
    ct_box held = {.axes = box->axes};
    for (int a = 0; a < box->axes; a++) {
        const ct_interval interval = ct_intervals_at(&product->axis[a], index[a]);
        held.first[a] = interval.first;
        held.count[a] = interval.count;
    }
    piece.box = ct_box_common(&held, box);
    memcpy(piece.stride, memory->stride, sizeof piece.stride);
    for (int a = 0; a < box->axes; a++) {
        const ct_interval interval = ct_intervals_at(&product->axis[a], index[a]);
        piece.offset += (interval.at + piece.box.first[a] - held.first[a]) * piece.stride[a];
    }
    return ct_box_elements(&piece.box) == 0 || ct_fft_view_add(view, &piece);
}

/* Adds what a product has of a box. */
static int add_product(ct_fft_view *view, const ct_owned *product, const ct_owned_memory *memory,
                       const ct_box *box, int owner) {
    ptrdiff_t index[CT_MAX_AXES] = {0};
    ptrdiff_t pieces = 1;
    int ready = 1;
    for (int a = 0; a < box->axes; a++) {
        pieces *= product->axis[a].runs;
    }
    for (; pieces > 0 && ready; pieces--) {
        ready = add_piece(view, product, index, memory, box, owner);
        for (int a = box->axes - 1; a >= 0; a--) { /* the next one, as an odometer turns */
            if (++index[a] < product->axis[a].runs) {
                break;
            }
            index[a] = 0;
        }
    }
    return ready;
}

int ct_fft_view_create(const ct_ownership *layout, const ct_box *box, int first_owner, int owners,
                       ct_fft_view *view) {
    int ready = 1;
    *view = (ct_fft_view){.element_bytes = layout->element_bytes};
    for (int owner = 0; owner < owners && ready; owner++) {
        const int rank = first_owner + owner;
        for (ptrdiff_t i = 0; i < ct_ownership_products(layout, rank) && ready; i++) {
            const ct_owned product = ct_ownership_product(layout, rank, i);
            const ct_owned_memory memory = ct_ownership_memory(layout, rank, i);
            ready = add_product(view, &product, &memory, box, owner);
        }
    }
    return ready;
}

/* A box of an array packed in its own memory, from a byte on. */
static ct_fft_piece packed_piece(const ct_box *box, const ct_ownership *layout, ptrdiff_t offset) {
    ct_fft_piece piece = {.box = *box, .offset = offset};
    ptrdiff_t stride = layout->element_bytes;
    for (int i = box->axes - 1; i >= 0; i--) {
        const int axis = layout->decomposition.order[i];
        piece.stride[axis] = stride;
        stride *= box->count[axis];
    }
    return piece;
}

ptrdiff_t ct_fft_view_bytes(const ct_fft_view *view) {
    if (view->count == 0) {
        return 0;
    }
    const ct_fft_piece *last = &view->piece[view->count - 1];
    return last->offset + ct_box_elements(&last->box) * view->element_bytes;
}

int ct_fft_view_receive(ct_fft_view *view, const ct_redistribution *redistribution, int rank,
                        int members, const int *member) {
    const size_t count = (size_t)view->count + (size_t)members;
    ct_fft_piece *pieces = realloc(view->piece, count * sizeof *pieces);
    if (pieces == NULL) {
        return 0;
    }
    view->piece = pieces;
    view->element_bytes = redistribution->into.element_bytes;
    for (int i = 0; i < members; i++) {
        const ct_box box = ct_redistribution_box(redistribution, member[i], rank);
        if (ct_box_elements(&box) > 0) {
            pieces[view->count] =
                packed_piece(&box, &redistribution->into, ct_fft_view_bytes(view));
            view->count++;
        }
    }
    return 1;
}

void ct_fft_view_destroy(ct_fft_view *view) {
    free(view->piece);
    *view = (ct_fft_view){.count = 0};
}

/* Bytes from the first number of a box to its last along all axes but one. */
static ptrdiff_t row_bytes(const ct_fft_piece *piece, const ct_box *box, int axis,
                           ptrdiff_t element_bytes) {
    ptrdiff_t bytes = element_bytes;
    for (int a = 0; a < box->axes; a++) {
        bytes += a == axis ? 0 : (box->count[a] - 1) * piece->stride[a];
    }
    return bytes;
}

void ct_fft_view_rows(const ct_fft_view *view, const ct_box *box, int axis, ct_fetch_rows *rows) {
    *rows = (ct_fetch_rows){.places = 0};
    for (int p = 0; p < view->count && rows->places < CT_FETCH_PLACES; p++) {
        const ct_fft_piece *piece = &view->piece[p];
        const ct_box common = ct_box_common(box, &piece->box);
        const ptrdiff_t elements = ct_box_elements(&common);
        const ptrdiff_t bytes = row_bytes(piece, &common, axis, view->element_bytes);
        ptrdiff_t at = piece->offset;
        if (elements == 0 || bytes * common.count[axis] != elements * view->element_bytes ||
            (rows->places > 0 && bytes != rows->row_bytes)) {
            continue;
        }
        for (int a = 0; a < box->axes; a++) {
            at += (common.first[a] - piece->box.first[a]) * piece->stride[a];
        }
        rows->row_bytes = bytes;
        rows->place[rows->places++] = (ct_fetch_place){ct_fft_view_memory(view, piece) + at,
                                                       common.count[axis], piece->stride[axis]};
    }
}
