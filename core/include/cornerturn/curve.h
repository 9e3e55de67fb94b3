/*
 * Curves: measured seconds against bytes, and the straight line fitted to them.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_CURVE_H
#define CORNERTURN_CURVE_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

enum { CT_CURVE_KNOTS = 24 };

/* Points of ascending bytes, interpolated in between; the line start_up_s + bytes * byte_s fitted
 * to them, and its error, the median of |measured / fitted - 1|. */
typedef struct ct_curve {
    int knots; /* 0: not measured */
    double bytes[CT_CURVE_KNOTS], seconds[CT_CURVE_KNOTS];
    double start_up_s, byte_s, error;
} ct_curve;

/* Inserts a point, or replaces the one with the same bytes. Bytes >= 0, seconds > 0. Returns 0,
 * with nothing changed, if all CT_CURVE_KNOTS are in use. Does not fit the line anew. Local. */
int ct_curve_add(ct_curve *curve, double bytes, double seconds);

/* Fits the line: least sum of |fitted / measured - 1|, start-up and slope not negative. Relative,
 * so that small messages weigh as much as large ones; absolute values, so that outliers weigh
 * little. Local. */
void ct_curve_fit(ct_curve *curve);

/* Seconds of `bytes`: constant below the first point, extrapolated linearly beyond the last one.
 * HUGE_VAL without points. Local. */
double ct_curve_at(const ct_curve *curve, double bytes);

CT_PUBLIC_END

#endif
