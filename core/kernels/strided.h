/*
 * Copies between blocks: rows, boxes and transposed tiles, of elements of any size. Every pass over
 * a user's array goes through here, be it a pack, an unpack, a transposition or a plain copy.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CT_KERNELS_STRIDED_H
#define CT_KERNELS_STRIDED_H

#include <cornerturn/layout.h>

enum { CT_STRIDED_AXES = 2 * CT_BLOCK_AXES + 1 };

/* A target from this size on would not be found in the cache by who reads it next: it is more than
 * one core's share of the last-level cache of usual machines. */
enum { CT_STREAM_FROM_BYTES = 4 << 20 };

/* A prepared copy: `unit_bytes` side by side at both ends, counted along `axes` axes (slowest
 * first), with the strides of either end in bytes. Axes that lie one in the other at both ends have
 * become one; where the axes of two blocks do not line up they have been split. */
typedef struct ct_strided {
    ptrdiff_t unit_bytes;
    int axes;
    ptrdiff_t count[CT_STRIDED_AXES], from[CT_STRIDED_AXES], into[CT_STRIDED_AXES];
    ptrdiff_t from_offset, into_offset;
    int streams; /* 1: past the cache. Preparing sets it for CT_STREAM_FROM_BYTES and more; who
                    knows when the target is read next sets it otherwise */
} ct_strided;

/* Prepares copying the elements of `from`, in order, to those of `into`. Returns 0, and nothing is
 * prepared, when the axes of the two neither line up nor divide each other (6 x 4 and 8 x 3): such
 * a copy needs a contiguous place in between. The blocks have equally many elements. */
int ct_strided_prepare(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                       ct_strided *copy);

/* The same to, or from, a message in which the elements follow each other from `offset` on. Always
 * possible. */
ct_strided ct_strided_pack(const ct_block *from, ptrdiff_t offset, ptrdiff_t element_bytes);
ct_strided ct_strided_unpack(ptrdiff_t offset, const ct_block *into, ptrdiff_t element_bytes);

/* Adds an axis to a copy with fewer than CT_STRIDED_AXES, fastest first; what is side by side at
 * both ends joins the unit. */
void ct_strided_append(ct_strided *copy, ptrdiff_t count, ptrdiff_t from, ptrdiff_t into);

/* `count` units of `unit_bytes`, so many bytes apart at either end; no longer than it takes to
 * write it down. */
ct_strided ct_strided_units(ptrdiff_t count, ptrdiff_t unit_bytes, ptrdiff_t from_offset,
                            ptrdiff_t from_stride, ptrdiff_t into_offset, ptrdiff_t into_stride);

/* Whether the elements of a block follow each other without gaps; those of an empty one do. */
int ct_block_is_contiguous(const ct_block *block, ptrdiff_t element_bytes);

/* Whether blocks are the same but for where they lie. */
int ct_block_same_shape(const ct_block *a, const ct_block *b);

/* Bytes it copies. */
ptrdiff_t ct_strided_bytes(const ct_strided *copy);

/* Runs it between two arrays that do not overlap. What it has written past the cache is visible to
 * others when it returns. */
void ct_strided_copy(const ct_strided *copy, const void *from, void *into);

/* Runs the part of a pack whose bytes in the message are `first` .. `first + bytes - 1`, counted
 * from the message's first, into or from `piece`, which holds just these. Both are multiples of the
 * element. A piece is packed through the cache, where who sends it finds it. Of a transposed block,
 * parts of few whole lines of its other end read or write each of them many times. */
void ct_strided_pack_part(const ct_strided *pack, ptrdiff_t first, ptrdiff_t bytes,
                          const void *from, void *piece);
void ct_strided_unpack_part(const ct_strided *unpack, ptrdiff_t first, ptrdiff_t bytes,
                            const void *piece, void *into);

#endif
