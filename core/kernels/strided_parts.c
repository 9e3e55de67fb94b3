#include "kernels/strided.h"

#include <string.h>

/* Bytes of the message per step of an axis. */
static ptrdiff_t inner_bytes(const ct_strided *copy, int axis) {
    ptrdiff_t bytes = copy->unit_bytes;
    for (int a = axis + 1; a < copy->axes; a++) {
        bytes *= copy->count[a];
    }
    return bytes;
}

/* The part being copied: the array, and the next byte of the piece. */
typedef struct part {
    const ct_strided *copy;
    char *piece;
    int packs;
} part;

/* Copies the steps `first` .. `first + steps - 1` of an axis or, past the last axis, `steps` bytes
 * of a unit from byte `first` on. */
static void copy_steps(part *p, int axis, ptrdiff_t first, ptrdiff_t steps, char *array) {
    const ct_strided *copy = p->copy;
    const ptrdiff_t *stride = p->packs ? copy->from : copy->into;
    ct_strided box = {.unit_bytes = axis < copy->axes ? copy->unit_bytes : steps,
                      .axes = copy->axes - axis,
                      .streams = copy->streams && !p->packs,
                      .conversion = copy->conversion};
    ptrdiff_t step_bytes = axis < copy->axes ? inner_bytes(copy, axis) : 1;
    array += first * (axis < copy->axes ? stride[axis] : 1);
    for (int a = axis; a < copy->axes; a++) {
        ptrdiff_t in_piece = inner_bytes(copy, a);
        box.count[a - axis] = a == axis ? steps : copy->count[a];
        box.from[a - axis] = p->packs ? stride[a] : in_piece;
        box.into[a - axis] = p->packs ? in_piece : stride[a];
    }
    if (p->packs) {
        ct_strided_copy(&box, array, p->piece);
    } else {
        ct_strided_copy(&box, p->piece, array);
    }
    p->piece += steps * step_bytes;
}

/* Copies `bytes` of the message from `first` on along the axes from `axis` on: the end of one step,
 * whole steps, and the beginning of one. */
static void copy_part(part *p, int axis, ptrdiff_t first, ptrdiff_t bytes, char *array) {
    const ptrdiff_t *stride = p->packs ? p->copy->from : p->copy->into;
    if (axis >= p->copy->axes) {
        copy_steps(p, axis, first, bytes, array);
        return;
    }
    ptrdiff_t inner = inner_bytes(p->copy, axis);
    ptrdiff_t step = first / inner;
    ptrdiff_t skipped = first % inner;
    if (skipped > 0) {
        ptrdiff_t here = bytes < inner - skipped ? bytes : inner - skipped;
        copy_part(p, axis + 1, skipped, here, array + step * stride[axis]);
        bytes -= here;
        step++;
    }
    if (bytes >= inner) {
        copy_steps(p, axis, step, bytes / inner, array);
        step += bytes / inner;
        bytes %= inner;
    }
    if (bytes > 0) {
        copy_part(p, axis + 1, 0, bytes, array + step * stride[axis]);
    }
}

void ct_strided_pack_part(const ct_strided *pack, ptrdiff_t first, ptrdiff_t bytes,
                          const void *from, void *piece) {
    part p = {pack, piece, 1};
    copy_part(&p, 0, first, bytes, (char *)from + pack->from_offset); /* only read */
}

void ct_strided_unpack_part(const ct_strided *unpack, ptrdiff_t first, ptrdiff_t bytes,
                            const void *piece, void *into) {
    part p = {unpack, (char *)piece, 0}; /* only read */
    copy_part(&p, 0, first, bytes, (char *)into + unpack->into_offset);
}
