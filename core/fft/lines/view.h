/*
 * Memory locations of the positions of a box: in one array, in those of several ranks of a node, or
 * in the pieces received by an exchange. Local.
 */
#ifndef CT_FFT_LINES_VIEW_H
#define CT_FFT_LINES_VIEW_H

#include "kernels/fetch.h"
#include "redistribute/redistribution.h"

/* A box of an array: its byte offset from the address of its owner's memory, and its strides in
 * bytes. */
typedef struct ct_fft_piece {
    ct_box box;
    int owner;
    ptrdiff_t offset, stride[CT_MAX_AXES];
    int is_spilled; /* it lies in the memory for what does not fit (spill.h) */
    int streams;    /* it is written past the cache: a slot (slots.h) */
} ct_fft_piece;

/* Pieces that cover a box, all in one memory but those that are spilled: `address` of each owner,
 * and of its `spill`. */
typedef struct ct_fft_view {
    int count;
    ct_fft_piece *piece;
    ptrdiff_t element_bytes;
    char *const *address, *const *spill;
} ct_fft_view;

/* Where a piece's offsets are from. */
static inline char *ct_fft_view_memory(const ct_fft_view *view, const ct_fft_piece *piece) {
    return (piece->is_spilled ? view->spill : view->address)[piece->owner];
}

/* Adds a piece. False without memory. */
int ct_fft_view_add(ct_fft_view *view, const ct_fft_piece *piece);

/* Creates the pieces of `box` that `owners` ranks from `first_owner` on hold; owner 0 of the view
 * is first_owner. False without memory. */
int ct_fft_view_create(const ct_ownership *layout, const ct_box *box, int first_owner, int owners,
                       ct_fft_view *view);
void ct_fft_view_destroy(ct_fft_view *view);

/* The memory of a box as rows, one a position of the axis, in pieces whose rows are dense; other
 * pieces are left out, and those for which there are no places. */
void ct_fft_view_rows(const ct_fft_view *view, const ct_box *box, int axis, ct_fetch_rows *rows);

/* Appends the blocks that `rank` receives from each member: dense, in the order of the result's
 * memory. False without memory. */
int ct_fft_view_receive(ct_fft_view *view, const ct_redistribution *redistribution, int rank,
                        int members, const int *member);

/* Bytes of a view of received pieces. */
ptrdiff_t ct_fft_view_bytes(const ct_fft_view *view);

#endif
