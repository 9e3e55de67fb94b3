#include "fft/shape/split.h"

#include <string.h>

void ct_fft_split(ct_fft_shape *shape, int axis, ptrdiff_t first) {
    ct_fft_axis *part = &shape->axis[axis];
    const ptrdiff_t second = part->length / first;
    memmove(part + 2, part + 1, (size_t)(shape->axes - 1 - axis) * sizeof *part);
    part[0] = (ct_fft_axis){CT_FFT_C2C, first, first, first};
    part[1] = (ct_fft_axis){CT_FFT_C2C, second, second, second};
    shape->axes++;
    shape->is_split = 1;
    shape->split_axis = axis;
}

ct_fft_shape ct_fft_split_undone(const ct_fft_shape *shape) {
    ct_fft_shape whole = *shape;
    if (shape->is_split) {
        ct_fft_axis *part = &whole.axis[shape->split_axis];
        const ptrdiff_t length = part[0].length * part[1].length;
        memmove(part + 1, part + 2, (size_t)(shape->axes - 2 - shape->split_axis) * sizeof *part);
        part[0] = (ct_fft_axis){CT_FFT_C2C, length, length, length};
        whole.axes--;
        whole.is_split = whole.split_axis = 0;
    }
    return whole;
}

int ct_fft_split_allows(const ct_fft_shape *shape, unsigned group) {
    const unsigned parts = 3U << shape->split_axis;
    const unsigned before = (1U << shape->split_axis) - 1;
    return (group & parts) != parts && ((group & before) == 0 || (group & ~before) == 0);
}

/* The axis of the shape that is divided where one of the problem is. */
static int divided_axis(const ct_fft_shape *shape, int is_spectrum, int axis) {
    const int is_behind = axis > shape->split_axis || (axis == shape->split_axis && is_spectrum);
    return shape->is_split && is_behind ? axis + 1 : axis;
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
    const int split = shape->is_split ? shape->split_axis : -1;
    const ptrdiff_t positions = split >= 0 ? shape->axis[split + !is_spectrum].length : 1;
    ct_box whole = {.axes = ct_fft_problem_axes(shape)};
    for (int a = 0; a < whole.axes; a++) {
        const int from = divided_axis(shape, is_spectrum, a);
        whole.first[a] = box->first[from] * (a == split ? positions : 1);
        whole.count[a] = box->count[from] * (a == split ? positions : 1);
    }
    return whole;
}

void ct_fft_split_order(const ct_fft_shape *shape, int is_spectrum, int *order) {
    for (int a = 0; a < shape->axes; a++) {
        const int part = is_spectrum ? ct_fft_split_part(shape, a) : 0;
        order[a] = part == 0 ? a : part == 1 ? a + 1 : a - 1;
    }
}
