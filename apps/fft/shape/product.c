/* Convolutions and correlations: how long both arrays are padded, and which part of the result is
 * written. */
#include "apps/fft/shape/product.h"

#include "apps/fft/shape/kinds.h"
#include "base/escape.h"
#include "base/fail.h"
#include "io/array/info.h"

#include <string.h>

/* The next length without prime factors above 7, which FFTW transforms fast. */
static ptrdiff_t fast_length(ptrdiff_t least) {
    for (ptrdiff_t length = least;; length++) {
        ptrdiff_t rest = length;
        for (ptrdiff_t factor = 2; factor <= 7; factor++) {
            while (rest % factor == 0) {
                rest /= factor;
            }
        }
        if (rest == 1) {
            return length;
        }
    }
}

/* Sets the padded length of axis `a`, and which part of the result is written; n and m points are
 * convolved. */
static ct_status read_product_axis(const fft_config *config, int a, fft_shape *shape) {
    const ptrdiff_t n = shape->input.extent[a];
    const ptrdiff_t m = shape->other.extent[a];
    const ptrdiff_t lags = config->operation == FFT_CORRELATE ? m - 1 : 0; /* below 0 */
    const int is_periodic = config->extent == FFT_PERIODIC;
    if (shape->problem.kind[a] == CT_FFT_NONE ? m != n : is_periodic && m > n) {
        return ct_raise(CT_ERROR_FILE,
                        "%s: dataset \"%s\" has extent %td along axis %d; allowed: %s%td, as "
                        "%s, dataset \"%s\"",
                        ct_escaped(config->second), ct_escaped(config->second_dataset), m, a,
                        shape->problem.kind[a] == CT_FFT_NONE ? "" : "up to ", n,
                        ct_escaped(config->input), ct_escaped(config->input_dataset));
    }
    shape->output.extent[a] = n;
    shape->second.extent[a] = n; /* periodic: with zeros in memory, so that both are cut alike */
    if (shape->problem.kind[a] != CT_FFT_NONE && !is_periodic) {
        const ptrdiff_t skipped = config->extent == FFT_SAME ? (m - 1) / 2 : 0;
        shape->output.extent[a] = config->extent == FFT_SAME ? n : n + m - 1;
        shape->problem.length[a] = shape->second.length[a] = fast_length(n + m - 1);
        shape->second.extent[a] = m;
        shape->shift[a] = lags - skipped;
    }
    return CT_OK;
}

ct_status fft_product_shape(const fft_config *config, const ct_array_info *second,
                            fft_shape *shape) {
    ct_status status = CT_OK;
    if (second->axes != shape->problem.axes) {
        CT_FAIL(CT_ERROR_FILE, "%s: dataset \"%s\" has %d axes; allowed: %d, as %s, dataset \"%s\"",
                ct_escaped(config->second), ct_escaped(config->second_dataset), second->axes,
                shape->problem.axes, ct_escaped(config->input), ct_escaped(config->input_dataset));
    }
    memcpy(shape->other.extent, second->extent, sizeof shape->other.extent);
    shape->has_second = 1;
    shape->second = shape->problem;
    for (int a = 0; a < shape->problem.axes; a++) {
        CT_TRY(read_product_axis(config, a, shape));
    }
    CT_TRY(fft_check_problem("convolution", &shape->problem));
    if (ct_spectrum_check_product(&shape->problem) != CT_OK) {
        CT_FAIL(CT_ERROR_CONFIG, "transform.kinds: %s", ct_error_message());
    }
cleanup:
    return status;
}
