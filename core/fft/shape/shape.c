#include "fft/shape/shape.h"

#include "base/fail.h"
#include "fft/numbers.h"
#include "fft/shape/split.h"

#include <limits.h>
#include <stdint.h>
#include <string.h>

ct_fft_problem ct_fft_complex(int axes, const ptrdiff_t *extent) {
    ct_fft_problem problem = {.axes = axes};
    for (int a = 0; a < axes && a < CT_MAX_AXES; a++) {
        problem.extent[a] = extent[a];
        problem.kind[a] = CT_FFT_C2C;
    }
    return problem;
}

ct_fft_problem ct_fft_real(int axes, const ptrdiff_t *extent) {
    ct_fft_problem problem = ct_fft_complex(axes, extent);
    if (axes >= 1 && axes <= CT_MAX_AXES) {
        problem.kind[axes - 1] = CT_FFT_R2C;
    }
    return problem;
}

static int is_complex_kind(ct_fft_kind kind) {
    return kind == CT_FFT_C2C || kind == CT_FFT_R2C;
}

static ptrdiff_t all_modes(ct_fft_kind kind, ptrdiff_t length) {
    return kind == CT_FFT_R2C ? length / 2 + 1 : length;
}

static ct_fft_axis axis_of(const ct_fft_problem *problem, int a) {
    ct_fft_axis axis = {problem->kind[a], problem->extent[a], problem->length[a],
                        problem->modes[a]};
    axis.length = axis.length > 0 ? axis.length : axis.points;
    axis.modes = axis.modes > 0 ? axis.modes : all_modes(axis.kind, axis.length);
    return axis;
}

static ct_status check_axis(const ct_fft_problem *problem, int a) {
    if (problem->extent[a] < 1 || problem->extent[a] > INT_MAX) {
        return ct_raise(CT_ERROR_ARGUMENT, "FFT extent %td along axis %d; allowed: 1 to 2147483647",
                        problem->extent[a], a);
    }
    if (problem->kind[a] < CT_FFT_NONE || problem->kind[a] >= CT_FFT_KINDS) {
        return ct_raise(CT_ERROR_ARGUMENT, "FFT kind %d along axis %d; allowed: 0 to %d",
                        (int)problem->kind[a], a, CT_FFT_KINDS - 1);
    }
    ct_fft_axis axis = axis_of(problem, a);
    ptrdiff_t longest = axis.kind == CT_FFT_NONE ? axis.points : INT_MAX;
    ptrdiff_t least = axis.kind == CT_FFT_DCT1 && axis.points < 2 ? 2 : axis.points;
    if (problem->length[a] < 0 || axis.length < least || axis.length > longest) {
        return ct_raise(CT_ERROR_ARGUMENT, "FFT length %td along axis %d; allowed: %td to %td",
                        problem->length[a] < 0 ? problem->length[a] : axis.length, a, least,
                        longest);
    }
    ptrdiff_t most = all_modes(axis.kind, axis.length);
    if (problem->modes[a] < 0 || axis.modes > most ||
        (axis.kind == CT_FFT_NONE && axis.modes < most)) {
        return ct_raise(CT_ERROR_ARGUMENT, "%td FFT modes along axis %d; allowed: %td to %td",
                        problem->modes[a], a, axis.kind == CT_FFT_NONE ? most : 1, most);
    }
    return CT_OK;
}

/* Checks for at most one r2c axis, and at least one axis to transform. */
static ct_status check_kinds(const ct_fft_problem *problem) {
    int transformed = 0;
    int real_axis = -1;
    for (int a = 0; a < problem->axes; a++) {
        transformed += problem->kind[a] != CT_FFT_NONE;
        if (real_axis >= 0 && problem->kind[a] == CT_FFT_R2C) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "FFT kinds: axis %d is r2c, so axis %d cannot be r2c; allowed: c2c",
                            real_axis, a);
        }
        real_axis = problem->kind[a] == CT_FFT_R2C ? a : real_axis;
    }
    if (real_axis >= 0 && problem->is_complex) {
        return ct_raise(CT_ERROR_ARGUMENT, "FFT kinds: axis %d is r2c, but the array is complex",
                        real_axis);
    }
    return transformed > 0 ? CT_OK
                           : ct_raise(CT_ERROR_ARGUMENT, "FFT kinds: no axis would be transformed");
}

