#include "adi/problem/axis.h"

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>

ct_status ct_adi_axis_create(ptrdiff_t n, const double *edges, double low, double high,
                             int is_periodic, const ct_adi_end end[2], ct_adi_axis *axis) {
    double *memory = malloc((size_t)(5 * n + 3) * sizeof *memory);
    if (memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an axis of %td cells", n);
    }
    *axis = (ct_adi_axis){.n = n, .is_periodic = is_periodic, .edges = memory};
    axis->unit = memory + n + 1;
    axis->share = axis->unit + n + 1;
    axis->middles = axis->share + n + 1;
    axis->widths = axis->middles + n;
    for (ptrdiff_t i = 0; i <= n; i++) {
        axis->edges[i] = edges != NULL ? edges[i] : low + (high - low) * ((double)i / (double)n);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        axis->middles[i] = (axis->edges[i] + axis->edges[i + 1]) / 2;
        axis->widths[i] = edges != NULL ? edges[i + 1] - edges[i] : (high - low) / (double)n;
    }
    for (ptrdiff_t i = 0; i <= n; i++) {
        const double before = axis->widths[i > 0 ? i - 1 : n - 1];
        const double after = axis->widths[i < n ? i : 0];
        const int is_end = !is_periodic && (i == 0 || i == n); /* kappa of the cell */
        axis->unit[i] = 2 / (before + after);
        axis->share[i] = is_end ? 0.5 : before / (before + after);
    }
    for (int s = 0; s < 2 && !is_periodic; s++) {
        double half = axis->widths[s == 0 ? 0 : n - 1] / 2;
        axis->value[s] = 1 / (end[s].a * half + end[s].b);
        axis->unit[s == 0 ? 0 : n] = end[s].a * axis->value[s];
    }
    return CT_OK;
}

void ct_adi_axis_destroy(ct_adi_axis *axis) {
    free(axis->edges);
    *axis = (ct_adi_axis){.n = 0};
}

enum { PIVOT, LOW, HIGH, LEFT, WEIGHT, ARRAYS };

ptrdiff_t ct_adi_constant_numbers(ptrdiff_t n) {
    return ARRAYS * n + CT_ADI_ENDS;
}

void ct_adi_constant_place(ptrdiff_t n, const ct_adi_kernels *kernels, void *memory,
                           ct_adi_systems *systems) {
    void **const array[ARRAYS] = {&systems->pivot, &systems->low, &systems->high, &systems->left,
                                  &systems->weight};
    for (int k = 0; k < ARRAYS; k++) {
        *array[k] = (char *)memory + k * n * kernels->bytes;
    }
    systems->ends = (char *)memory + ARRAYS * n * kernels->bytes;
}

/* The size of minuend - subtrahend relative to both; 0 where that is no number. */
static double relative(double minuend, double subtrahend) {
    const double size = fabs(minuend - subtrahend) / (fabs(minuend) + fabs(subtrahend));
    return size > 0 ? size : 0;
}

ptrdiff_t ct_adi_constant_eliminate(const ct_adi_kernels *kernels, double tolerance,
                                    double *numbers, ct_adi_systems *systems) {
    const ptrdiff_t n = systems->shape.n;
    double *pivot = numbers;
    double *low = numbers + LOW * n;
    double *high = numbers + HIGH * n;
    double *left = numbers + LEFT * n;
    double *weight = numbers + WEIGHT * n;
    double *ends = numbers + ARRAYS * n;
    double f = 0;
    ptrdiff_t lost = -1;
    for (ptrdiff_t i = 0; i < n; i++) {
        const double known = i > 0 ? low[i] * high[i - 1] : 0;
        lost = lost < 0 && !(relative(pivot[i], known) > tolerance) ? i : lost;
        pivot[i] = 1 / (pivot[i] - known);
        low[i] *= pivot[i];
        high[i] *= pivot[i];
        left[i] = i > 0 ? low[i] * left[i - 1] : low[i];
        weight[i] = i > 0 ? weight[i - 1] * high[i - 1] : 1;
        f += i < n - 1 ? weight[i] * left[i] : 0;
    }
    ends[CT_ADI_END_LEFT] = systems->is_mirrored ? high[n - 1] : left[n - 1];
    ends[CT_ADI_END_HIGH] = systems->is_mirrored ? 0 : high[n - 1];
    ends[CT_ADI_END_F] = systems->is_mirrored ? high[n - 1] : f;
    ends[CT_ADI_END_G] = systems->is_mirrored ? 0 : weight[n - 1];
    ends[CT_ADI_END_PIVOT] = 1 / (1 - high[n - 1] * (f + weight[n - 1]) - left[n - 1]);
    kernels->store(numbers, ct_adi_constant_numbers(n), systems->pivot);
    return lost;
}

int ct_adi_cycle_is_lost(double left, double high, double f, double g, double tolerance) {
    return !(relative(1, high * (f + g) + left) > tolerance);
}

