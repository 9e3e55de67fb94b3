#include "kernels/strided.h"

#include <string.h>

/* One axis at one end. */
typedef struct end_axis {
    ptrdiff_t count, stride;
} end_axis;

/* The axes of a block, fastest first, without those of one element and with those that continue
 * each other made one. Returns their number. */
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

/* Takes the fastest `part` of an axis off it. */
static void split(end_axis *axis, ptrdiff_t part) {
    axis->count /= part;
    axis->stride *= part;
}

/* Appends an axis, fastest first, to the copy; what is side by side at both ends joins the unit. */
static void append(ct_strided *copy, ptrdiff_t count, ptrdiff_t from, ptrdiff_t into) {
    if (count == 1) {
        return;
    }
    if (copy->axes == 0 && from == copy->unit_bytes && into == copy->unit_bytes) {
        copy->unit_bytes *= count;
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

int ct_strided_prepare(const ct_block *from, const ct_block *into, ptrdiff_t element_bytes,
                       ct_strided *copy) {
    end_axis source[CT_BLOCK_AXES + 1];
    end_axis target[CT_BLOCK_AXES + 1];
    *copy = (ct_strided){
        .unit_bytes = element_bytes, .from_offset = from->offset, .into_offset = into->offset};
    if (ct_block_elements(from) == 0) {
        copy->unit_bytes = 0;
        return 1;
    }
    int source_axes = simplify(from, source);
    int target_axes = simplify(into, target);
    for (int s = 0, t = 0; s < source_axes && t < target_axes;) {
        ptrdiff_t part = source[s].count < target[t].count ? source[s].count : target[t].count;
        if (source[s].count % part != 0 || target[t].count % part != 0) {
            return 0;
        }
        append(copy, part, source[s].stride, target[t].stride);
        split(&source[s], part);
        split(&target[t], part);
        s += source[s].count == 1;
        t += target[t].count == 1;
    }
    reverse(copy->count, copy->axes);
    reverse(copy->from, copy->axes);
    reverse(copy->into, copy->axes);
    return 1;
}

ct_strided ct_strided_pack(const ct_block *from, ptrdiff_t offset, ptrdiff_t element_bytes) {
    ct_block message = ct_block_contiguous(offset, ct_block_elements(from), element_bytes);
    ct_strided copy;
    (void)ct_strided_prepare(from, &message, element_bytes, &copy); /* one axis is divided by all */
    return copy;
}

ct_strided ct_strided_unpack(ptrdiff_t offset, const ct_block *into, ptrdiff_t element_bytes) {
    ct_block message = ct_block_contiguous(offset, ct_block_elements(into), element_bytes);
    ct_strided copy;
    (void)ct_strided_prepare(&message, into, element_bytes, &copy);
    return copy;
}

ptrdiff_t ct_strided_bytes(const ct_strided *copy) {
    ptrdiff_t bytes = copy->unit_bytes;
    for (int a = 0; a < copy->axes; a++) {
        bytes *= copy->count[a];
    }
    return bytes;
}

/* Copies the axes from `axis` on. */
static void copy_axes(const ct_strided *copy, int axis, const char *from, char *into) {
    if (axis >= copy->axes) {
        memcpy(into, from, (size_t)copy->unit_bytes);
        return;
    }
    for (ptrdiff_t i = 0; i < copy->count[axis]; i++) {
        copy_axes(copy, axis + 1, from + i * copy->from[axis], into + i * copy->into[axis]);
    }
}

void ct_strided_copy(const ct_strided *copy, const void *from, void *into) {
    if (copy->unit_bytes > 0) {
        copy_axes(copy, 0, (const char *)from + copy->from_offset,
                  (char *)into + copy->into_offset);
    }
}

/* Bytes of the message inside one step of an axis. */
static ptrdiff_t inner_bytes(const ct_strided *copy, int axis) {
    ptrdiff_t bytes = copy->unit_bytes;
    for (int a = axis + 1; a < copy->axes; a++) {
        bytes *= copy->count[a];
    }
    return bytes;
}

/* What a part copies: the strides of the array's end, and which way. */
typedef struct part {
    const ct_strided *copy;
    const ptrdiff_t *stride;
    int packs;
} part;

static void move(const part *p, char *array, char *piece, ptrdiff_t bytes) {
    if (p->packs) {
        memcpy(piece, array, (size_t)bytes);
    } else {
        memcpy(array, piece, (size_t)bytes);
    }
}

/* Copies `bytes` of the message from `first` on, which lie in the axes from `axis` on. */
static void copy_part(const part *p, int axis, ptrdiff_t first, ptrdiff_t bytes, char *array,
                      char *piece) {
    if (axis >= p->copy->axes) {
        move(p, array + first, piece, bytes);
        return;
    }
    ptrdiff_t inner = inner_bytes(p->copy, axis);
    for (ptrdiff_t i = first / inner; bytes > 0; i++) {
        ptrdiff_t skipped = first % inner;
        ptrdiff_t here = bytes < inner - skipped ? bytes : inner - skipped;
        copy_part(p, axis + 1, skipped, here, array + i * p->stride[axis], piece);
        first += here;
        piece += here;
        bytes -= here;
    }
}

void ct_strided_pack_part(const ct_strided *pack, ptrdiff_t first, ptrdiff_t bytes,
                          const void *from, void *piece) {
    part p = {pack, pack->from, 1};
    copy_part(&p, 0, first, bytes, (char *)from + pack->from_offset, piece); /* only read */
}

void ct_strided_unpack_part(const ct_strided *unpack, ptrdiff_t first, ptrdiff_t bytes,
                            const void *piece, void *into) {
    part p = {unpack, unpack->into, 0};
    copy_part(&p, 0, first, bytes, (char *)into + unpack->into_offset, (char *)piece);
}
