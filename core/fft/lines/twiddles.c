/* Twiddle factors between the two transforms of a split axis, in two short tables: m = coarse *
 * fine_count + fine. */
#include "fft/lines/twiddles.h"
#include "fft/shape/roots.h"

#include "base/fail.h"

#include <stdlib.h>

ct_status ct_fft_twiddles_create(const ct_fft_shape *shape, ct_fft_twiddles *twiddles) {
    if (!shape->is_split) {
        return CT_OK;
    }
    ptrdiff_t length = shape->axis[0].length * shape->axis[1].length;
    twiddles->fine_count = shape->axis[1].length;
    ptrdiff_t coarse_count = shape->axis[0].length;
    twiddles->fine = malloc((size_t)twiddles->fine_count * 2 * sizeof(double));
    twiddles->coarse = malloc((size_t)coarse_count * 2 * sizeof(double));
    if (twiddles->fine == NULL || twiddles->coarse == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td twiddle factors", twiddles->fine_count);
    }
    for (ptrdiff_t m = 0; m < twiddles->fine_count; m++) {
        ((double complex *)twiddles->fine)[m] = ct_fft_root(m, length);
    }
    for (ptrdiff_t m = 0; m < coarse_count; m++) {
        ((double complex *)twiddles->coarse)[m] = ct_fft_root(m, coarse_count);
    }
    return CT_OK;
}

void ct_fft_twiddles_destroy(ct_fft_twiddles *twiddles) {
    free(twiddles->coarse);
    free(twiddles->fine);
}
