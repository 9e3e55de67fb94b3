#include "fft/shape/split_long.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/tall.h"
#include "fft/numbers.h"
#include "fft/shape/grid.h"

#include <string.h>

/* Shorter columns go as tiles of a part of their rows. Medians on a Zen 3, ms, so and split, two
 * ranks: c2c 8192 x 16 1.1 and 1.0, 8192 x 8192 663 and 591, 16384 x 64 11.2 and 7.8, 32768 x 64 27
 * and 18, 65536 x 64 59 and 30, 40000 x 100 74 and 25, 100000 x 20 37 and 18, 16384 x 16384 4040
 * and 2530, r2c 1000000 x 8 120 and 55; but 4096 x 16 0.35 and 0.53, 4096 x 256 12.0 and 10.5, 8192
 * x 1000 63 and 63. One rank: 16384 x 16 4.2 and 2.8, 10000 x 100 17.9 and 12.1; but 8192 x 4 0.24
 * and 0.32, 10000 x 10 0.86 and 1.8. Of three axes, 65536 x 16 x 16 258 and 144, 32768 x 4 x 4 9.6
 * and 6.5, r2c 100000 x 3 x 4 20 and 16; but 20000 x 4 x 4 3.2 and 4.7, 8192 x 16 x 16 17 and 21.
 * Columns alone are one sweep as tiles, which takes as long (65536 x 64 44 and 46). */
enum { LENGTH_LEAST = 8192, FIELD_LENGTH_LEAST = 32768, PART_LEAST = 16 };

/* The same of a middle axis, before rows of few numbers or more; on a Zen 5, two ranks, ms: axis 1
 * of c2c 3 x 30000 x 8 2.6 and 1.2, 8 x 30000 x 16 10.2 and 6.5, 8 x 30000 x 64 53 and 27, 3 x
 * 100000 x 2 1.9 and 1.4, 8 x 300000 x 2 18 and 12; but 8 x 10000 x 16 1.7 and 2.0, 3 x 20000 x 4
 * 1.2 and 1.9. All of 8 x 30000 x 16 21 and 12.5, 16 x 30000 x 64 150 and 83, 3 x 100000 x 2 2.9
 * and 2.2; but 5 x 50000 x 3 2.6 and 3.9. */
enum { MIDDLE_LEAST = 24000, THIN_MIDDLE_LEAST = 65536, THIN_MOST = 7 };

/* Rows of a last axis: those that no kernel takes (8 of 300000 6.8 and 5.6, 3 of 1000000 21
 * and 7.9, 64 of 300000 57 and 44), and fewer than ranks from so many points on. */
enum { FEW_ROWS_LEAST = 16384 };

/* One rank splits large arrays only, and a single axis too (ms, by FFTW, measured, and so: 524288
 * 9.6 and 5.5, 1000000 20 and 16, 2097152 38 and 27, 3000000 67 and 43; but 300000 3.7 and 4.0). */
enum { SINGLE_LEAST_BYTES = 4 << 20, SINGLE_AXIS_LEAST = 500000 };

/* n0, of which and of n1 there are kernels, each divided into so many parts: n1 the nearest to n0,
 * from it on; of both more than kernels hold, in two steps. Of 16384 x 16384 32 x 512 3040, 64 x
 * 256 2600, 128 x 128 2360; of 65536 x 64 128 x 512 28.6, 256 x 256 24.2, 512 x 128 22.7 ms. 0:
 * there is none. */
static ptrdiff_t first_of(ptrdiff_t length, ptrdiff_t parts, ptrdiff_t spectrum_parts,
                          ct_precision precision) {
    ptrdiff_t found = 0;
    for (ptrdiff_t first = PART_LEAST; first <= CT_CODELET_MOST && first * first <= length;
         first++) {
        const ptrdiff_t second = length / first;
        const int suits = length % first == 0 && first % parts == 0 &&
                          second % spectrum_parts == 0 &&
                          ct_codelet_columns(precision, first, CT_FORWARD) != NULL &&
                          (ct_codelet_columns(precision, second, CT_FORWARD) != NULL ||
                           ct_fft_has_tall(second, precision));
        found = suits ? first : found;
    }
    return found;
}

