#include "fft/lines/codelets/kernels.h"

#include "fft/lines/codelets/lengths.h"
#include "fft/shape/roots.h"

static double complex root_of(ptrdiff_t m, ptrdiff_t points, ct_direction direction) {
    const double complex root = ct_fft_root(m, points);
    return direction == CT_FORWARD ? root : conj(root);
}

/* The factors of the numbers of a register: real parts twice, then the imaginary ones with both
 * signs. */
static void set_lane(double *factors, ptrdiff_t lane, double complex factor) {
    double *re = factors + 2 * lane;
    double *im = re + (ptrdiff_t)2 * CT_CODELET_LANES;
    re[0] = re[1] = creal(factor);
    im[0] = -cimag(factor);
    im[1] = cimag(factor);
}

/* First steps of rows and columns. */
typedef struct steps {
    ptrdiff_t points, row_first, column_first;
} steps;

#define STEPS(POINTS, ROW_FIRST, COLUMN_FIRST) {POINTS, ROW_FIRST, COLUMN_FIRST},

static const steps *steps_of(ptrdiff_t points) {
    static const steps lengths[] = {CT_CODELET_LENGTHS(STEPS){0, 1, 1}};
    const steps *found = lengths;
    while (found->points > 0 && found->points != points) {
        found++;
    }
    return found;
}

/* w^(j k) of lane j of register k. */
void ct_codelet_row_factors(ptrdiff_t points, ct_direction direction, double *factors) {
    for (ptrdiff_t i = 0; i < points; i++) {
        const ptrdiff_t j = i % CT_CODELET_LANES;
        const ptrdiff_t k = i / CT_CODELET_LANES;
        set_lane(factors + k * 4 * CT_CODELET_LANES, j, root_of(j * k, points, direction));
    }
    const ptrdiff_t registers = points / CT_CODELET_LANES;
    const ptrdiff_t first = registers == CT_CODELET_SQUARE ? 5 : steps_of(points)->row_first;
    ct_codelet_column_factors(first, registers / first, direction, factors + 4 * points);
}

void ct_codelet_column_factors(ptrdiff_t first, ptrdiff_t rest, ct_direction direction,
                               double *factors) {
    for (ptrdiff_t i = 0; i < first * rest; i++) {
        const double complex root = root_of(i / first * (i % first), first * rest, direction);
        factors[2 * i] = creal(root);
        factors[2 * i + 1] = cimag(root);
    }
}

ptrdiff_t ct_codelet_first(ptrdiff_t points) {
    return steps_of(points)->column_first;
}

void ct_codelet_inner_factors(ptrdiff_t points, ct_direction direction, double *factors) {
    const ptrdiff_t first = ct_codelet_first(points);
    ct_codelet_column_factors(first, points / first, direction, factors);
}

/* -i w^k / 2, or i w^-k. */
void ct_codelet_separating_factors(ptrdiff_t half, ct_direction direction, double *factors) {
    const double complex unit = CMPLX(0, direction == CT_FORWARD ? -0.5 : 1);
    for (ptrdiff_t k = 0; k < half; k++) {
        set_lane(factors + k / CT_CODELET_LANES * 4 * CT_CODELET_LANES, k % CT_CODELET_LANES,
                 ct_times(unit, root_of(k, 2 * half, direction)));
    }
}
