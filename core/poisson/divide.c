#include "poisson/divide.h"

#include "base/fail.h"
#include "spectral/rows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

enum { LANES = 8 };

/* The eigenvalue of -d2/dx2, and d/dx over i, of a wave that turns by `angle` from point to point.
 */
static double value_of(ct_poisson_symbol symbol, double angle, double spacing) {
    const double half = 2 * sin(angle / 2) / spacing;
    switch (symbol) {
    case CT_POISSON_SECOND:
        return half * half;
    case CT_POISSON_FOURTH: /* without the cancellation of its five terms */
        return half * half * (1 + half * half * spacing * spacing / 12);
    default:
        return angle / spacing * (angle / spacing);
    }
}

static double slope_of(ct_poisson_symbol symbol, double angle, double spacing) {
    switch (symbol) {
    case CT_POISSON_SECOND:
        return sin(angle) / spacing;
    case CT_POISSON_FOURTH:
        return (8 * sin(angle) - sin(2 * angle)) / (6 * spacing);
    default:
        return angle < pi * (1 - 1e-12) && angle > -pi * (1 - 1e-12) ? angle / spacing : 0;
    }
}

ct_status ct_poisson_tabulate(ct_poisson_plan *plan, const ct_fft_problem *transform) {
    const ct_poisson *p = &plan->problem;
    ct_spectrum spectrum = {.problem = *transform};
    ptrdiff_t modes[CT_MAX_AXES];
    ptrdiff_t all = 0;
    plan->parts = ct_fft_extents(transform, 1, modes) ? 2 : 1;
    for (int a = 0; a < p->axes; a++) {
        spectrum.spacing[a] = ct_poisson_is_transformed(p, a) ? p->spacing[a] : 1;
        all += modes[a];
    }
    plan->memory = calloc(2 * (size_t)all + 1, sizeof *plan->memory);
    if (plan->memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td eigenvalues", all);
    }
    double *at = plan->memory;
    const ct_rows rows = ct_rows_of(&spectrum);
    for (int a = 0; a < p->axes; a++) {
        plan->value[a] = at;
        plan->slope[a] = at + modes[a];
        at += 2 * modes[a];
        for (ptrdiff_t i = 0; i < modes[a] && ct_poisson_is_transformed(p, a); i++) {
            const double angle = 2 * pi * ct_rows_wavenumber(&rows, a, i, 0) * p->spacing[a];
            plan->value[a][i] = value_of(p->symbol, angle, p->spacing[a]);
            plan->slope[a][i] = slope_of(p->symbol, angle, p->spacing[a]);
        }
    }
    return ct_poisson_unbounded_tabulate(p, transform, plan->value, modes, &plan->unbounded);
}

/* Of several threads; read when they have joined. */
static void add(_Atomic uint64_t *sum, double more) {
    uint64_t before = atomic_load_explicit(sum, memory_order_relaxed);
    uint64_t after = 0;
    do {
        double value = 0;
        memcpy(&value, &before, sizeof value);
        value += more;
        memcpy(&after, &value, sizeof after);
    } while (!atomic_compare_exchange_weak_explicit(sum, &before, after, memory_order_relaxed,
                                                    memory_order_relaxed));
}

/* Sums of squares of a tile: of all coefficients, in lanes so that they are vectors, and of those
 * that no u has. */
typedef struct tile_sums {
    double all[LANES], null;
} tile_sums;

/* Factors of a row whose other axes add up to `base` (shift included), of magnitude `size`; 0 for
 * coefficients that no u has. Returns whether there is one. */
static int factors_of(const ct_poisson_plan *plan, double base, double size, const double *value,
                      ptrdiff_t count, double *factor) {
    int nulls = 0;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double sum = base + value[i];
        const int is_null = fabs(sum) <= 1e-13 * (size + value[i]);
        const double quotient = plan->scale / (is_null ? 1 : sum);
        factor[i] = is_null ? 0 : quotient;
        nulls += is_null;
    }
    return nulls > 0;
}