ct_status ct_fft_problem_check(const ct_fft_problem *problem) {
    double bytes = 2 * sizeof(double);
    if (problem == NULL || problem->axes < 1 || problem->axes > CT_MAX_AXES) {
        return ct_raise(CT_ERROR_ARGUMENT, "an FFT of %d axes; allowed: 1 to %d",
                        problem != NULL ? problem->axes : 0, CT_MAX_AXES);
    }
    if (problem->precision != CT_DOUBLE && problem->precision != CT_FLOAT) {
        return ct_raise(CT_ERROR_ARGUMENT, "FFT precision %d; allowed: 0 (double), 1 (float)",
                        (int)problem->precision);
    }
    for (int a = 0; a < problem->axes; a++) {
        ct_status status = check_axis(problem, a);
        if (status != CT_OK) {
            return status;
        }
        bytes *= (double)axis_of(problem, a).length + 2;
    }
    if (bytes > (double)(PTRDIFF_MAX / 2)) {
        return ct_raise(CT_ERROR_ARGUMENT, "an FFT of %.3g GB cannot be addressed", bytes * 1e-9);
    }
    return check_kinds(problem);
}

/* Axes of one point, which c2c leaves as they are, but for a last one to transform: a field of one
 * layer goes as what it is, of fewer axes (two ranks, ms: c2c 1024 x 1024 x 1 12.4 and 5.3, 1 x
 * 1024 x 1024 9.9 and 5.8). */
static void leave_points(ct_fft_shape *shape) {
    const int is_complex = ct_fft_state_of(shape, 0).is_complex;
    int left = 0;
    for (int a = 0; a < shape->axes; a++) {
        left += shape->axis[a].kind != CT_FFT_NONE;
    }
    for (int a = 0; a < shape->axes && left > 1; a++) {
        if (shape->axis[a].kind == CT_FFT_C2C && shape->axis[a].length == 1) {
            shape->axis[a].kind = CT_FFT_NONE;
            shape->is_complex = is_complex;
            left--;
        }
    }
}

ct_fft_shape ct_fft_shape_of(const ct_fft_problem *problem, int size) {
    ct_fft_shape shape = {.axes = problem->axes,
                          .precision = problem->precision,
                          .is_complex = problem->is_complex != 0};
    for (int a = 0; a < problem->axes; a++) {
        shape.axis[a] = axis_of(problem, a);
    }
    leave_points(&shape);
    if (shape.axes == 1 && size > 1) {
        ct_fft_shape_distribute(&shape, size);
    }
    return shape;
}

int ct_fft_shape_order(const ct_fft_shape *shape, int order[CT_MAX_AXES]) {
    int slowest_first[CT_MAX_AXES]; /* of the spectrum: the fastest goes first */
    int count = 0;
    int first = CT_MAX_AXES; /* place of c2c */
    ct_fft_split_order(shape, 1, slowest_first);
    for (int i = 0; i < shape->axes; i++) {
        const int a = slowest_first[shape->axes - 1 - i];
        int at = count;
        count += shape->axis[a].kind != CT_FFT_NONE;
        for (; at > first && shape->axis[a].kind == CT_FFT_R2C; at--) {
            order[at] = order[at - 1];
        }
        order[at] = a;
        first = shape->axis[a].kind == CT_FFT_C2C && at < first ? at : first;
    }
    return count;
}

int ct_fft_is_smooth(ptrdiff_t length) {
    for (ptrdiff_t factor = 2; factor <= 7; factor++) {
        while (length % factor == 0) {
            length /= factor;
        }
    }
    return length == 1;
}

int ct_fft_is_codelet(ptrdiff_t length) {
    return length <= 16 || length == 20 || length == 25 || length == 32 || length == 64 ||
           length == 128;
}

int ct_fft_is_prime(ptrdiff_t length) {
    for (ptrdiff_t factor = 2; factor * factor <= length; factor++) {
        if (length % factor == 0) {
            return 0;
        }
    }
    return length > 1;
}

