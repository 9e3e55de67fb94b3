/* What ranks send each other in a halo, as blocks of elements, and of bytes of several fields.
 * Local. */
#ifndef CT_REDISTRIBUTE_HALO_BLOCKS_H
#define CT_REDISTRIBUTE_HALO_BLOCKS_H

#include "redistribute/decomposed/intersection.h"
#include "redistribute/decomposed/ownership.h"
#include "redistribute/halo/slabs.h"

#include <cornerturn/halo.h>

/* What planning needs to know. */
typedef struct ct_halo_geometry {
    ct_ownership ownership; /* of elements of a byte: its strides count elements */
    int size;               /* ranks */
    ct_halo_shape shape;
    const ptrdiff_t *layer_first; /* apart: element where each slab of each of this rank's boxes
                                     begins; NULL: slabs lie around their part */
} ct_halo_geometry;

/* Blocks in elements; those for or from peer p are first[p] and on, up to first[p + 1]. */
typedef struct ct_halo_list {
    ct_block_list blocks;
    ptrdiff_t *first;
} ct_halo_list;

/* The boxes of a rank, counted from 0: a part of a grid is one. */
ct_box ct_halo_box(const ct_halo_geometry *geometry, int rank, ptrdiff_t index);

/* All blocks of one side of this rank. Who is at the other end finds as many, one by one of as many
 * elements. CT_ERROR_MEMORY. The caller destroys *list, also then. */
ct_status ct_halo_list_create(const ct_halo_geometry *geometry, ct_transfer_end end,
                              ct_halo_list *list);
void ct_halo_list_destroy(ct_halo_list *list);

/* The block of one field, which begins `shift` bytes after the array, in units that divide its
 * elements. */
ct_block ct_halo_field_block(const ct_block *block, ptrdiff_t element_bytes, ptrdiff_t shift,
                             ptrdiff_t unit_bytes);

#endif