#define ROW_OF(REAL, name)                                                                         \
    static void name(REAL *restrict row, ptrdiff_t count, const double *restrict factor,           \
                     double all[LANES]) {                                                          \
        double sum[LANES];                                                                         \
        ptrdiff_t i = 0;                                                                           \
        memcpy(sum, all, sizeof sum);                                                              \
        for (; i + LANES <= count; i += LANES) {                                                   \
            for (int k = 0; k < LANES; k++) {                                                      \
                const double c = (double)row[i + k];                                               \
                sum[k] += c * c;                                                                   \
                row[i + k] = (REAL)(c * factor[i + k]);                                            \
            }                                                                                      \
        }                                                                                          \
        for (; i < count; i++) {                                                                   \
            const double c = (double)row[i];                                                       \
            sum[0] += c * c;                                                                       \
            row[i] = (REAL)(c * factor[i]);                                                        \
        }                                                                                          \
        memcpy(all, sum, sizeof sum);                                                              \
    }
/* NOLINTBEGIN(clang-analyzer-core.UndefinedBinaryOperatorResult): each number has its factor */
ROW_OF(double, divide_doubles)
ROW_OF(float, divide_floats)
/* NOLINTEND(clang-analyzer-core.UndefinedBinaryOperatorResult) */

enum { PIECE = 512 };

/* Divides `count` coefficients, `stride` bytes from one to the next. */
static void divide_piece(const ct_poisson_plan *plan, char *piece, ptrdiff_t count,
                         ptrdiff_t stride, const double *factor, int has_nulls, tile_sums *sums) {
    const int is_float = plan->problem.precision == CT_FLOAT;
    const ptrdiff_t real_bytes = is_float ? (ptrdiff_t)sizeof(float) : (ptrdiff_t)sizeof(double);
    const int parts = plan->parts == 2 ? 2 : 1;
    const int is_dense = stride == parts * real_bytes;
    double each[2 * PIECE]; /* the factor of each number */
    for (ptrdiff_t i = 0; i < count && parts == 2; i++) {
        each[2 * i] = each[2 * i + 1] = factor[i];
    }
    for (ptrdiff_t i = 0; i < count && has_nulls; i++) {
        for (int part = 0; part < parts && factor[i] == 0; part++) {
            const char *at = piece + i * stride + part * real_bytes;
            const double c = is_float ? (double)*(const float *)(const void *)at
                                      : *(const double *)(const void *)at;
            sums->null += c * c;
        }
    }
    const double *factors = parts == 2 ? each : factor;
    for (ptrdiff_t i = 0; i < (is_dense ? 1 : count); i++) {
        char *at = piece + i * stride;
        const ptrdiff_t numbers = parts * (is_dense ? count : 1);
        if (is_float) {
            divide_floats((float *)(void *)at, numbers, factors + parts * i, sums->all);
        } else {
            divide_doubles((double *)(void *)at, numbers, factors + parts * i, sums->all);
        }
    }
}

/* Multiplies complex coefficients by i and the slope. */
static void differentiate(char *row, ptrdiff_t count, ptrdiff_t stride, ct_precision precision,
                          const double *slope, ptrdiff_t step) {
    for (ptrdiff_t i = 0; i < count; i++) {
        if (precision == CT_FLOAT) {
            float *c = (float *)(void *)(row + i * stride);
            const float re = c[0];
            c[0] = (float)(-slope[i * step] * (double)c[1]);
            c[1] = (float)(slope[i * step] * (double)re);
        } else {
            double *c = (double *)(void *)(row + i * stride);
            const double re = c[0];
            c[0] = -slope[i * step] * c[1];
            c[1] = slope[i * step] * re;
        }
    }
}

