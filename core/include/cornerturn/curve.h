/*
 * Curves: seconds against bytes, as measured, and the straight line closest to them.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_CURVE_H
#define CORNERTURN_CURVE_H

#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

enum { CT_CURVE_KNOTS = 24 };

/* Points of ascending bytes, between which a time is interpolated; and the straight line start_up_s
 * + bytes * byte_s that is closest to all of them (robust, relative), with its error: the median of
 * |measured / fitted - 1|. */
typedef struct ct_curve {
    int knots; /* 0: not measured */
    double bytes[CT_CURVE_KNOTS], seconds[CT_CURVE_KNOTS];
    double start_up_s, byte_s, error;
} ct_curve;

/* Puts a point in its place; one of as many bytes is replaced. Bytes >= 0, seconds > 0. Returns 0,
 * and changes nothing, when there is no room. The line stays as it was. */
int ct_curve_add(ct_curve *curve, double bytes, double seconds);

/* Fits the line: of all that start and rise at 0 or above, the one with the least sum of
 * |fitted / measured - 1|. Being relative it heeds small messages as much as large ones; being a
 * sum of absolute values it does not mind a few points that are far off. */
void ct_curve_fit(ct_curve *curve);

/* Seconds of `bytes`: below the first point as there, past the last one in a straight line.
 * HUGE_VAL when nothing was measured. */
double ct_curve_at(const ct_curve *curve, double bytes);

CT_PUBLIC_END

#endif
