/* Planes by codelets, complex and real, beside the defining sums: columns in one step, in two and
 * in three, in place and not, with gaps between rows, past the cache or not. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/plane.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MOST = 2048, PLANE_MOST = 16 * ROW_MOST };
static const double FACTOR = 0.25;

/* What is wanted of sample() on a plane, kept: ways that follow each other want the same. */
static const double complex *wanted_plane(ptrdiff_t rows, ptrdiff_t points,
                                          ct_direction direction) {
    static double complex wanted[PLANE_MOST];
    static ptrdiff_t kept[3];
    if (kept[0] != rows || kept[1] != points || kept[2] != (ptrdiff_t)direction) {
        for (ptrdiff_t i = 0; i < rows * points; i++) {
            wanted[i] = sample(i);
        }
        sum_axis(wanted, rows * points, points, 1, direction);
        sum_axis(wanted, rows * points, rows, points, direction);
        kept[0] = rows;
        kept[1] = points;
        kept[2] = (ptrdiff_t)direction;
    }
    return wanted;
}

/* A plane whose rows are so many numbers apart at either end. The output begins with a cache line,
 * or is_inside one, and in place the input too. */
static void transform_plane(ptrdiff_t rows, ptrdiff_t points, ptrdiff_t from, ptrdiff_t into,
                            ct_direction direction, int streams, int is_inside,
                            ct_precision precision) {
    static _Alignas(64) double complex array[2][2 * PLANE_MOST];
    static _Alignas(64) double complex work[2 * PLANE_MOST];
    const double complex *wanted = wanted_plane(rows, points, direction);
    const int is_in_place = from == into;
    const ct_fft_whole_job job = {.class = CT_CLASS_C2C,
                                  .direction = direction,
                                  .axes = 2,
                                  .axis = {{rows, from, into}, {points, 1, 1}}};
    const double factor = streams ? 1 : 0.25; /* some kernels leave out a factor of 1 */
    const ptrdiff_t begin = is_inside ? 2 * ct_real_bytes(precision) : 0;
    char *output = (char *)array[!is_in_place] + begin;
    char *input = is_in_place ? output : (char *)array[0];
    ct_fft_codelet_plane *plane = ct_fft_codelet_plane_create(&job, precision, factor, streams);
    EXPECT(plane != NULL && ct_fft_codelet_plane_bytes(&job, precision) <= (ptrdiff_t)sizeof work);
    memset(array, 0xff, sizeof array);
    for (ptrdiff_t i = 0; i < rows * points; i++) {
        set_number(input, i / points * from + i % points, precision, sample(i));
    }
    ct_fft_codelet_plane_run(plane, input, output, work, is_in_place ? NULL : input,
                             &(ct_sequence_piece){.sequence = NULL});
    ptrdiff_t changed = 0;
    double most = 0;
    for (ptrdiff_t i = 0; i < rows * points; i++) {
        const double complex found = number_at(output, i / points * into + i % points, precision);
        const ptrdiff_t at = i / points * from + i % points;
        most = larger(most, cabs(found - factor * wanted[i]));
        changed += !is_in_place && number_at(input, at, precision) != sample(i);
    }
    EXPECT(most <= factor * rounding_beside(wanted, rows * points, precision));
    EXPECT_INT(changed, 0);
    EXPECT(into == points || isnan(creal(number_at(output, points, precision))));
    EXPECT(isnan(creal(number_at(output, (rows - 1) * into + points, precision))));
    EXPECT(begin == 0 || isnan(creal(number_at(output - begin, 0, precision))));
    free(plane);
}

/* A job for a plane of real numbers, there or back. */
typedef struct real_plane {
    ptrdiff_t rows, points;
    ptrdiff_t pad;   /* real numbers between rows; none: not in place */
    ptrdiff_t gap;   /* complex numbers between rows of coefficients */
    ptrdiff_t begin; /* complex numbers before the output, which then begins inside a cache line */
    int is_forward, streams;
    ct_precision precision;
} real_plane;

