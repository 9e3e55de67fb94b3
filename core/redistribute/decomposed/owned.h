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

/* A walk through the places where two lists of intervals meet; it begins with zeros. */
typedef struct ct_meeting {
    ptrdiff_t next_a, next_b;
    ct_interval a, b;       /* the two that meet */
    ptrdiff_t first, count; /* positions that are in both */
} ct_meeting;

/* Goes on to the next place. False past the last one. */
static inline int ct_intervals_meet(const ct_intervals *a, const ct_intervals *b,
                                    ct_meeting *meeting) {
    ct_meeting m = *meeting;
    m.count = 0;
    while (m.count <= 0 && m.next_a < a->runs && m.next_b < b->runs) {
        m.a = ct_intervals_at(a, m.next_a);
        m.b = ct_intervals_at(b, m.next_b);
        const ptrdiff_t a_end = m.a.first + m.a.count;
        const ptrdiff_t b_end = m.b.first + m.b.count;
        m.first = m.a.first > m.b.first ? m.a.first : m.b.first;
        m.count = (a_end < b_end ? a_end : b_end) - m.first;
        m.next_a += a_end <= b_end;
        m.next_b += b_end <= a_end;
    }
    *meeting = m;
    return m.count > 0;
}

/* Positions that are in both. */
ptrdiff_t ct_intervals_common(const ct_intervals *a, const ct_intervals *b);

/* A slice of a product: of an axis with one interval, positions of it, else some of the intervals.
 */
ct_owned ct_owned_slice(const ct_owned *product, const ct_slice *slice);

#endif
