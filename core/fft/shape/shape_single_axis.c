/* A single axis that all ranks transform together: split into two, or reduced to a complex
 * transform that can be split. */
#include "fft/shape/split.h"

#include <limits.h>
#include <stdint.h>

/* The largest divisor up to the square root. */
static ptrdiff_t middle_divisor(ptrdiff_t length) {
    ptrdiff_t middle = 1;
    for (ptrdiff_t d = 2; d * d <= length; d++) {
        middle = length % d == 0 ? d : middle;
    }
    return middle;
}

/* Splits an axis without padding or truncation into two, as equal as its divisors allow, if both
 * are at least as long as the number of ranks. */
static void split_axis(ct_fft_shape *shape, int size) {
    const ptrdiff_t first = middle_divisor(shape->axis[0].length);
    if (first >= size && ct_fft_axis_is_whole(&shape->axis[0])) {
        ct_fft_split(shape, 0, first);
    }
}

/* Points of the complex transform that an axis is reduced to. */
static ptrdiff_t complex_points(const ct_fft_axis *axis) {
    switch (axis->kind) {
    case CT_FFT_C2C:
        return axis->length;
    case CT_FFT_DCT1:
        return axis->length - 1;
    case CT_FFT_DST1:
        return axis->length + 1;
    default:
        return axis->length % 2 == 0 ? axis->length / 2 : axis->length;
    }
}

/* The smallest number from `least` on with prime factors 2, 3 and 5 only. */
static ptrdiff_t smooth_from(ptrdiff_t least) {
    ptrdiff_t best = PTRDIFF_MAX;
    for (ptrdiff_t five = 1; five < 5 * least; five *= 5) {
        for (ptrdiff_t odd = five; odd < 3 * least; odd *= 3) {
            ptrdiff_t smooth = odd;
            while (smooth < least) {
                smooth *= 2;
            }
            best = smooth < best ? smooth : best;
        }
    }
    return best;
}

ptrdiff_t ct_fft_reduced_least(ct_fft_kind kind) {
    return kind == CT_FFT_DCT1 || kind == CT_FFT_DST1 ? 65536 : 16384;
}

/* Reduces a long axis to a complex transform, by convolutions if its points cannot be split. */
static void reduce_axis(ct_fft_shape *shape, int size) {
    const ct_fft_axis *axis = &shape->axis[0];
    ptrdiff_t points = complex_points(axis);
    const int is_two = shape->is_complex && axis->kind != CT_FFT_C2C; /* two real transforms */
    if (axis->kind == CT_FFT_NONE || is_two || axis->length < ct_fft_reduced_least(axis->kind)) {
        return;
    }
    ptrdiff_t chirp = middle_divisor(points) < size ? smooth_from(2 * points - 1) : 0;
    if (points > INT_MAX || chirp > INT_MAX || (chirp > 0 && middle_divisor(chirp) < size)) {
        return;
    }
    shape->reduced_points = points;
    shape->chirp_points = chirp;
}

void ct_fft_shape_distribute(ct_fft_shape *shape, int size) {
    split_axis(shape, size);
    if (!shape->is_split) {
        reduce_axis(shape, size);
    }
}