/* The largest error of a result. */
static double real_error(const real_plane *p, const char *output, ptrdiff_t into,
                         const double complex *wanted) {
    double most = 0;
    for (ptrdiff_t i = 0; i < p->rows * p->points; i++) {
        const ptrdiff_t k = i % p->points;
        const ptrdiff_t at = i / p->points * into + k;
        if (p->is_forward && k <= p->points / 2) {
            most = larger(most, cabs(number_at(output, at, p->precision) - wanted[i]));
        } else if (!p->is_forward) {
            most = larger(most, cabs(ct_real_at(output, at, p->precision) - wanted[i]));
        }
    }
    return most;
}

/* What is not of rows of coefficients, 1 before, and was written nevertheless. */
static ptrdiff_t changed_between(const real_plane *p, const char *output, ptrdiff_t into) {
    const ptrdiff_t begin = 2 * p->begin;
    ptrdiff_t changed = 0;
    for (ptrdiff_t i = -begin; i < 2 * p->rows * into + ROW_MOST; i++) {
        const int is_of_row = i >= 0 && i < 2 * p->rows * into && i % (2 * into) < p->points + 2;
        changed += !is_of_row && ct_real_at(output, i, p->precision) != 1;
    }
    return changed;
}

/* What is wanted of real_sample() on a plane of real numbers there, or of coefficients back, kept
 * of each. */
static const double complex *wanted_real(ptrdiff_t rows, ptrdiff_t points, int is_forward) {
    static double complex all[2][PLANE_MOST];
    static double complex half_of[PLANE_MOST];
    static ptrdiff_t kept[2][2];
    double complex *wanted = all[is_forward];
    if (kept[is_forward][0] != rows || kept[is_forward][1] != points) {
        for (ptrdiff_t i = 0; i < rows * points; i++) {
            wanted[i] = real_sample(i);
        }
        for (ptrdiff_t i = 0; i < rows * (points / 2 + 1); i++) {
            half_of[i] = sample(i);
        }
        if (is_forward) {
            sum_axis(wanted, rows * points, points, 1, CT_FORWARD);
            sum_axis(wanted, rows * points, rows, points, CT_FORWARD);
        } else {
            sum_real(rows, points, half_of, wanted);
        }
        for (ptrdiff_t i = 0; i < rows * points; i++) {
            wanted[i] *= FACTOR;
        }
        kept[is_forward][0] = rows;
        kept[is_forward][1] = points;
    }
    return wanted;
}

/* Past the cache or not, in place with padding. */
static void transform_real_plane(const real_plane *p) {
    static _Alignas(64) double array[2][4 * PLANE_MOST];
    static _Alignas(64) double complex work[2 * PLANE_MOST];
    const double complex *wanted = wanted_real(p->rows, p->points, p->is_forward);
    const ptrdiff_t rows = p->rows;
    const ptrdiff_t points = p->points;
    const ptrdiff_t half = points / 2 + 1;
    const ptrdiff_t from = p->is_forward ? points + p->pad : half;
    const ptrdiff_t into = p->is_forward ? half + p->gap : points + p->pad;
    const ct_fft_whole_job job = {.class = p->is_forward ? CT_CLASS_R2C : CT_CLASS_C2R,
                                  .axes = 2,
                                  .axis = {{rows, from, into}, {points, 1, 1}}};
    ct_fft_codelet_plane *plane =
        ct_fft_codelet_plane_create(&job, p->precision, FACTOR, p->streams);
    EXPECT(plane != NULL &&
           ct_fft_codelet_plane_bytes(&job, p->precision) <= (ptrdiff_t)sizeof work);
    char *output = (char *)array[p->pad == 0] + 2 * p->begin * ct_real_bytes(p->precision);
    memset(array, 0xff, sizeof array);
    set_signalling(work, sizeof work, p->precision);
    for (ptrdiff_t i = 0; i < rows * points && p->is_forward; i++) {
        ct_real_set(array[0], i / points * from + i % points, p->precision, real_sample(i));
    }
    for (ptrdiff_t i = 0; i < 2 * rows * half && !p->is_forward; i++) {
        ct_real_set(array[0], i, p->precision, real_sample(i));
    }
    for (ptrdiff_t i = 0; i < (ptrdiff_t)4 * PLANE_MOST && p->is_forward; i++) {
        ct_real_set(array[1], i, p->precision, 1);
    }
    EXPECT_INT(feclearexcept(FE_ALL_EXCEPT), 0);
    ct_fft_codelet_plane_run(plane, array[0], output, work, p->pad == 0 ? array[0] : NULL,
                             &(ct_sequence_piece){.sequence = NULL});
    EXPECT_INT(fetestexcept(FE_INVALID), 0);
    EXPECT(real_error(p, output, into, wanted) <=
           rounding_beside(wanted, rows * points, p->precision));
    EXPECT(p->pad > 0 || p->is_forward ||
           isnan(ct_real_at(output, (rows - 1) * into + points, p->precision)));
    EXPECT(p->begin == 0 || p->is_forward || isnan(ct_real_at(output, -1, p->precision)));
    EXPECT(!p->is_forward || p->pad > 0 || changed_between(p, output, into) == 0);
    free(plane);
}

