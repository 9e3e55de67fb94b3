#include "fft/lines/codelets/kernels.h"
#include "fft/shape/roots.h"

static double complex root_of(ptrdiff_t m, ptrdiff_t points, ct_direction direction) {
    const double complex root = ct_fft_root(m, points);
    return direction == CT_FORWARD ? root : conj(root);
}

/* w^(j k) of lane j of register k: real parts twice, then the imaginary ones with both signs. */
void ct_codelet_row_factors(ptrdiff_t points, ct_direction direction, double *factors) {
    for (ptrdiff_t k = 0; k < points / CT_CODELET_LANES; k++) {
        double *re = factors + k * 4 * CT_CODELET_LANES;
        double *im = re + (ptrdiff_t)2 * CT_CODELET_LANES;
        for (ptrdiff_t j = 0; j < CT_CODELET_LANES; j++) {
            const double complex root = root_of(j * k, points, direction);
            re[2 * j] = re[2 * j + 1] = creal(root);
            im[2 * j] = -cimag(root);
            im[2 * j + 1] = cimag(root);
        }
    }
}

/* w^(j k) of points j k in squares of 8 by 8. */
void ct_codelet_column_factors(ptrdiff_t points, ct_direction direction, double *factors) {
    for (ptrdiff_t i = 0; i < points; i++) {
        const double complex root = root_of(i / 8 * (i % 8), points, direction);
        factors[2 * i] = creal(root);
        factors[2 * i + 1] = cimag(root);
    }
}
