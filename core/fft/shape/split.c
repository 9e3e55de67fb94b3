#include "fft/shape/split.h"

#include <string.h>

void ct_fft_split(ct_fft_shape *shape, ptrdiff_t first) {
    const ptrdiff_t second = shape->axis[0].length / first;
    memmove(shape->axis + 2, shape->axis + 1, (size_t)(shape->axes - 1) * sizeof *shape->axis);
    shape->axis[0] = (ct_fft_axis){CT_FFT_C2C, first, first, first};
    shape->axis[1] = (ct_fft_axis){CT_FFT_C2C, second, second, second};
    shape->axes++;
    shape->is_split = 1;
}

/* The axis of the shape that is divided where one of the problem is. */
static int divided_axis(const ct_fft_shape *shape, int is_spectrum, int axis) {
    return shape->is_split && (axis > 0 || is_spectrum) ? axis + 1 : axis;
}

void ct_fft_split_grid(const ct_fft_shape *shape, int is_spectrum, const int *whole, int *grid) {
    for (int a = 0; a < shape->axes; a++) {
        grid[a] = 1;
    }
    for (int a = 0; a < ct_fft_problem_axes(shape); a++) {
        grid[divided_axis(shape, is_spectrum, a)] = whole[a];
    }
}

void ct_fft_whole_grid(const ct_fft_shape *shape, int is_spectrum, const int *grid, int *whole) {
    for (int a = 0; a < ct_fft_problem_axes(shape); a++) {
        whole[a] = grid[divided_axis(shape, is_spectrum, a)];
    }
}

ct_box ct_fft_whole_box(const ct_fft_shape *shape, int is_spectrum, const ct_box *box) {
    const ptrdiff_t rows = shape->is_split ? shape->axis[is_spectrum ? 0 : 1].length : 1;
    ct_box whole = {.axes = ct_fft_problem_axes(shape)};
    for (int a = 0; a < whole.axes; a++) {
        const int from = divided_axis(shape, is_spectrum, a);
        whole.first[a] = box->first[from] * (a == 0 ? rows : 1);
        whole.count[a] = box->count[from] * (a == 0 ? rows : 1);
    }
    return whole;
}

void ct_fft_split_order(const ct_fft_shape *shape, int is_spectrum, int *order) {
    for (int a = 0; a < shape->axes; a++) {
        order[a] = shape->is_split && is_spectrum && a < 2 ? 1 - a : a;
    }
}