static void transform_real_planes(ct_precision precision) {
    static const ptrdiff_t extents[][2] = {
        {64, 64},   {8, 128},   {16, 512}, {32, 256}, {64, 128}, {8, 1024}, {128, 128}, {256, 128},
        {12, 192},  {10, 160},  {12, 240}, {10, 200}, {20, 320}, {12, 384}, {100, 128}, {192, 128},
        {160, 192}, {240, 128}, {8, 480},  {8, 640},  {8, 768},  {8, 80},   {12, 96},   {10, 120},
        {16, 100},  {100, 100}, {8, 1280}, {8, 2048}, {9, 16},   {15, 36},  {18, 40},   {24, 48},
        {25, 60},   {30, 72},   {36, 80},  {40, 108}, {48, 144}, {50, 180}, {54, 216},  {60, 100},
        {12, 288},  {8, 300},   {9, 360},  {10, 400}, {12, 432}, {8, 500},  {9, 576},   {8, 600},
        {12, 720},  {8, 800},   {9, 960},  {8, 1000}, {72, 48},  {90, 60},  {108, 36},  {144, 40},
        {150, 72},  {180, 36},  {200, 48}, {216, 36}, {250, 40}, {288, 36}, {300, 40},  {360, 36},
        {400, 40},  {480, 32},  {500, 32}, {7, 56},   {14, 84},  {21, 112}, {28, 168},  {42, 224},
        {56, 280},  {9, 336},   {10, 448}, {8, 560},  {8, 672},  {8, 896},  {84, 28},   {112, 56},
        {140, 56},  {168, 28},  {224, 28}, {280, 56}, {336, 28}, {448, 28}, {11, 44},   {26, 52},
        {99, 70},   {88, 26},   {110, 54}, {143, 22}, {169, 26}, {13, 286}, {64, 486},  {10, 660},
        {1000, 18}, {640, 24}};
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        real_plane p = {.rows = extents[i][0], .points = extents[i][1], .precision = precision};
        for (int way = 0; way < 8; way++) {
            p.pad = way < 4 ? 0 : 2;
            p.is_forward = way % 2;
            p.streams = way / 2 % 2;
            transform_real_plane(&p);
        }
    }
    for (unsigned i = 0; i < 8; i++) { /* wherever rows begin, and with gaps */
        const real_plane p = {.rows = extents[i % 2][0],
                              .points = extents[i % 2][1],
                              .gap = i / 4,
                              .begin = 1 + i % 4,
                              .is_forward = 1,
                              .streams = 1,
                              .precision = precision};
        transform_real_plane(&p);
    }
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        const real_plane p = {.rows = extents[i][0],
                              .points = extents[i][1],
                              .begin = 1 + i % 3,
                              .streams = i % 4 < 3,
                              .precision = precision};
        transform_real_plane(&p);
    }
}

