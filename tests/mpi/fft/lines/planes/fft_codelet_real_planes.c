/* Real planes by codelets, there and back, beside the defining sums: columns in one step, in two
 * and in three, in place and not, with gaps between rows, past the cache or not. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/plane.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MOST = 2048, PLANE_MOST = 16 * ROW_MOST };
static const double FACTOR = 0.25;

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

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        if (limit_to(kernel_vectors[way / 2])) {
            transform_real_planes(way % 2 == 0 ? CT_DOUBLE : CT_FLOAT);
        }
    }
    MPI_Finalize();
    return expect_status();
}
