/* Filters: a real or imaginary factor for each coefficient. */
#include "spectral/rows.h"

#include "base/fail.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

ct_status ct_filter_check(const ct_spectrum *spectrum, const ct_filter *filter) {
    const ct_fft_problem *problem = &spectrum->problem;
    switch (filter->kind) {
    case CT_FILTER_PASS:
        return filter->from >= 0 && filter->to >= filter->from
                   ? CT_OK
                   : ct_raise(
                         CT_ERROR_ARGUMENT,
                         "a filter that passes wavenumbers from %g to %g; allowed: from 0, and "
                         "not below the first",
                         filter->from, filter->to);
    case CT_FILTER_GAUSSIAN:
        return filter->width >= 0 && isfinite(filter->width)
                   ? CT_OK
                   : ct_raise(CT_ERROR_ARGUMENT,
                              "a Gaussian filter of width %g; allowed: finite, from 0",
                              filter->width);
    case CT_FILTER_GRADIENT:
    case CT_FILTER_RIESZ:
        if (filter->axis < 0 || filter->axis >= problem->axes) {
            return ct_raise(CT_ERROR_ARGUMENT, "a filter along axis %d; allowed: 0 to %d",
                            filter->axis, problem->axes - 1);
        }
        return ct_kind_is_fourier(problem->kind[filter->axis])
                   ? CT_OK
                   : ct_raise(CT_ERROR_ARGUMENT,
                              "a gradient or Riesz transform along axis %d, whose transform is "
                              "neither c2c nor r2c",
                              filter->axis);
    case CT_FILTER_LAPLACIAN:
    case CT_FILTER_INVERSE_LAPLACIAN:
        return CT_OK;
    default:
        return ct_raise(CT_ERROR_ARGUMENT, "filter %d; allowed: 0 to %d", (int)filter->kind,
                        (int)CT_FILTER_INVERSE_LAPLACIAN);
    }
}

/* Tables for a piece of the last axis. */
typedef struct filter_table {
    ptrdiff_t count;
    double wavenumber[CT_SPECTRAL_PIECE];
    double square[CT_SPECTRAL_PIECE];   /* of wavenumbers */
    double odd[CT_SPECTRAL_PIECE];      /* wavenumbers, 0 if both signs share a coefficient */
    double gaussian[CT_SPECTRAL_PIECE]; /* of this axis' wavenumbers */
} filter_table;

/* A row's values: the magnitude of its other wavenumbers, and the one along the filter's axis
 * unless that is the last (NULL). */
typedef struct filter_row {
    double square, magnitude;
    const double *odd;
} filter_row;

/* Squares of numbers in this range, and their sums, neither overflow nor underflow. */
static const double least_to_square = 0x1p-500;
static const double most_to_square = 0x1p500;

static int can_be_squared(double number) {
    return number == 0 || isinf(number) || (number >= least_to_square && number <= most_to_square);
}

/* Whether all wavenumbers, and the bounds of a filter, can be squared. */
static int has_squares(const ct_rows *rows, const ct_filter *filter) {
    int all = ct_spectrum_largest(rows->spectrum) <= most_to_square;
    for (int a = 0; a <= rows->last; a++) {
        all = all && (rows->step[a] == 0 || rows->step[a] / 2 >= least_to_square);
    }
    return all && (filter->kind != CT_FILTER_PASS ||
                   (can_be_squared(filter->from) && can_be_squared(filter->to)));
}

/* Multiplies by the width before squaring, which might overflow. */
static double gaussian_of(const ct_filter *filter, double wavenumber) {
    const double product = pi * filter->width * wavenumber;
    return exp(-2 * product * product);
}

static void prepare(const ct_rows *rows, const ct_filter *filter, ptrdiff_t first,
                    filter_table *table) {
    const ptrdiff_t left = rows->length - first;
    const ptrdiff_t begin = rows->spectrum->box.first[rows->last] + first;
    table->count = left < CT_SPECTRAL_PIECE ? left : CT_SPECTRAL_PIECE;
    for (ptrdiff_t i = 0; i < table->count; i++) {
        const double wavenumber = ct_rows_wavenumber(rows, rows->last, begin + i, 0);
        table->wavenumber[i] = wavenumber;
        table->square[i] = wavenumber * wavenumber;
        table->odd[i] = ct_rows_wavenumber(rows, rows->last, begin + i, 1);
        table->gaussian[i] =
            filter->kind == CT_FILTER_GAUSSIAN ? gaussian_of(filter, wavenumber) : 0;
    }
}

/* The factors of a row, by squares of wavenumbers. One loop a kind, for vectorisation.
 */
