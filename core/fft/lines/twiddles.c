#include "fft/lines/twiddles.h"

#include "base/fail.h"
#include "fft/shape/roots.h"

#include <stdlib.h>

ct_status ct_fft_twiddles_create(ptrdiff_t n0, ptrdiff_t n1, ct_fft_twiddles *twiddles) {
    twiddles->fine_count = n1;
    twiddles->coarse = malloc((size_t)n0 * 2 * sizeof(double));
    twiddles->fine = malloc((size_t)n1 * 2 * sizeof(double));
    if (twiddles->coarse == NULL || twiddles->fine == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td twiddle factors", n0 + n1);
    }
    for (ptrdiff_t m = 0; m < n0; m++) {
        ((double complex *)twiddles->coarse)[m] = ct_fft_root(m, n0);
    }
    for (ptrdiff_t m = 0; m < n1; m++) {
        ((double complex *)twiddles->fine)[m] = ct_fft_root(m, n0 * n1);
    }
    return CT_OK;
}

void ct_fft_twiddles_destroy(ct_fft_twiddles *twiddles) {
    free(twiddles->coarse);
    free(twiddles->fine);
}
