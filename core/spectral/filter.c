/* Filters: one factor a coefficient, real or imaginary. */
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

/* A piece of the last axis: what factors are made of. */
typedef struct filter_table {
    ptrdiff_t count;
    double square[CT_SPECTRAL_PIECE];   /* of wavenumbers */
    double odd[CT_SPECTRAL_PIECE];      /* wavenumbers, 0 at Nyquist */
    double gaussian[CT_SPECTRAL_PIECE]; /* of the wavenumbers of this axis alone */
} filter_table;

static double gaussian_of(const ct_filter *filter, double square) {
    return exp(-2 * pi * pi * filter->width * filter->width * square);
}

static void prepare(const ct_rows *rows, const ct_filter *filter, ptrdiff_t first,
                    filter_table *table) {
    const ptrdiff_t left = rows->length - first;
    const ptrdiff_t begin = rows->spectrum->box.first[rows->last] + first;
    table->count = left < CT_SPECTRAL_PIECE ? left : CT_SPECTRAL_PIECE;
    for (ptrdiff_t i = 0; i < table->count; i++) {
        double wavenumber = ct_rows_wavenumber(rows, rows->last, begin + i, 0);
        table->square[i] = wavenumber * wavenumber;
        table->odd[i] = ct_rows_wavenumber(rows, rows->last, begin + i, 1);
        table->gaussian[i] =
            filter->kind == CT_FILTER_GAUSSIAN ? gaussian_of(filter, table->square[i]) : 0;
    }
}

/* The factors of a row whose other wavenumbers have the sum of squares `square` and, where the
 * filter's axis is not the last, whose wavenumber along that is `odd`. One loop a kind, so that
 * vectors can run them. */
static void factors_of(const ct_filter *filter, const filter_table *table, double square,
                       const double *odd, double *restrict factor) {
    const double from = filter->from * (1 - 1e-9);
    const double to = filter->to * (1 + 1e-9);
    const double outer = filter->kind == CT_FILTER_GAUSSIAN ? gaussian_of(filter, square) : 0;
    const double *along = odd == NULL ? table->odd : NULL;
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
            factor[i] = 2 * pi * (along != NULL ? along[i] : *odd);
        }
        break;
    case CT_FILTER_RIESZ:
        for (ptrdiff_t i = 0; i < table->count; i++) {
            const double sum = square + table->square[i];
            factor[i] = sum > 0 ? -(along != NULL ? along[i] : *odd) / sqrt(sum) : 0;
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

void ct_filter_apply(const ct_spectrum *spectrum, const ct_filter *filter, void *coefficients) {
    const ct_rows rows = ct_rows_of(spectrum);
    const ptrdiff_t bytes = rows.parts * rows.numbers->real_bytes;
    const int is_odd = filter->kind == CT_FILTER_GRADIENT || filter->kind == CT_FILTER_RIESZ;
    filter_table table;
    double factor[CT_SPECTRAL_PIECE];
    for (ptrdiff_t first = 0; first < rows.length; first += CT_SPECTRAL_PIECE) {
        prepare(&rows, filter, first, &table);
        for (ptrdiff_t row = 0; row < rows.rows; row++) {
            char *at = (char *)coefficients + (row * rows.length + first) * bytes;
            ptrdiff_t position[CT_MAX_AXES];
            double odd = 0;
            const int is_across = is_odd && filter->axis != rows.last;
            ct_rows_position(&rows, row, position);
            if (is_across) {
                odd = ct_rows_wavenumber(&rows, filter->axis, position[filter->axis], 1);
            }
            factors_of(filter, &table, ct_rows_square(&rows, position), is_across ? &odd : NULL,
                       factor);
            if (is_odd) {
                rows.numbers->turn(at, table.count, factor);
            } else {
                rows.numbers->scale(at, table.count, rows.parts, factor);
            }
        }
    }
}
