/* The factors between the two transforms of a split axis, in two tables so that none is long:
 * m = coarse * fine_count + fine. */
#include "fft/lines.h"

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>

ct_status ct_fft_twiddles_create(const ct_fft_shape *shape, ct_fft_twiddles *twiddles) {
    const double turn = 2 * 3.14159265358979323846;
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
        twiddles->fine[2 * m] = cos(turn * (double)m / (double)length);
        twiddles->fine[2 * m + 1] = -sin(turn * (double)m / (double)length);
    }
    for (ptrdiff_t m = 0; m < coarse_count; m++) {
        twiddles->coarse[2 * m] = cos(turn * (double)m / (double)coarse_count);
        twiddles->coarse[2 * m + 1] = -sin(turn * (double)m / (double)coarse_count);
    }
    return CT_OK;
}

void ct_fft_twiddles_destroy(ct_fft_twiddles *twiddles) {
    free(twiddles->coarse);
    free(twiddles->fine);
}