void ct_fft_find_powers(ptrdiff_t prime, short *power) {
    ptrdiff_t order = 0;
    for (ptrdiff_t g = 2; order < prime - 1; g++) {
        ptrdiff_t value = 1;
        order = 0;
        do {
            power[order++] = (short)value;
            value = value * g % prime;
        } while (value != 1);
    }
}

int ct_fft_is_cyclic(ptrdiff_t length) {
    return length >= CT_FFT_CYCLIC_LEAST && length <= CT_FFT_CYCLIC_MOST &&
           ct_fft_is_smooth(length - 1) && ct_fft_is_prime(length);
}

void ct_fft_ranges(const ct_fft_axis *axis, int is_spectrum, ct_fft_range range[2]) {
    ptrdiff_t extent = is_spectrum ? axis->modes : axis->points;
    ptrdiff_t low = extent;
    ptrdiff_t points = axis->length;
    if (axis->kind == CT_FFT_R2C && is_spectrum) {
        points = all_modes(axis->kind, axis->length);
    }
    if (axis->kind == CT_FFT_C2C && is_spectrum && axis->modes < axis->length) {
        low = axis->modes - axis->modes / 2;
    }
    ptrdiff_t high = extent - low;
    range[0] = (ct_fft_range){0, 0, low};
    range[1] = (ct_fft_range){low, points - high, high};
}

ptrdiff_t ct_fft_pair(const ct_fft_axis *axis) {
    const int is_cut = axis->kind == CT_FFT_C2C && axis->modes < axis->length;
    return is_cut && axis->modes % 2 == 0 ? axis->modes / 2 : 0;
}

ct_fft_kind ct_fft_undoing(ct_fft_kind kind) {
    switch (kind) {
    case CT_FFT_DCT2:
        return CT_FFT_DCT3;
    case CT_FFT_DCT3:
        return CT_FFT_DCT2;
    case CT_FFT_DST2:
        return CT_FFT_DST3;
    case CT_FFT_DST3:
        return CT_FFT_DST2;
    default:
        return kind;
    }
}

double ct_fft_logical(const ct_fft_axis *axis) {
    switch (axis->kind) {
    case CT_FFT_NONE:
        return 1;
    case CT_FFT_C2C:
    case CT_FFT_R2C:
        return (double)axis->length;
    case CT_FFT_DCT1:
        return 2 * (double)(axis->length - 1);
    case CT_FFT_DST1:
        return 2 * (double)(axis->length + 1);
    default:
        return 2 * (double)axis->length;
    }
}

ct_fft_state ct_fft_state_of(const ct_fft_shape *shape, unsigned done) {
    ct_fft_state state = {.is_complex = shape->is_complex};
    int waits = 0; /* for the r2c axis */
    for (int a = 0; a < shape->axes; a++) {
        int is_done = (done >> a & 1) != 0;
        state.extent[a] = is_done ? shape->axis[a].modes : shape->axis[a].points;
        state.is_complex = state.is_complex || is_complex_kind(shape->axis[a].kind);
        waits = waits || (shape->axis[a].kind == CT_FFT_R2C && !is_done);
    }
    state.is_complex = state.is_complex && !waits;
    state.element_bytes = ct_real_bytes(shape->precision) * (state.is_complex ? 2 : 1);
    return state;
}

int ct_fft_extents(const ct_fft_problem *problem, int is_spectrum, ptrdiff_t extent[CT_MAX_AXES]) {
    ct_fft_shape shape = ct_fft_shape_of(problem, 1);
    ct_fft_state state = ct_fft_state_of(&shape, is_spectrum ? ~0U : 0);
    memcpy(extent, state.extent, sizeof state.extent);
    return state.is_complex;
}

ct_ownership ct_fft_layout_of(const ct_fft_shape *shape, const ct_fft_state *state,
                              const int grid[CT_MAX_AXES]) {
    ct_distribution distribution = {.axes = shape->axes};
    memcpy(distribution.extent, state->extent, sizeof distribution.extent);
    memcpy(distribution.grid, grid, (size_t)shape->axes * sizeof *grid);
    return ct_ownership_of(&distribution, NULL, state->element_bytes);
}
