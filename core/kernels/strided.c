#include "kernels/strided.h"

/* One axis of source or target. */
typedef struct end_axis {
    ptrdiff_t count, stride;
} end_axis;

/* The axes of a block, fastest first, without those of one element, contiguous ones merged. Returns
 * their number. */
static int simplify(const ct_block *block, end_axis *axes) {
    int used = 0;
    for (int a = block->axes - 1; a >= 0; a--) {
        end_axis axis = {block->count[a], block->stride[a]};
        if (axis.count == 1) {
            continue;
        }
        if (used > 0 && axis.stride == axes[used - 1].count * axes[used - 1].stride) {
            axes[used - 1].count *= axis.count;
        } else {
            axes[used++] = axis;
        }
    }
    return used;
}

/* Splits the fastest `part` off an axis. */
static void split(end_axis *axis, ptrdiff_t part) {
    axis->count /= part;
    axis->stride *= part;
}

void ct_strided_append(ct_strided *copy, ptrdiff_t count, ptrdiff_t from, ptrdiff_t into) {
    if (count == 1) {
        return;
    }
    const int keeps_size =
        copy->conversion == NULL || copy->conversion->from_bytes == copy->conversion->into_bytes;
    if (copy->axes == 0 && keeps_size && from == copy->unit_bytes && into == copy->unit_bytes) {
        copy->unit_bytes *= count;
        return;
    }
    const int last = copy->axes - 1;
    if (last >= 0 && from == copy->count[last] * copy->from[last] &&
        into == copy->count[last] * copy->into[last]) {
        copy->count[last] *= count; /* wider tiles are copied faster */
        return;
    }
    copy->count[copy->axes] = count;
    copy->from[copy->axes] = from;
    copy->into[copy->axes] = into;
    copy->axes++;
}

static void reverse(ptrdiff_t *values, int count) {
    for (int i = 0; i < count / 2; i++) {
        ptrdiff_t kept = values[i];
        values[i] = values[count - 1 - i];
        values[count - 1 - i] = kept;
    }
}

void ct_strided_reverse(ct_strided *copy) {
    reverse(copy->count, copy->axes);
    reverse(copy->from, copy->axes);
    reverse(copy->into, copy->axes);
}

static int streams(ptrdiff_t bytes) {
    return bytes >= CT_STREAM_FROM_BYTES;
}

/* `element_bytes` are those of the end that counts: of a message, if one is. */
static int prepare(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                   const ct_conversion *conversion, ct_strided *copy) {
    end_axis source[CT_BLOCK_AXES + 1];
    end_axis target[CT_BLOCK_AXES + 1];
    *copy = (ct_strided){.unit_bytes = element_bytes,
                         .from_offset = from->offset,
                         .into_offset = into->offset,
                         .conversion = conversion};
    if (ct_block_elements(from) == 0) {
        copy->unit_bytes = 0;
        return 1;
    }
    copy->streams = streams(ct_block_elements(from) * element_bytes);
    int source_axes = simplify(from, source);
    int target_axes = simplify(into, target);
    for (int s = 0, t = 0; s < source_axes && t < target_axes;) {
        ptrdiff_t part = source[s].count < target[t].count ? source[s].count : target[t].count;
        if (source[s].count % part != 0 || target[t].count % part != 0) {
            return 0;
        }
        ct_strided_append(copy, part, source[s].stride, target[t].stride);
        split(&source[s], part);
        split(&target[t], part);
        s += source[s].count == 1;
        t += target[t].count == 1;
    }
    ct_strided_reverse(copy);
    return 1;
}

int ct_strided_prepare(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                       ct_strided *copy) {
    return prepare(from, into, element_bytes, NULL, copy);
}

int ct_strided_prepare_conversion(const ct_block *from, const ct_block *into,
                                  const ct_conversion *conversion, ct_strided *copy) {
    return prepare(from, into, conversion->from_bytes, conversion, copy);
}

/* Always possible, with the single axis of a message. */
static ct_strided pack(const ct_block *from, ptrdiff_t offset, ptrdiff_t element_bytes,
                       const ct_conversion *conversion) {
    const ct_block message = ct_block_contiguous(offset, ct_block_elements(from), element_bytes);
    ct_strided copy;
    (void)prepare(from, &message, element_bytes, conversion, &copy);
    return copy;
}

static ct_strided unpack(ptrdiff_t offset, const ct_block *into, ptrdiff_t element_bytes,
                         const ct_conversion *conversion) {
    const ct_block message = ct_block_contiguous(offset, ct_block_elements(into), element_bytes);
    ct_strided copy;
    (void)prepare(&message, into, element_bytes, conversion, &copy);
    return copy;
}

ct_strided ct_strided_pack(const ct_block *from, ptrdiff_t offset, ptrdiff_t element_bytes) {
    return pack(from, offset, element_bytes, NULL);
}

ct_strided ct_strided_unpack(ptrdiff_t offset, const ct_block *into, ptrdiff_t element_bytes) {
    return unpack(offset, into, element_bytes, NULL);
}

ct_strided ct_strided_pack_conversion(const ct_block *from, ptrdiff_t offset,
                                      const ct_conversion *conversion) {
    return pack(from, offset, conversion->into_bytes, conversion);
}

ct_strided ct_strided_unpack_conversion(ptrdiff_t offset, const ct_block *into,
                                        const ct_conversion *conversion) {
    return unpack(offset, into, conversion->from_bytes, conversion);
}

ct_strided ct_strided_units(ptrdiff_t count, ptrdiff_t unit_bytes, ptrdiff_t from_offset,
                            ptrdiff_t from_stride, ptrdiff_t into_offset, ptrdiff_t into_stride) {
    return (ct_strided){.unit_bytes = unit_bytes,
                        .axes = count > 1,
                        .count = {count},
                        .from = {from_stride},
                        .into = {into_stride},
                        .from_offset = from_offset,
                        .into_offset = into_offset,
                        .streams = streams(count * unit_bytes)};
}

int ct_block_is_contiguous(const ct_block *block, ptrdiff_t element_bytes) {
    ptrdiff_t next_bytes = element_bytes;
    int contiguous = 1;
    for (int a = block->axes - 1; a >= 0; a--) {
        if (block->count[a] == 0) {
            return 1;
        }
        contiguous &= block->count[a] == 1 || block->stride[a] == next_bytes;
        next_bytes *= block->count[a];
    }
    return contiguous;
}

int ct_block_same_shape(const ct_block *a, const ct_block *b) {
    int alike = a->axes == b->axes;
    for (int axis = 0; alike && axis < a->axes; axis++) {
        alike = a->count[axis] == b->count[axis] && a->stride[axis] == b->stride[axis];
    }
    return alike;
}

ptrdiff_t ct_strided_bytes(const ct_strided *copy) {
    ptrdiff_t bytes = copy->unit_bytes;
    for (int a = 0; a < copy->axes; a++) {
        bytes *= copy->count[a];
    }
    return bytes;
}
