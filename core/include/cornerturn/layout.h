/*
 * Layouts: where the blocks of an exchange lie in a user's array.
 *
 * A block is a box of elements with a stride along each axis: contiguous bytes, rows of a
 * sub-matrix, a pencil of a 3D array, a transposed tile. The first send packs straight from the
 * user's array and the last receive unpacks straight into it; a contiguous block is not packed.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_LAYOUT_H
#define CORNERTURN_LAYOUT_H

#include <cornerturn/public.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

enum { CT_BLOCK_AXES = 4 };

/* The elements offset + sum over axes of index[a] * stride[a] bytes from the array's start,
 * index[a] in 0 .. count[a]-1. Their order, axis 0 slowest, is their order in a message: an
 * exchange transposes when the axes of a block have another order at its destination than at its
 * origin. Strides are positive; elements do not overlap. A count of 0 is an empty block. No axes:
 * one element. */
typedef struct ct_block {
    ptrdiff_t offset;
    int axes; /* 0 .. CT_BLOCK_AXES */
    ptrdiff_t count[CT_BLOCK_AXES];
    ptrdiff_t stride[CT_BLOCK_AXES]; /* bytes */
} ct_block;

/* block[p] goes to, or comes from, rank p. Blocks of a receive layout do not overlap. */
typedef struct ct_layout {
    ptrdiff_t element_bytes;
    const ct_block *block;
} ct_layout;

/* Number of elements. Local. */
ptrdiff_t ct_block_elements(const ct_block *block);

/* Bytes from the array's start to the end of the block's last element; 0 for an empty block. Local.
 */
ptrdiff_t ct_block_end(const ct_block *block, ptrdiff_t element_bytes);

/* `elements` contiguous elements. Local. */
ct_block ct_block_contiguous(ptrdiff_t offset, ptrdiff_t elements, ptrdiff_t element_bytes);

/* `rows` rows of `columns` elements each, row_stride bytes from one row to the next: a sub-matrix.
 * Local. */
ct_block ct_block_rows(ptrdiff_t offset, ptrdiff_t rows, ptrdiff_t columns, ptrdiff_t row_stride,
                       ptrdiff_t element_bytes);

/* The block with its axes in reverse order: of a matrix, its transpose. Local. */
ct_block ct_block_transposed(const ct_block *block);

CT_PUBLIC_END

#endif