/* A row along `inner`, at a position along the other axes. */
static void divide_row(ct_poisson_plan *plan, const ct_fft_tile *tile, int inner,
                       const ptrdiff_t at[CT_MAX_AXES], char *row, tile_sums *sums) {
    const ptrdiff_t stride = tile->stride[inner];
    const ptrdiff_t first = tile->box.first[inner];
    double base = plan->problem.shift;
    double size = fabs(plan->problem.shift);
    double factor[PIECE];
    const double *green =
        plan->kept.function != NULL ? ct_poisson_kept_row(&plan->kept, at, inner) : NULL;
    for (int a = 0; a < plan->problem.axes; a++) {
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): every axis has a table
        base += a != inner ? plan->value[a][at[a]] : 0;
        size += a != inner ? plan->value[a][at[a]] : 0;
    }
    for (ptrdiff_t i = 0; i < tile->box.count[inner]; i += PIECE) {
        const ptrdiff_t left = tile->box.count[inner] - i;
        const ptrdiff_t count = left < PIECE ? left : PIECE;
        char *piece = row + i * stride;
        int has_nulls = 0;
        if (green != NULL) {
            const ptrdiff_t *same = plan->kept.same[inner] + first + i;
            for (ptrdiff_t k = 0; k < count; k++) {
                factor[k] = green[same[k]];
            }
        } else if (plan->unbounded.dimensions > 0) {
            ct_poisson_unbounded_row(&plan->unbounded, at, inner, first + i, count, factor);
            for (ptrdiff_t k = 0; k < count; k++) {
                factor[k] *= plan->scale;
            }
        } else {
            has_nulls = factors_of(plan, base, size, plan->value[inner] + first + i, count, factor);
        }
        divide_piece(plan, piece, count, stride, factor, has_nulls, sums);
        if (plan->along >= 0) {
            const int is_inner = plan->along == inner;
            differentiate(piece, count, stride, plan->problem.precision,
                          plan->slope[plan->along] + (is_inner ? first + i : at[plan->along]),
                          is_inner);
        }
    }
}

void ct_poisson_divide(void *context, const ct_fft_tile *tile) {
    ct_poisson_plan *plan = context;
    const int axes = plan->problem.axes;
    tile_sums sums = {.null = 0};
    double all = 0;
    int inner = axes - 1;
    ptrdiff_t rows = 1;
    for (int a = 0; a < axes; a++) {
        inner = tile->stride[a] < tile->stride[inner] && tile->box.count[a] > 1 ? a : inner;
    }
    for (int a = 0; a < axes; a++) {
        rows *= a != inner ? tile->box.count[a] : tile->box.count[a] > 0;
    }
    for (ptrdiff_t r = 0; r < rows; r++) {
        ptrdiff_t at[CT_MAX_AXES] = {0};
        ptrdiff_t left = r;
        char *row = tile->values;
        for (int a = axes - 1; a >= 0; a--) {
            const ptrdiff_t index = a != inner ? left % tile->box.count[a] : 0;
            left /= a != inner ? tile->box.count[a] : 1;
            at[a] = tile->box.first[a] + index;
            row += index * tile->stride[a];
        }
        divide_row(plan, tile, inner, at, row, &sums);
    }
    for (int k = 0; k < LANES; k++) {
        all += sums.all[k];
    }
    add(&plan->all, all);
    add(&plan->null, sums.null);
}

ct_status ct_poisson_divide_box(const ct_poisson *problem, const ct_fft_problem *transform,
                                const ct_box *box, void *coefficients) {
    ct_poisson_plan plan = {.problem = *problem, .scale = -1, .along = -1};
    ct_fft_tile tile = {.box = *box, .values = coefficients};
    ct_status status = CT_OK;
    CT_TRY(ct_poisson_tabulate(&plan, transform));
    tile.element_bytes =
        plan.parts * (ptrdiff_t)(problem->precision == CT_FLOAT ? sizeof(float) : sizeof(double));
    ptrdiff_t stride = tile.element_bytes;
    for (int a = box->axes - 1; a >= 0; a--) {
        tile.stride[a] = stride;
        stride *= box->count[a];
    }
    if (ct_box_elements(box) > 0) {
        ct_poisson_divide(&plan, &tile);
    }
cleanup:
    ct_poisson_unbounded_free(&plan.unbounded);
    free(plan.memory);
    return status;
}
