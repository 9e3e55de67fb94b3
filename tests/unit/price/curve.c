/* Curves: points in order, interpolation, and a line through noise and outliers. */
#include "expect.h"

#include <cornerturn/curve.h>

#include <math.h>
#include <stdint.h>

/* Uniform in 0 .. 1, the same every time. */
static double uniform(uint32_t *state) {
    *state = *state * 1664525U + 1013904223U;
    return (*state >> 8) / 16777216.0;
}

static int is_within(double found, double wanted, double share) {
    return fabs(found / wanted - 1) <= share;
}

static void expect_points(void) {
    static const double bytes[] = {64, 8, 512, 8};
    static const double seconds[] = {3, 9, 5, 1};
    ct_curve curve = {.knots = 0};
    EXPECT(isinf(ct_curve_at(&curve, 8)));
    for (int i = 0; i < 4; i++) {
        EXPECT(ct_curve_add(&curve, bytes[i], seconds[i]));
    }
    EXPECT_INT(curve.knots, 3); /* the second of 8 bytes took the place of the first */
    EXPECT(ct_curve_at(&curve, 8) == 1);
    EXPECT(ct_curve_at(&curve, 0) == 1);
    EXPECT(ct_curve_at(&curve, 64) == 3);
    EXPECT(is_within(ct_curve_at(&curve, 36), 2, 1e-12));
    EXPECT(is_within(ct_curve_at(&curve, 288), 4, 1e-12));
    EXPECT(ct_curve_at(&curve, 512) == 5);
    EXPECT(is_within(ct_curve_at(&curve, 512 + 504), 5 + 4, 1e-12)); /* the slope of 8 .. 512 */
    EXPECT(ct_curve_add(&curve, 1024, 0.5));
    EXPECT(ct_curve_at(&curve, 1e9) == 0.5); /* never falls */
}

/* Whether all knots are where they were. */
static int same(const double *found, const double *wanted) {
    int equal = 0;
    for (int i = 0; i < CT_CURVE_KNOTS; i++) {
        equal += found[i] == wanted[i];
    }
    return equal == CT_CURVE_KNOTS;
}

static void expect_room(void) {
    ct_curve curve = {.knots = 0};
    for (int i = CT_CURVE_KNOTS; i > 0; i--) {
        EXPECT(ct_curve_add(&curve, i, i));
    }
    ct_curve full = curve;
    EXPECT_INT(ct_curve_add(&curve, 0.5, 1), 0);
    EXPECT_INT(curve.knots, full.knots);
    EXPECT(same(curve.bytes, full.bytes));
    EXPECT(same(curve.seconds, full.seconds));
    EXPECT(ct_curve_add(&curve, 7, 70));
    EXPECT(ct_curve_at(&curve, 7) == 70);
}

/* Points of a line from 8 bytes to 8 MiB, each off by up to `noise`, `outliers` of them far off. */
static ct_curve noisy(double start_up_s, double byte_s, double noise, int outliers, uint32_t seed) {
    ct_curve curve = {.knots = 0};
    for (int i = 0; i < 21; i++) {
        double bytes = exp2(3 + i);
        double seconds = (start_up_s + bytes * byte_s) * (1 + noise * (2 * uniform(&seed) - 1));
        int is_outlier = outliers > 0 && i % (20 / outliers) == 3;
        (void)ct_curve_add(&curve, bytes, seconds * (is_outlier ? 2 + 20 * uniform(&seed) : 1));
    }
    ct_curve_fit(&curve);
    return curve;
}

static void expect_fits(void) {
    ct_curve exact = noisy(1e-6, 1e-10, 0, 0, 1);
    EXPECT(is_within(exact.start_up_s, 1e-6, 1e-9));
    EXPECT(is_within(exact.byte_s, 1e-10, 1e-9));
    EXPECT(exact.error < 1e-9);
    for (uint32_t seed = 1; seed <= 50; seed++) {
        ct_curve curve = noisy(1e-6, 1e-10, 0.1, 0, seed);
        EXPECT(is_within(curve.start_up_s, 1e-6, 0.1));
        EXPECT(is_within(curve.byte_s, 1e-10, 0.1));
        EXPECT(curve.error > 0 && curve.error < 0.1);
        curve = noisy(1e-6, 1e-10, 0.05, 5, seed); /* a quarter of them */
        EXPECT(is_within(curve.start_up_s, 1e-6, 0.1));
        EXPECT(is_within(curve.byte_s, 1e-10, 0.1));
        EXPECT(curve.error < 0.1);
    }
    ct_curve wild = noisy(1e-6, 1e-10, 0.9, 0, 3); /* the error tells of a line that is none */
    EXPECT(wild.error > 0.15);
}

/* Too few points, and those that ask for a line that starts or rises below nothing. */
static void expect_odd_fits(void) {
    ct_curve curve = {.knots = 0, .start_up_s = 5, .error = 5};
    ct_curve_fit(&curve);
    EXPECT(curve.start_up_s == 0 && curve.byte_s == 0 && curve.error == 0);
    (void)ct_curve_add(&curve, 64, 2);
    ct_curve_fit(&curve);
    EXPECT(is_within(curve.start_up_s + 64 * curve.byte_s, 2, 1e-12));
    EXPECT(curve.error < 1e-12);
    (void)ct_curve_add(&curve, 128, 1);
    ct_curve_fit(&curve);
    EXPECT(curve.start_up_s >= 0 && curve.byte_s >= 0);
    ct_curve steep = {.knots = 0};
    (void)ct_curve_add(&steep, 10, 1);
    (void)ct_curve_add(&steep, 20, 4);
    ct_curve_fit(&steep);
    EXPECT(steep.start_up_s == 0 && steep.byte_s > 0);
    (void)ct_curve_add(&steep, 0, 1e-3); /* a barrier has no bytes */
    ct_curve_fit(&steep);
    EXPECT(isfinite(steep.start_up_s) && isfinite(steep.byte_s) && isfinite(steep.error));
}

int main(void) {
    expect_points();
    expect_room();
    expect_fits();
    expect_odd_fits();
    return expect_status();
}
