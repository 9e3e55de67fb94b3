/* Products of intervals: along each axis some positions, and all elements that have one of them
 * along every axis. Local, pure. */
#ifndef CT_REDISTRIBUTE_OWNED_H
#define CT_REDISTRIBUTE_OWNED_H

#include "redistribute/box.h"

/* Positions first .. first + count - 1 of an axis, the first of which is number `at` along that
 * axis of the memory. */
typedef struct ct_interval {
    ptrdiff_t first, count, at;
} ct_interval;

/* `runs` intervals along an axis, each of `width` positions and the last of no more, `step` from
 * the first position of one to that of the next; in memory they follow one another. */
typedef struct ct_intervals {
    ptrdiff_t runs, first, width, step, last_width, at;
} ct_intervals;

typedef struct ct_owned {
    ct_intervals axis[CT_MAX_AXES];
} ct_owned;

/* Where a product lies in memory: bytes to its first element, and from one to the next. */
typedef struct ct_owned_memory {
    ptrdiff_t offset, stride[CT_MAX_AXES];
} ct_owned_memory;

/* One interval, or none where `count` is 0. */
ct_intervals ct_intervals_single(ptrdiff_t first, ptrdiff_t count);

/* Number `index` of them. */
static inline ct_interval ct_intervals_at(const ct_intervals *intervals, ptrdiff_t index) {
    return (ct_interval){.first = intervals->first + index * intervals->step,
                         .count =
                             index + 1 < intervals->runs ? intervals->width : intervals->last_width,
                         .at = intervals->at + index * intervals->width};
}

/* Positions in all of them. */
static inline ptrdiff_t ct_intervals_count(const ct_intervals *intervals) {
    return intervals->runs > 0 ? (intervals->runs - 1) * intervals->width + intervals->last_width
                               : 0;
}

/* Positions that are in both. */
ptrdiff_t ct_intervals_common(const ct_intervals *a, const ct_intervals *b);

/* A slice of a product: of an axis with one interval, positions of it, else some of the intervals.
 */
ct_owned ct_owned_slice(const ct_owned *product, const ct_slice *slice);

#endif
