/* Complex planes by codelets beside the defining sums: columns in one step, in two and in three, in
 * place and not, with gaps between rows, past the cache or not; and those of rows side by side. */
#include "../codelet_sums.h"
#include "../kernel_vectors.h"
#include "expect.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_MOST = 2048, PLANE_MOST = 16 * ROW_MOST };

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
static void transform_so(int is_in_place, ptrdiff_t rows, ptrdiff_t points, ptrdiff_t from,
                         ptrdiff_t into, ct_direction direction, int streams, int is_inside,
                         ct_precision precision) {
    static _Alignas(64) double complex array[2][2 * PLANE_MOST];
    static _Alignas(64) double complex work[2 * PLANE_MOST];
    const double complex *wanted = wanted_plane(rows, points, direction);
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

static void transform_plane(ptrdiff_t rows, ptrdiff_t points, ptrdiff_t from, ptrdiff_t into,
                            ct_direction direction, int streams, int is_inside,
                            ct_precision precision) {
    transform_so(from == into, rows, points, from, into, direction, streams, is_inside, precision);
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
        {768, 12},  {522, 9},  {2600, 8}, {1024, 16}};
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

static void expect_none(ptrdiff_t rows, ptrdiff_t points, ct_precision precision) {
    const ct_fft_whole_job job = {
        .class = CT_CLASS_C2C, .axes = 2, .axis = {{rows, points, points}, {points, 1, 1}}};
    EXPECT_INT(ct_fft_codelet_plane_bytes(&job, precision), 0);
}

/* Rows of so few numbers that lines across them are rows side by side; not fewer than their kernel
 * takes at once. */
static void transform_beside(ct_precision precision) {
    static const ptrdiff_t extents[][2] = {{144, 2}, {150, 3}, {200, 5},  {256, 6},
                                           {512, 7}, {600, 3}, {1000, 2}, {2048, 5}};
    for (unsigned i = 0; i < sizeof extents / sizeof *extents; i++) {
        const ptrdiff_t rows = extents[i][0];
        const ptrdiff_t points = extents[i][1];
        const int has_kernel =
            rows > CT_CODELET_MOST || points >= ct_codelet_rows_at_once(precision, rows);
        if (!has_kernel) {
            expect_none(rows, points, precision);
        }
        for (int way = 0; way < 8 && has_kernel; way++) {
            transform_so(way % 2, rows, points, points, points,
                         i % 2 == 0 ? CT_FORWARD : CT_INVERSE, way / 2 % 2, way / 4, precision);
        }
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    for (int way = 0; way < 2 * KERNEL_VECTORS; way++) {
        const ct_precision precision = way % 2 == 0 ? CT_DOUBLE : CT_FLOAT;
        if (limit_to(kernel_vectors[way / 2])) {
            transform_planes(precision);
            transform_beside(precision);
        }
    }
    for (int i = 0; i < 2; i++) {
        const ct_precision precision = i == 0 ? CT_DOUBLE : CT_FLOAT;
        ct_vectors_limit(CT_VECTORS_AVX512);
        expect_none(541, 64, precision); /* a prime */
        expect_none(1082, 64, precision);
        expect_none(541, 3, precision);
        expect_none(100, 2, precision); /* too short */
        ct_vectors_limit(CT_VECTORS_PORTABLE);
        expect_none(64, 64, precision); /* other processors have no kernels */
        expect_none(256, 3, precision);
    }
    MPI_Finalize();
    return expect_status();
}
