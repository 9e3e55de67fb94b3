/*
 * Block distributions: who holds which part of an array. Extents and positions count elements; the
 * last axis varies fastest (C order). Everything here is local.
 */
#ifndef CORNERTURN_GRID_H
#define CORNERTURN_GRID_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { CT_MAX_AXES = 4 };

/* Part of an array: along axis a the positions first[a] .. first[a] + count[a] - 1. */
typedef struct ct_box {
    int axes;
    ptrdiff_t first[CT_MAX_AXES], count[CT_MAX_AXES];
} ct_box;

/* Elements in the box; 0 when any count is. */
ptrdiff_t ct_box_elements(const ct_box *box);

/* The balanced block distribution of `extent` positions over `parts`: part `index` gets
 * floor(extent / parts) of them, the first extent mod parts parts one more. Parts beyond `extent`
 * are empty. */
ptrdiff_t ct_block_first(ptrdiff_t extent, int parts, int index);
ptrdiff_t ct_block_count(ptrdiff_t extent, int parts, int index);

/* The slab of a whole array of `axes` extents that `index` of `parts` holds when `axis` is
 * distributed. */
ct_box ct_slab(int axes, const ptrdiff_t *extent, int axis, int parts, int index);

#ifdef __cplusplus
}
#endif

#endif
