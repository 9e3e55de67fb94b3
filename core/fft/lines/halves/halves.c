#include "fft/lines/halves/halves.h"

#include "fft/numbers.h"
#include "fft/shape/roots.h"
#include "kernels/cache.h"

#include <stdlib.h>

ptrdiff_t ct_fft_plane_bytes(ptrdiff_t lines, ptrdiff_t columns, ptrdiff_t element_bytes) {
    const ptrdiff_t row = (lines * element_bytes + CT_LINE_BYTES - 1) / CT_LINE_BYTES;
    return columns * (row | 1) * CT_LINE_BYTES;
}

int ct_fft_halves_create(ptrdiff_t half, ct_direction direction, ct_precision precision,
                         ct_fft_halves *halves) {
    const ptrdiff_t pairs = half / 2 + 1;
    *halves =
        (ct_fft_halves){half, direction, malloc((size_t)(4 * pairs * ct_real_bytes(precision))),
                        precision == CT_FLOAT ? ct_fft_halves_float() : ct_fft_halves_double()};
    for (ptrdiff_t k = 0; halves->factors != NULL && k < pairs; k++) {
        const double complex root = ct_fft_root(k, 2 * half);
        const double complex factor = ct_times(CMPLX(0, direction == CT_FORWARD ? -0.5 : 1),
                                               direction == CT_FORWARD ? root : conj(root));
        ct_real_set(halves->factors, 2 * k, precision, creal(factor));
        ct_real_set(halves->factors, 2 * k + 1, precision, creal(factor));
        ct_real_set(halves->factors, 2 * (pairs + k), precision, -cimag(factor));
        ct_real_set(halves->factors, 2 * (pairs + k) + 1, precision, cimag(factor));
    }
    return halves->factors != NULL;
}

void ct_fft_halves_destroy(ct_fft_halves *halves) {
    free(halves->factors);
    halves->factors = NULL;
}
