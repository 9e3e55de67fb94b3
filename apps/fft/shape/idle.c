#include "apps/fft/shape/idle.h"

#include "apps/common/idle.h"

ct_status fft_refuse_idle(const fft_config *config) {
    const fft_operation kind = (fft_operation)config->operation;
    const bool is_other = kind != FFT_TRANSFORM; /* there and back, at full length */
    const bool is_product = kind == FFT_CONVOLVE || kind == FFT_CORRELATE;
    const bool is_poisson = kind == FFT_POISSON;
    static const char transform[] = "operation.kind transform";
    static const char product[] = "operation.kind convolve or correlate";
    static const char poisson[] = "operation.kind poisson";
    char with[64];
    (void)snprintf(with, sizeof with, "with operation.kind %s", fft_operations[kind]);
    const job_idle rows[] = {
        {"transform", "direction", is_other, with, transform},
        {"transform", "normalisation", is_other, with, transform},
        {"transform", "length", is_other, with, transform},
        {"transform", "modes", is_other, with, transform},
        {"transform", "points", is_other, with, transform},
        {"input", "order", is_other, with, transform},
        {"output", "order", is_other, with, transform},
        {"transform", "kinds", is_poisson, with, "poisson.boundaries"},
        {"filter", NULL, kind != FFT_FILTER, with, "operation.kind filter"},
        {"filter", "from", config->filter == FFT_LOW_PASS, "with filter.kind low-pass",
         "high-pass or band-pass"},
        {"filter", "to", config->filter == FFT_HIGH_PASS, "with filter.kind high-pass",
         "low-pass or band-pass"},
        {"second", NULL, !is_product, with, product},
        {"convolution", NULL, !is_product, with, product},
        {"power", NULL, kind != FFT_POWER, with, "operation.kind power"},
        {"poisson", NULL, !is_poisson, with, poisson},
        {"poisson", "coordinates_axis", config->coordinates[0] == '\0',
         "without poisson.coordinates", "poisson.coordinates"},
    };
    return job_refuse_idle(&fft_program, config, rows, sizeof rows / sizeof *rows);
}
