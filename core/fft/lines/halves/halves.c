#include "fft/lines/halves/halves.h"

#include "fft/numbers.h"
#include "fft/shape/roots.h"
#include "kernels/cache.h"

#include <stdlib.h>

ptrdiff_t ct_fft_plane_bytes(ptrdiff_t lines, ptrdiff_t columns, ptrdiff_t element_bytes) {
    const ptrdiff_t row = (lines * element_bytes + CT_LINE_BYTES - 1) / CT_LINE_BYTES;
    return columns * (row | 1) * CT_LINE_BYTES;
}

/* Allocates. False without memory. */
static int create(ptrdiff_t half, ct_direction direction, ct_precision precision,
                  ct_fft_halves *halves) {
    const ptrdiff_t pairs = half / 2 + 1;
    *halves = (ct_fft_halves){.half = half,
                              .direction = direction,
                              .factors = malloc((size_t)(4 * pairs * ct_real_bytes(precision))),
                              .run = precision == CT_FLOAT ? ct_fft_halves_float()
                                                           : ct_fft_halves_double()};
    return halves->factors != NULL;
}

static void set_factor(ct_fft_halves *halves, ptrdiff_t k, ct_precision precision,
                       double complex factor) {
    const ptrdiff_t pairs = halves->half / 2 + 1;
    ct_real_set(halves->factors, 2 * k, precision, creal(factor));
    ct_real_set(halves->factors, 2 * k + 1, precision, creal(factor));
    ct_real_set(halves->factors, 2 * (pairs + k), precision, -cimag(factor));
    ct_real_set(halves->factors, 2 * (pairs + k) + 1, precision, cimag(factor));
}

int ct_fft_halves_create(ptrdiff_t half, ct_direction direction, ct_precision precision,
                         double scale, ct_fft_halves *halves) {
    const int is_there = create(half, direction, precision, halves);
    halves->factor = scale * (direction == CT_FORWARD ? 0.5 : 1);
    for (ptrdiff_t k = 0; is_there && k <= half / 2; k++) {
        const double complex root = ct_fft_root(k, 2 * half);
        set_factor(halves, k, precision,
                   ct_times(CMPLX(0, direction == CT_FORWARD ? -halves->factor : halves->factor),
                            direction == CT_FORWARD ? root : conj(root)));
    }
    return is_there;
}

int ct_fft_cosines_create(ptrdiff_t points, ct_direction direction, ct_precision precision,
                          ct_fft_halves *cosines) {
    const int is_there = create(points, direction, precision, cosines);
    for (ptrdiff_t k = 0; is_there && k <= points / 2; k++) {
        set_factor(cosines, k, precision, ct_fft_root(k, 4 * points));
    }
    return is_there;
}

void ct_fft_halves_destroy(ct_fft_halves *halves) {
    free(halves->factors);
    halves->factors = NULL;
}
