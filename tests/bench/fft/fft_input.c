#include "fft_input.h"

void fft_input_fill(const ptrdiff_t extent[3], bench_kind kind, void *array, ptrdiff_t bytes,
                    int seed) {
    const ptrdiff_t row = extent[2] / 2 + 1;
    const ptrdiff_t rows = bytes / (row * (ptrdiff_t)sizeof(FFTW(complex)));
    FFTW(complex) *coefficient = array;
    ct_real *number = array;
    unsigned state = (unsigned)seed + 1;
    for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(ct_real); i++) {
        state = state * 1664525U + 1013904223U;
        number[i] = (ct_real)(state >> 8) / (ct_real)(1U << 24) - (ct_real)0.5;
    }
    for (ptrdiff_t i = 0; kind == BENCH_C2R && i < rows; i++) {
        coefficient[i * row] = 0;
        if (extent[2] % 2 == 0) {
            coefficient[(i + 1) * row - 1] = 0;
        }
    }
}
