/* What tests of codelets transform, and the defining sums. */
#ifndef CT_TEST_CODELET_SUMS_H
#define CT_TEST_CODELET_SUMS_H

#include "fft_samples.h"

#include "fft/shape/roots.h"

#include <cornerturn/fft.h>

enum { LINE_MOST = 1024 };

static inline double complex sample(ptrdiff_t i) {
    return CMPLX(sample_at(2 * i), sample_at(2 * i + 1));
}

/* Transforms the lines along one axis of a field by the sum; `beside` numbers lie between two of a
 * line. */
static inline void sum_axis(double complex *field, ptrdiff_t points, ptrdiff_t extent,
                            ptrdiff_t beside, ct_direction direction) {
    double complex roots[LINE_MOST];
    for (ptrdiff_t m = 0; m < extent; m++) {
        roots[m] = ct_fft_root(m, extent);
    }
    for (ptrdiff_t at = 0; at < points; at++) {
        double complex line[LINE_MOST];
        if (at / beside % extent != 0) {
            continue;
        }
        for (ptrdiff_t k = 0; k < extent; k++) {
            line[k] = 0;
            for (ptrdiff_t m = 0; m < extent; m++) {
                const double complex root = roots[k * m % extent];
                line[k] += field[at + m * beside] * (direction == CT_FORWARD ? root : conj(root));
            }
        }
        for (ptrdiff_t k = 0; k < extent; k++) {
            field[at + k * beside] = line[k];
        }
    }
}

#endif