static void factors_of(const ct_filter *filter, const filter_table *table, const filter_row *row,
                       double *restrict factor) {
    const double from = filter->from * (1 - 1e-9);
    const double to = filter->to * (1 + 1e-9);
    const double outer =
        filter->kind == CT_FILTER_GAUSSIAN ? gaussian_of(filter, row->magnitude) : 0;
    const double square = row->square;
    const double *along = row->odd == NULL ? table->odd : NULL;
    switch (filter->kind) {
    case CT_FILTER_PASS:
        for (ptrdiff_t i = 0; i < table->count; i++) {
            const double sum = square + table->square[i];
            factor[i] = sum >= from * from && sum <= to * to ? 1 : 0;
        }
        break;
    case CT_FILTER_GAUSSIAN:
        for (ptrdiff_t i = 0; i < table->count; i++) {
            factor[i] = outer * table->gaussian[i];
        }
        break;
    case CT_FILTER_GRADIENT:
        for (ptrdiff_t i = 0; i < table->count; i++) {
            factor[i] = 2 * pi * (along != NULL ? along[i] : *row->odd);
        }
        break;
    case CT_FILTER_RIESZ:
        for (ptrdiff_t i = 0; i < table->count; i++) {
            const double sum = square + table->square[i];
            factor[i] = sum > 0 ? -(along != NULL ? along[i] : *row->odd) / sqrt(sum) : 0;
        }
        break;
    case CT_FILTER_LAPLACIAN:
        for (ptrdiff_t i = 0; i < table->count; i++) {
            factor[i] = -4 * pi * pi * (square + table->square[i]);
        }
        break;
    case CT_FILTER_INVERSE_LAPLACIAN:
        for (ptrdiff_t i = 0; i < table->count; i++) {
            const double sum = square + table->square[i];
            factor[i] = sum > 0 ? -1 / (4 * pi * pi * sum) : 0;
        }
        break;
    }
}

/* The same without squares; for filters that are minus a square, its root.
 */
static void far_factors_of(const ct_filter *filter, const filter_table *table,
                           const filter_row *row, double *factor) {
    for (ptrdiff_t i = 0; i < table->count; i++) {
        const double size = hypot(row->magnitude, table->wavenumber[i]);
        const double odd = row->odd != NULL ? *row->odd : table->odd[i];
        switch (filter->kind) {
        case CT_FILTER_PASS:
            factor[i] =
                size >= filter->from * (1 - 1e-9) && size <= filter->to * (1 + 1e-9) ? 1 : 0;
            break;
        case CT_FILTER_GAUSSIAN:
            factor[i] = gaussian_of(filter, size);
            break;
        case CT_FILTER_GRADIENT:
            factor[i] = 2 * pi * odd;
            break;
        case CT_FILTER_RIESZ:
            factor[i] = size > 0 ? -odd / size : 0;
            break;
        case CT_FILTER_LAPLACIAN:
            factor[i] = 2 * pi * size;
            break;
        case CT_FILTER_INVERSE_LAPLACIAN:
            factor[i] = size > 0 ? 1 / (2 * pi * size) : 0;
            break;
        }
    }
}

static int is_square(ct_filter_kind kind) {
    return kind == CT_FILTER_LAPLACIAN || kind == CT_FILTER_INVERSE_LAPLACIAN;
}

/* Multiplies coefficients twice by factors, and by -1. */
static void scale_by_squares(const ct_rows *rows, char *at, ptrdiff_t count, double *factor) {
    rows->numbers->scale(at, count, rows->parts, factor);
    for (ptrdiff_t i = 0; i < count; i++) {
        factor[i] = -factor[i];
    }
    rows->numbers->scale(at, count, rows->parts, factor);
}

void ct_filter_apply(const ct_spectrum *spectrum, const ct_filter *filter, void *coefficients) {
    const ct_rows rows = ct_rows_of(spectrum);
    const ptrdiff_t bytes = rows.parts * rows.numbers->real_bytes;
    const int is_odd = filter->kind == CT_FILTER_GRADIENT || filter->kind == CT_FILTER_RIESZ;
    const int is_across = is_odd && filter->axis != rows.last;
    const int is_far = !has_squares(&rows, filter);
    const int has_magnitude = is_far || filter->kind == CT_FILTER_GAUSSIAN;
    filter_table table;
    double factor[CT_SPECTRAL_PIECE];
    for (ptrdiff_t first = 0; first < rows.length; first += CT_SPECTRAL_PIECE) {
        prepare(&rows, filter, first, &table);
        for (ptrdiff_t i = 0; i < rows.rows; i++) {
            char *at = (char *)coefficients + (i * rows.length + first) * bytes;
            ptrdiff_t position[CT_MAX_AXES];
            ct_rows_position(&rows, i, position);
            const double odd =
                is_across ? ct_rows_wavenumber(&rows, filter->axis, position[filter->axis], 1) : 0;
            const filter_row row = {ct_rows_square(&rows, position),
                                    has_magnitude ? ct_rows_magnitude(&rows, position) : 0,
                                    is_across ? &odd : NULL};
            (is_far ? far_factors_of : factors_of)(filter, &table, &row, factor);
            if (is_odd) {
                rows.numbers->times_i(at, table.count, factor);
            } else if (is_far && is_square(filter->kind)) {
                scale_by_squares(&rows, at, table.count, factor);
            } else {
                rows.numbers->scale(at, table.count, rows.parts, factor);
            }
        }
    }
}
