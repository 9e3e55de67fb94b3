/* Products of intervals: along each axis some positions, and all elements that have one of them
 * along every axis. Local, pure. */
#ifndef CT_REDISTRIBUTE_OWNED_H
#define CT_REDISTRIBUTE_OWNED_H

#include <cornerturn/grid.h>

/* Positions first .. first + count - 1 of an axis, the first of which is number `at` along that
 * axis of the memory. */
typedef struct ct_interval {
    ptrdiff_t first, count, at;
} ct_interval;

/* The positions of one product. */
typedef struct ct_owned {
    const ct_interval *list[CT_MAX_AXES];
    ptrdiff_t count[CT_MAX_AXES];
    ct_interval single[CT_MAX_AXES]; /* where there is one each; list then is NULL */
} ct_owned;

/* Where a product lies in this rank's memory: elements to its first, and from one to the next. */
typedef struct ct_owned_memory {
    ptrdiff_t offset, stride[CT_MAX_AXES];
} ct_owned_memory;

/* Interval `index` of a product along an axis. */
static inline const ct_interval *ct_owned_interval(const ct_owned *product, int axis,
                                                   ptrdiff_t index) {
    return product->list[axis] != NULL ? &product->list[axis][index] : &product->single[axis];
}

#endif