void ct_adi_constant_factorise(const ct_adi_stretch *stretch, double c,
                               const ct_adi_kernels *kernels, double *scratch,
                               ct_adi_systems *systems) {
    const ptrdiff_t n = stretch->count;
    const double *unit = stretch->axis->unit + stretch->first;
    for (ptrdiff_t i = 0; i < n; i++) {
        const ptrdiff_t place = systems->is_mirrored ? n - 1 - i : i;
        const double back = unit[systems->is_mirrored ? place + 1 : place];
        const double ahead = unit[systems->is_mirrored ? place : place + 1];
        const double scale = c * stretch->kappa / stretch->axis->widths[stretch->first + place];
        scratch[PIVOT * n + i] = 1 + scale * (back + ahead) + c * stretch->sigma;
        scratch[LOW * n + i] = scale * back;
        scratch[HIGH * n + i] = scale * ahead;
    }
    (void)ct_adi_constant_eliminate(kernels, 0, scratch, systems);
}

/* Number of eigenvalues below x of the symmetric tridiagonal matrix similar to -A: negative pivots
 * (Sturm count). */
static ptrdiff_t count_below(const ct_adi_axis *axis, double x) {
    ptrdiff_t below = 0;
    double pivot = 1;
    for (ptrdiff_t i = 0; i < axis->n; i++) {
        double diagonal = (axis->unit[i] + axis->unit[i + 1]) / axis->widths[i];
        double link =
            i > 0 ? axis->unit[i] * axis->unit[i] / (axis->widths[i - 1] * axis->widths[i]) : 0;
        pivot = diagonal - x - (i > 0 ? link / pivot : 0);
        if (pivot == 0) {
            pivot = -1e-300;
        }
        below += pivot < 0;
    }
    return below;
}

/* The eigenvalue number `index`, from 0, in 0 .. `most`, by bisection. */
static double eigenvalue(const ct_adi_axis *axis, ptrdiff_t index, double most) {
    double low = 0;
    double high = most;
    for (int halving = 0; halving < 200 && high - low > 1e-14 * high; halving++) {
        double middle = (low + high) / 2;
        if (count_below(axis, middle) > index) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return (low + high) / 2;
}

void ct_adi_axis_spectrum(const ct_adi_axis *axis, double *least, double *most) {
    const double pi = 3.14159265358979323846;
    double bound = 0; /* Gershgorin's bound */
    int has_null = axis->is_periodic || (axis->unit[0] == 0 && axis->unit[axis->n] == 0);
    for (ptrdiff_t i = 0; i < axis->n; i++) {
        bound = fmax(bound, 2 * (axis->unit[i] + axis->unit[i + 1]) / axis->widths[i]);
    }
    *least = 0;
    *most = 0;
    if (has_null && axis->n == 1) {
        return;
    }
    if (axis->is_periodic) { /* exact for equal cells, a bound for others */
        double width = (axis->edges[axis->n] - axis->edges[0]) / (double)axis->n;
        double root = 2 / width * sin(pi / (double)axis->n);
        *least = root * root;
        *most = bound;
        return;
    }
    *least = eigenvalue(axis, has_null ? 1 : 0, bound);
    *most = eigenvalue(axis, axis->n - 1, bound);
}

/* Cyclic systems of one or two unknowns: both neighbours are the same one. */
static void fold(int size, double *diagonal, double *low, double *high) {
    if (size == 1) {
        diagonal[0] -= low[0] + high[0];
        return;
    }
    high[0] += low[0];
    low[1] += high[1];
}

/* Solves a factorised open system, for the Sherman-Morrison correction. */
static void solve(int size, const double *pivot, const double *low, const double *high, double *x) {
    for (int k = 0; k < size; k++) {
        x[k] = (x[k] + (k > 0 ? low[k] * x[k - 1] : 0)) * pivot[k];
    }
    for (int k = size - 2; k >= 0; k--) {
        x[k] += high[k] * x[k + 1];
    }
}

double ct_adi_reduced_factorise(int size, int is_cyclic, double *diagonal, double *low,
                                double *high, double *correction) {
    const int last = size - 1;
    double least = 1;
    const int corrects = is_cyclic && size > 2;
    if (is_cyclic && !corrects) {
        fold(size, diagonal, low, high);
    }
    /* The matrix is an open one minus (v, 0, .., 0, w) (1, 0, .., 0, 1)', v and w being the corner
     * entries. */
    if (corrects) {
        diagonal[0] += low[0];
        diagonal[last] += high[last];
    }
    for (int k = 0; k < size; k++) {
        const double known = k > 0 ? low[k] * high[k - 1] : 0;
        least = fmin(least, relative(diagonal[k], known));
        diagonal[k] = 1 / (diagonal[k] - known);
        high[k] *= k < last ? diagonal[k] : 1;
    }
    for (int k = 0; k < size; k++) {
        correction[k] = 0;
    }
    if (corrects) {
        correction[0] = low[0];
        correction[last] = high[last];
        solve(size, diagonal, low, high, correction);
        const double known = correction[0] + correction[last];
        const double factor = 1 / (1 - known);
        least = fmin(least, relative(1, known));
        for (int k = 0; k < size; k++) {
            correction[k] *= factor;
        }
    }
    return least;
}
