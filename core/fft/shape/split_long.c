#include "fft/shape/split_long.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/tall.h"
#include "fft/numbers.h"

/* Shorter columns go as tiles of a part of their rows. Medians on a Zen 3, ms, so and split, two
 * ranks: c2c 8192 x 16 1.1 and 1.0, 8192 x 8192 663 and 591, 16384 x 64 11.2 and 7.8, 32768 x 64 27
 * and 18, 65536 x 64 59 and 30, 40000 x 100 74 and 25, 100000 x 20 37 and 18, 16384 x 16384 4040
 * and 2530, r2c 1000000 x 8 120 and 55; but 4096 x 16 0.35 and 0.53, 4096 x 256 12.0 and 10.5, 8192
 * x 1000 63 and 63. One rank: 16384 x 16 4.2 and 2.8, 10000 x 100 17.9 and 12.1; but 8192 x 4 0.24
 * and 0.32, 10000 x 10 0.86 and 1.8. Of three axes, 65536 x 16 x 16 258 and 144, 32768 x 4 x 4 9.6
 * and 6.5, r2c 100000 x 3 x 4 20 and 16; but 20000 x 4 x 4 3.2 and 4.7, 8192 x 16 x 16 17 and 21.
 * Columns alone are one sweep as tiles, which takes as long (65536 x 64 44 and 46). */
enum { LENGTH_LEAST = 8192, FIELD_LENGTH_LEAST = 32768, PART_LEAST = 16 };

/* One rank splits large arrays only, and a single axis too (ms, by FFTW, measured, and so: 524288
 * 9.6 and 5.5, 1000000 20 and 16, 2097152 38 and 27, 3000000 67 and 43; but 300000 3.7 and 4.0). */
enum { SINGLE_LEAST_BYTES = 4 << 20, SINGLE_AXIS_LEAST = 500000 };

/* n0, of which and of n1 there are kernels, each divided into so many parts: n1 the nearest to n0,
 * from it on; of both more than kernels hold, in two steps. Of 16384 x 16384 32 x 512 3040, 64 x
 * 256 2600, 128 x 128 2360; of 65536 x 64 128 x 512 28.6, 256 x 256 24.2, 512 x 128 22.7 ms. 0:
 * there is none. */
static ptrdiff_t first_of(ptrdiff_t length, ptrdiff_t parts, ct_precision precision) {
    ptrdiff_t found = 0;
    for (ptrdiff_t first = PART_LEAST; first <= CT_CODELET_MOST && first * first <= length;
         first++) {
        const ptrdiff_t second = length / first;
        const int suits = length % first == 0 && first % parts == 0 && second % parts == 0 &&
                          ct_codelet_columns(precision, first, CT_FORWARD) != NULL &&
                          (ct_codelet_columns(precision, second, CT_FORWARD) != NULL ||
                           ct_fft_has_tall(second, precision));
        found = suits ? first : found;
    }
    return found;
}

/* Whether a side has rows of the first axis in slabs, as it has where nothing is said of it. */
static int is_plain(const ct_fft_side *side, int axes, int size) {
    const int is_default = side->grid[0] == 0;
    int is = side->decomposition == NULL && (is_default || side->grid[0] == size);
    for (int a = 0; a < axes; a++) {
        is = is && side->order[a] == 0 && (is_default || a == 0 || side->grid[a] == 1);
    }
    return is;
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

static int is_long(const ct_fft_shape *shape, int size) {
    const ptrdiff_t length = shape->axis[0].length;
    const int is_worth_it =
        are_all_transformed(shape) && (size > 1 || bytes_of(shape) >= SINGLE_LEAST_BYTES);
    switch (shape->axes) {
    case 1:
        return size == 1 && length >= SINGLE_AXIS_LEAST;
    case 2:
        return is_worth_it && length >= LENGTH_LEAST;
    case 3:
        return is_worth_it && length >= FIELD_LENGTH_LEAST;
    default:
        return 0;
    }
}

void ct_fft_split_long(ct_fft_shape *shape, int size, const ct_fft_options *options) {
    const int suits = !shape->is_split && is_long(shape, size) &&
                      ct_fft_axis_is_whole(&shape->axis[0]) && !options->in_place &&
                      is_plain(&options->array, shape->axes, size) &&
                      is_plain(&options->spectrum, shape->axes, size);
    const ptrdiff_t first = suits ? first_of(shape->axis[0].length, size, shape->precision) : 0;
    if (first > 0) {
        ct_fft_split(shape, first);
    }
}
