/* Axes to test lines on. */
#ifndef CT_TESTS_ADI_AXES_H
#define CT_TESTS_ADI_AXES_H

#include "adi/problem/axis.h"
#include "expect.h"

enum { LONGEST = 37 };

/* 0 to 1, the same ones in every run. */
static inline double random_number(void) {
    static unsigned seed = 1;
    seed = seed * 1664525U + 1013904223U;
    return (double)(seed >> 8) / 16777216.0;
}

/* Of up to LONGEST cells of different widths, given values at one end and mixed ones at the other.
 */
static inline void make_axis(ptrdiff_t n, int is_periodic, ct_adi_axis *axis) {
    static const ct_adi_end end[2] = {{1, 0}, {0.3, 0.7}};
    double edges[LONGEST + 1] = {0};
    for (ptrdiff_t i = 0; i < n; i++) {
        edges[i + 1] = edges[i] + 0.5 + random_number();
    }
    EXPECT_INT(ct_adi_axis_create(n, edges, 0, 0, is_periodic, end, axis), CT_OK);
}

#endif
