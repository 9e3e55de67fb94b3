#include "fft/lines/view.h"

#include <stdlib.h>
#include <string.h>

int ct_fft_view_create(const ct_ownership *layout, const ct_box *box, int first_owner, int owners,
                       ct_fft_view *view) {
    *view = (ct_fft_view){.element_bytes = layout->element_bytes};
    view->piece = calloc((size_t)owners, sizeof *view->piece);
    for (int owner = 0; view->piece != NULL && owner < owners; owner++) {
        ct_box theirs = ct_ownership_box(layout, first_owner + owner);
        ct_fft_piece piece = {.box = ct_box_common(&theirs, box), .owner = owner};
        const ct_owned_memory memory = ct_ownership_memory(layout, first_owner + owner, 0);
        piece.offset = memory.offset;
        memcpy(piece.stride, memory.stride, sizeof piece.stride);
        for (int a = 0; a < box->axes; a++) {
            piece.offset += (piece.box.first[a] - theirs.first[a]) * piece.stride[a];
        }
        if (ct_box_elements(&piece.box) > 0) {
            view->piece[view->count++] = piece;
        }
    }
    return view->piece != NULL;
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
