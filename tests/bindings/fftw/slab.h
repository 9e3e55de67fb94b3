/* Arrays in slabs, in the precision that REAL tells, of which every rank knows the whole. */
#ifndef CT_TEST_SLAB_H
#define CT_TEST_SLAB_H

#include <math.h>
#include <stddef.h>
#include <string.h>

/* A whole array, and which part of it this rank has in which order. */
typedef struct array {
    int axes;
    ptrdiff_t extent[AXES_MOST + 1], first[AXES_MOST + 1], count[AXES_MOST + 1];
    ptrdiff_t stride[AXES_MOST + 1]; /* of memory */
    ptrdiff_t elements;              /* of memory */
    int reals;                       /* an element */
    REAL *whole;
} array;

static ptrdiff_t elements_of(const array *a) {
    ptrdiff_t elements = 1;
    for (int k = 0; k < a->axes; k++) {
        elements *= a->extent[k];
    }
    return elements;
}

/* What this rank's part of an array is, for each of its elements: its place in memory and in the
 * whole. Returns 0 behind the last. */
static int next_place(const array *a, ptrdiff_t *position, ptrdiff_t *memory, ptrdiff_t *whole) {
    *memory = 0;
    *whole = 0;
    for (int k = 0; k < a->axes; k++) {
        if (a->count[k] == 0) {
            return 0;
        }
        *memory += position[k] * a->stride[k];
        *whole = *whole * a->extent[k] + a->first[k] + position[k];
    }
    if (position[0] == a->count[0]) {
        return 0;
    }
    for (int k = a->axes - 1; k >= 0; k--) {
        if (++position[k] < a->count[k] || k == 0) {
            break;
        }
        position[k] = 0;
    }
    return 1;
}

static void take_part(const array *a, REAL *memory) {
    ptrdiff_t position[AXES_MOST + 1] = {0};
    ptrdiff_t at = 0;
    ptrdiff_t from = 0;
    while (next_place(a, position, &at, &from)) {
        memcpy(memory + at * a->reals, a->whole + from * a->reals,
               (size_t)a->reals * sizeof *memory);
    }
}

/* The largest difference of this rank's part from the whole, relative to the whole's size. */
static double difference(const array *a, const REAL *memory) {
    ptrdiff_t position[AXES_MOST + 1] = {0};
    ptrdiff_t at = 0;
    ptrdiff_t from = 0;
    double most = 0;
    double scale = 1;
    for (ptrdiff_t i = 0; i < elements_of(a) * a->reals; i++) {
        scale = fmax(scale, fabs((double)a->whole[i]));
    }
    while (next_place(a, position, &at, &from)) {
        for (int k = 0; k < a->reals; k++) {
            const double apart =
                fabs((double)memory[at * a->reals + k] - (double)a->whole[from * a->reals + k]);
            most = apart > most ? apart : most; /* fmax here breaks gcc 12's vectoriser on arm64 */
        }
    }
    return most / scale;
}

#endif