static void transform_planes(ct_precision precision) {
    static const ptrdiff_t extents[][2] = {
        {16, 16},   {64, 64},  {8, 64},   {64, 8},   {32, 16},  {16, 32},   {128, 8},  {256, 16},
        {512, 16},  {16, 128}, {8, 256},  {16, 512}, {10, 80},  {20, 120},  {80, 8},   {120, 8},
        {10, 96},   {12, 100}, {20, 160}, {8, 192},  {8, 240},  {8, 320},   {8, 384},  {96, 8},
        {100, 100}, {160, 16}, {192, 8},  {200, 8},  {240, 8},  {320, 8},   {384, 8},  {10, 40},
        {8, 48},    {8, 60},   {8, 50},   {100, 50}, {8, 768},  {10, 1024}, {4, 64},   {9, 18},
        {15, 24},   {18, 30},  {24, 36},  {25, 54},  {30, 72},  {36, 90},   {40, 108}, {50, 144},
        {54, 150},  {60, 180}, {72, 200}, {16, 216}, {8, 250},  {9, 288},   {10, 300}, {12, 360},
        {16, 400},  {8, 480},  {15, 500}, {90, 20},  {108, 18}, {144, 30},  {150, 20}, {180, 24},
        {216, 18},  {250, 20}, {288, 16}, {300, 18}, {360, 24}, {400, 20},  {480, 24}, {500, 30},
        {7, 28},    {14, 56},  {21, 84},  {28, 112}, {42, 140}, {16, 168},  {56, 14},  {84, 42},
        {112, 28},  {140, 28}, {168, 42}, {224, 14}, {280, 14}, {336, 28},  {448, 28}, {8, 224},
        {8, 280},   {8, 336},  {8, 448},  {11, 33},  {22, 13},  {26, 27},   {66, 70},  {70, 66},
        {81, 121},  {110, 55}, {143, 65}, {169, 39}, {13, 242}, {8, 484},   {9, 462},  {1000, 8},
        {768, 12},  {522, 9},  {1024, 16}};
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        const ptrdiff_t rows = extents[i][0];
        const ptrdiff_t points = extents[i][1];
        for (int way = 0; way < 2; way++) {
            const ct_direction direction = way == 0 ? CT_FORWARD : CT_INVERSE;
            for (int inside = 0; inside < 2 - way; inside++) { /* enough forward */
                transform_plane(rows, points, points, points, direction, 0, inside, precision);
                for (int streams = 0; streams < 2; streams++) {
                    transform_plane(rows, points, points + 4, points, direction, streams, inside,
                                    precision);
                }
            }
            for (int streams = 0; streams < 2; streams++) {
                transform_plane(rows, points, points, points + 4, direction, streams, streams,
                                precision);
                transform_plane(rows, points, points + 4, points + 8, direction, streams, streams,
                                precision);
            }
        }
    }
}

static void expect_none(ptrdiff_t rows) {
    const ct_fft_whole_job job = {
        .class = CT_CLASS_C2C, .axes = 2, .axis = {{rows, 64, 64}, {64, 1, 1}}};
    EXPECT_INT(ct_fft_codelet_plane_bytes(&job, CT_DOUBLE), 0);
    EXPECT_INT(ct_fft_codelet_plane_bytes(&job, CT_FLOAT), 0);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        const ct_precision precision = way % 2 == 0 ? CT_DOUBLE : CT_FLOAT;
        if (limit_to(kernel_vectors[way / 2])) {
            transform_planes(precision);
            transform_real_planes(precision);
        }
    }
    expect_none(2592); /* factors have no room */
    expect_none(541);  /* a prime */
    ct_vectors_limit(CT_VECTORS_PORTABLE);
    expect_none(64); /* other processors have no kernels */
    MPI_Finalize();
    return expect_status();
}
