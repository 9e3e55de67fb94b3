/* Curves of machines that are made up. */
#ifndef CT_TEST_MADE_CURVE_H
#define CT_TEST_MADE_CURVE_H

#include "expect.h"

#include <cornerturn/curve.h>

/* A start-up and so many seconds a byte, in knots from 8 B to 1 GiB. */
static inline ct_curve curve_of(double start_up_s, double byte_s) {
    ct_curve curve = {.knots = 0};
    double bytes = 8;
    for (int knot = 0; knot < 10; knot++, bytes *= 8) {
        EXPECT(ct_curve_add(&curve, bytes, start_up_s + bytes * byte_s));
    }
    return curve;
}

#endif
