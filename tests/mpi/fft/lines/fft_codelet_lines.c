/* Long rows, and columns of few points in places, by codelets, beside the defining sums: of each
 * step there is, in place and not, past the cache or not. */
#include "codelet_sums.h"
#include "expect.h"
#include "kernel_vectors.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/kernels/steps.h"
#include "fft/lines/codelets/rows/long.h"
#include "kernels/stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 2, GAP = 4 }; /* numbers between rows */

/* Two rows, while others are fetched: those are only counted. */
static void transform_rows(ptrdiff_t points, ct_direction direction, ct_precision precision) {
    static _Alignas(64) double complex array[2][ROWS * (LINE_MOST + GAP)];
    static double complex wanted[ROWS * LINE_MOST];
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const ptrdiff_t step = (points + GAP) * number_bytes;
    const double factor = 0.25;
    const ptrdiff_t bytes = ct_codelet_long_bytes(points, 1, precision);
    ct_codelet_long *made = aligned_alloc(64, (size_t)(bytes + 63) / 64 * 64);
    EXPECT(bytes > 0 && made != NULL);
    ct_codelet_long_set(made, points, precision, direction);
    const ct_codelet_pass pass = {
        .count = ROWS, .from_step = step, .into_step = step, .factors = made, .factor = factor};
    ct_codelet_ahead ahead = {.from = (const char *)array[0],
                              .left = ROWS * points * number_bytes,
                              .skip = GAP * number_bytes,
                              .reads_only = 1};
    memset(array, 0xff, sizeof array);
    for (ptrdiff_t i = 0; i < ROWS * points; i++) {
        wanted[i] = sample(i);
        set_number(array[0], i / points * (points + GAP) + i % points, precision, sample(i));
    }
    sum_axis(wanted, ROWS * points, points, 1, direction);
    ct_codelet_long_rows(&pass, (const char *)array[0], (char *)array[1], 0, &ahead);
    double most = 0;
    ptrdiff_t changed = 0;
    for (ptrdiff_t i = 0; i < ROWS * points; i++) {
        const ptrdiff_t at = i / points * (points + GAP) + i % points;
        most = larger(most, cabs(number_at(array[1], at, precision) - factor * wanted[i]));
        changed += number_at(array[0], at, precision) != sample(i);
    }
    EXPECT(most <= factor * rounding_beside(wanted, ROWS * points, precision));
    EXPECT_INT(changed, 0);
    EXPECT(isnan(creal(number_at(array[1], points, precision))));
    EXPECT_INT(ahead.left, 0);
    EXPECT(ahead.from == (const char *)array[0] + ROWS * step);
    free(made);
}

/* Each first step; floats have those that are whole vectors of eight. Of 512 points one row alone
 * goes so where kernels take two. */
static void transform_all_rows(ct_precision precision) {
    static const ptrdiff_t points[] = {512,  640, 1000, 1024, 1536, 1920, 2000,
                                       2048, 600, 960,  1152, 1600, 1100};
    const int takes_one = ct_codelet_rows(precision, 512, 1, CT_FORWARD) != NULL;
    EXPECT_INT(ct_codelet_long_bytes(512, 2, precision), 0);
    EXPECT((ct_codelet_long_bytes(512, 1, precision) > 0) == !takes_one);
    EXPECT_INT(ct_codelet_long_bytes(1022, 1, precision), 0);
    EXPECT((ct_codelet_long_bytes(900, 1, precision) > 0) == (precision == CT_DOUBLE));
    EXPECT(ct_codelet_long_bytes(16384, 1, precision) > 0 &&
           ct_codelet_long_bytes(32768, 1, precision) == 0);
    transform_rows(7168, precision == CT_DOUBLE ? CT_FORWARD : CT_INVERSE, precision);
    for (unsigned i = 0; i < sizeof points / sizeof *points; i++) {
        if ((precision == CT_FLOAT || points[i] == 512) &&
            ct_codelet_long_bytes(points[i], 1, precision) == 0) {
            continue;
        }
        transform_rows(points[i], CT_FORWARD, precision);
        transform_rows(points[i], CT_INVERSE, precision);
    }
}

/* Columns in rows that are in the opposite order, at distances that are not the same. */
static void transform_placed(ptrdiff_t points, ptrdiff_t columns, int in_place, int streams,
                             ct_direction direction, ct_precision precision) {
    enum { COLUMNS_MOST = 24, STEP = 32 };
    static _Alignas(64) double complex array[2][2 * CT_CODELET_PLACES * STEP];
    static double complex wanted[CT_CODELET_PLACES * COLUMNS_MOST];
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const double factor = 0.25;
    ct_codelet_places places;
    const ct_codelet_pass pass = {
        .width = columns * number_bytes, .factor = factor, .places = &places};
    ct_codelet_ahead ahead = {.left = 0};
    memset(array, 0xff, sizeof array);
    for (ptrdiff_t i = 0; i < points; i++) {
        const ptrdiff_t at = (points - 1 - i + (i < points / 2 ? points / 2 : 0)) * STEP;
        places.from[i] = (const char *)array[0] + at * number_bytes;
        places.into[i] = (char *)array[!in_place] + at * number_bytes;
    }
    for (ptrdiff_t i = 0; i < points * columns; i++) {
        wanted[i] = sample(i);
        set_number((char *)places.from[i / columns], i % columns, precision, sample(i));
    }
    sum_axis(wanted, points * columns, points, columns, direction);
    ct_codelet_placed(precision, points, direction)(&pass, NULL, NULL, streams, &ahead);
    ct_stream_fence();
    double most = 0;
    for (ptrdiff_t i = 0; i < points * columns; i++) {
        const char *row = places.into[i / columns];
        most = larger(most, cabs(number_at(row, i % columns, precision) - factor * wanted[i]));
        most = isnan(creal(number_at(row, columns, precision))) ? most : NAN;
    }
    EXPECT(most <= factor * rounding_beside(wanted, points * columns, precision));
}

static void transform_all_placed(ct_precision precision) {
    enum { WIDE_MOST = CT_CODELET_PLACES, NARROW_MOST = 16 };
    const int most = ct_vectors_used() == CT_VECTORS_AVX512 ? WIDE_MOST : NARROW_MOST;
    for (ptrdiff_t points = 2; points <= 2 * WIDE_MOST; points++) {
        const int have = ct_codelet_placed(precision, points, CT_FORWARD) != NULL;
        EXPECT_INT(have, points <= most && ct_codelet_is_step(points));
        for (int way = 0; way < 2 && have; way++) {
            const ct_direction direction = way == 0 ? CT_FORWARD : CT_INVERSE;
            transform_placed(points, 11, 0, 0, direction, precision);
            transform_placed(points, 13, 1, 0, direction, precision);
            transform_placed(points, 24, 0, 1, direction, precision);
            transform_placed(points, 3, 1, 0, direction, precision);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        const ct_precision precision = way % 2 == 0 ? CT_DOUBLE : CT_FLOAT;
        if (limit_to(kernel_vectors[way / 2])) {
            transform_all_rows(precision);
            transform_all_placed(precision);
        }
    }
    ct_vectors_limit(CT_VECTORS_PORTABLE); /* other processors have no kernels */
    EXPECT_INT(ct_codelet_long_bytes(1024, 1, CT_DOUBLE), 0);
    EXPECT_INT(ct_codelet_long_bytes(1024, 1, CT_FLOAT), 0);
    MPI_Finalize();
    return expect_status();
}
