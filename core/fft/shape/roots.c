#include "fft/shape/roots.h"

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>

/* Reduces exactly to at most pi/4 around the nearest quarter turn, so that no rounding of a large
 * angle enters sine and cosine. */
double complex ct_fft_root(ptrdiff_t m, ptrdiff_t order) {
    const double quarter = 3.14159265358979323846 / 2;
    ptrdiff_t turns = (8 * m + order) / (2 * order);
    double angle = quarter * (double)(4 * m - turns * order) / (double)order;
    double c = cos(angle);
    double s = sin(angle);
    switch (turns % 4) {
    case 0:
        return CMPLX(c, -s);
    case 1:
        return CMPLX(-s, -c);
    case 2:
        return CMPLX(-c, s);
    default:
        return CMPLX(s, c);
    }
}

ct_status ct_fft_roots_create(ptrdiff_t order, ct_fft_roots *roots) {
    *roots = (ct_fft_roots){.order = order};
    while (order >> 2 * roots->fine_bits > 0) {
        roots->fine_bits++;
    }
    ptrdiff_t fine_count = (ptrdiff_t)1 << roots->fine_bits;
    ptrdiff_t coarse_count = (order >> roots->fine_bits) + 1;
    roots->fine = malloc((size_t)fine_count * sizeof *roots->fine);
    roots->coarse = malloc((size_t)coarse_count * sizeof *roots->coarse);
    if (roots->fine == NULL || roots->coarse == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td roots of unity", fine_count);
    }
    for (ptrdiff_t m = 0; m < fine_count; m++) {
        roots->fine[m] = ct_fft_root(m % order, order);
    }
    for (ptrdiff_t m = 0; m < coarse_count; m++) {
        roots->coarse[m] = ct_fft_root(m << roots->fine_bits, order);
    }
    return CT_OK;
}

void ct_fft_roots_destroy(ct_fft_roots *roots) {
    free(roots->coarse);
    free(roots->fine);
}