/* The grid of a side whose axes are in their order; false: of one that is another array, or a grid
 * that none can be. */
static int grid_of(const ct_fft_shape *shape, int size, const ct_fft_side *side,
                   const ct_fft_side *other, int *grid) {
    int is_plain = side->decomposition == NULL;
    for (int a = 0; a < shape->axes; a++) {
        is_plain = is_plain && side->order[a] == 0;
    }
    const ct_fft_side *given = side->grid[0] != 0 ? side : other;
    if (given->grid[0] != 0) {
        memcpy(grid, given->grid, sizeof given->grid);
    } else {
        ct_fft_grid_choose(shape, size, grid);
    }
    for (int a = 0; a < shape->axes; a++) {
        is_plain = is_plain && grid[a] > 0;
    }
    return is_plain;
}

/* Bytes of an array of complex numbers. */
static double bytes_of(const ct_fft_shape *shape) {
    double bytes = 2.0 * (double)ct_real_bytes(shape->precision);
    for (int a = 0; a < shape->axes; a++) {
        const ct_fft_axis *axis = &shape->axis[a];
        bytes *= (double)axis->length / (axis->kind == CT_FFT_R2C ? 2 : 1);
    }
    return bytes;
}

static int are_all_transformed(const ct_fft_shape *shape) {
    int are = 1;
    for (int a = 0; a < shape->axes; a++) {
        are = are && shape->axis[a].kind != CT_FFT_NONE;
    }
    return are;
}

/* Numbers of the axes from one on, before another. */
static double numbers_of(const ct_fft_shape *shape, int from, int before) {
    double numbers = 1;
    for (int a = from; a < before; a++) {
        numbers *= (double)shape->axis[a].points;
    }
    return numbers;
}

/* Of all axes, or of rows after others. */
static int is_long_row(const ct_fft_shape *shape, int axis, int size) {
    const ptrdiff_t length = shape->axis[axis].length;
    const double rows = numbers_of(shape, 0, axis);
    const ptrdiff_t row_most = (ptrdiff_t)CT_CODELET_MOST * CT_CODELET_MOST; /* rows/matrix.h */
    return axis == 0 ? size == 1 && length >= SINGLE_AXIS_LEAST
                     : length > row_most || (rows < size && length >= FEW_ROWS_LEAST);
}

static int is_long_middle(const ct_fft_shape *shape, int axis) {
    const int is_thin = numbers_of(shape, axis + 1, shape->axes) <= THIN_MOST;
    return shape->axis[axis].length >= (is_thin ? THIN_MIDDLE_LEAST : MIDDLE_LEAST);
}

static int is_long_first(const ct_fft_shape *shape) {
    return are_all_transformed(shape) &&
           shape->axis[0].length >= (shape->axes == 2 ? LENGTH_LEAST : FIELD_LENGTH_LEAST);
}

static int is_long(const ct_fft_shape *shape, int axis, int size) {
    const int is_large = size > 1 || shape->axes == 1 || bytes_of(shape) >= SINGLE_LEAST_BYTES;
    return is_large && (axis == shape->axes - 1 ? is_long_row(shape, axis, size)
                        : axis > 0              ? is_long_middle(shape, axis)
                                                : is_long_first(shape));
}

void ct_fft_split_long(ct_fft_shape *shape, int size, const ct_fft_options *options) {
    int grid[2][CT_MAX_AXES];
    const ct_fft_side *array = &options->array;
    const ct_fft_side *spectrum = &options->spectrum;
    const int suits = !shape->is_split && !options->in_place && shape->axes < CT_MAX_AXES &&
                      grid_of(shape, size, array, array, grid[0]) &&
                      grid_of(shape, size, spectrum, array, grid[1]);
    for (int a = 0; suits && !shape->is_split && a < shape->axes; a++) {
        const ptrdiff_t first =
            is_long(shape, a, size) && ct_fft_axis_is_whole(&shape->axis[a])
                ? first_of(shape->axis[a].length, grid[0][a], grid[1][a], shape->precision)
                : 0;
        if (first > 0) {
            ct_fft_split(shape, a, first);
        }
    }
}
