/*
 * Strided copies between blocks: rows, boxes and transposed tiles, of elements of any size. All
 * packs, unpacks, transpositions and copies of users' arrays use them.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CT_KERNELS_STRIDED_H
#define CT_KERNELS_STRIDED_H

#include "kernels/conversion.h"

#include <cornerturn/layout.h>

enum { CT_STRIDED_AXES = 2 * CT_BLOCK_AXES + 1, CT_STRIDED_NO_AXIS = -1 };

/* Targets from this size on use streaming stores: they exceed a core's share of the last-level
 * cache of usual machines. */
enum { CT_STREAM_FROM_BYTES = 4 << 20 };

/* A prepared copy: units of `unit_bytes` contiguous bytes, along `axes` axes (slowest first) with
 * strides in bytes of source and target. Axes contiguous at both ends are merged; axes of different
 * counts are split. With a conversion between elements of different sizes a unit is one element;
 * `unit_bytes` is its size in the message of a pack or unpack. */
typedef struct ct_strided {
    ptrdiff_t unit_bytes;
    int axes;
    ptrdiff_t count[CT_STRIDED_AXES], from[CT_STRIDED_AXES], into[CT_STRIDED_AXES];
    ptrdiff_t from_offset, into_offset;
    int streams; /* 1: streaming stores. Set for CT_STREAM_FROM_BYTES and more; the caller may
                    change it */
    const ct_conversion *conversion; /* borrowed; NULL: bytes are copied */
} ct_strided;

/* Prepares copying the elements of `from`, in order, to those of `into`, equally many, unchanged or
 * converted. Returns 0 where the axes' counts do not divide each other (6 x 4 and 8 x 3): such a
 * copy needs a contiguous buffer. */
int ct_strided_prepare(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                       ct_strided *copy);
int ct_strided_prepare_conversion(const ct_block *from, const ct_block *into,
                                  const ct_conversion *conversion, ct_strided *copy);

/* The same to, or from, contiguous elements of a message at `offset`. Always possible. */
ct_strided ct_strided_pack(const ct_block *from, ptrdiff_t offset, ptrdiff_t element_bytes);
ct_strided ct_strided_unpack(ptrdiff_t offset, const ct_block *into, ptrdiff_t element_bytes);
ct_strided ct_strided_pack_conversion(const ct_block *from, ptrdiff_t offset,
                                      const ct_conversion *conversion);
ct_strided ct_strided_unpack_conversion(ptrdiff_t offset, const ct_block *into,
                                        const ct_conversion *conversion);

/* Adds an axis to a copy with fewer than CT_STRIDED_AXES, fastest first; an axis contiguous at both
 * ends enlarges the unit, one that goes on at both where the last one ends enlarges that. */
void ct_strided_append(ct_strided *copy, ptrdiff_t count, ptrdiff_t from, ptrdiff_t into);

/* Puts the axes in the opposite order: slowest first, once all are appended. */
void ct_strided_reverse(ct_strided *copy);

/* `count` units of `unit_bytes` with a stride at either end. */
ct_strided ct_strided_units(ptrdiff_t count, ptrdiff_t unit_bytes, ptrdiff_t from_offset,
                            ptrdiff_t from_stride, ptrdiff_t into_offset, ptrdiff_t into_stride);

/* Whether a block is contiguous; an empty one is. */
int ct_block_is_contiguous(const ct_block *block, ptrdiff_t element_bytes);

/* Whether blocks are equal but for their offsets. */
int ct_block_same_shape(const ct_block *a, const ct_block *b);

/* The axis with the smallest stride, or CT_STRIDED_NO_AXIS without axes. */
int ct_strided_fastest(int axes, const ptrdiff_t *stride);

/* Bytes copied, in units. */
ptrdiff_t ct_strided_bytes(const ct_strided *copy);

/* Executes the copy between two arrays that do not overlap, with the fence after streaming
 * stores. */
void ct_strided_copy(const ct_strided *copy, const void *from, void *into);

/* Copies contiguous bytes between arrays that do not overlap, past the cache where a strided copy
 * would, with the fence. */
void ct_bytes_copy(void *into, const void *from, ptrdiff_t bytes);

/* Swaps what the copy would copy with what it would overwrite, of two arrays or parts of one that
 * do not overlap. Returns 0, and has done nothing, where these are not swapped at once: only
 * transposed elements are, of some sizes. */
int ct_strided_swap(const ct_strided *copy, void *from, void *into);

/* The same as ct_strided_copy from the first element at either end, without the fence: of copies
 * without a conversion and with one. */
void ct_strided_copy_plain(const ct_strided *copy, const char *from, char *into);
void ct_strided_convert(const ct_strided *copy, const char *from, char *into);

/* Executes the part of a pack or unpack for the message's bytes `first` .. `first + bytes - 1`,
 * into or from `piece`, which has just these. Both are multiples of the element. Packs use ordinary
 * stores, since the sender reads the piece next. Small parts of a transposed block touch each cache
 * line of its array many times. */
void ct_strided_pack_part(const ct_strided *pack, ptrdiff_t first, ptrdiff_t bytes,
                          const void *from, void *piece);
void ct_strided_unpack_part(const ct_strided *unpack, ptrdiff_t first, ptrdiff_t bytes,
                            const void *piece, void *into);

#endif
