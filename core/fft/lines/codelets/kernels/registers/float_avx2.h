/* Registers of four complex floats, of four columns, for processors that have no wider ones. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_FLOAT_AVX2_H
#define CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_FLOAT_AVX2_H

#define TARGET __attribute__((target("avx2,fma")))
#include "fft/lines/codelets/kernels/instructions.h"

#include <stddef.h>
#include <string.h>

#define WIDE_BYTES 32
typedef float wide __attribute__((vector_size(WIDE_BYTES)));

#define STREAM(INTO, V) _mm256_stream_si256((__m256i *)(INTO), (__m256i)(V))

enum { SQUARE = 4, REGISTER_ROWS = 1 };

#include "fft/lines/codelets/kernels/registers/registers_source.h"

INLINE wide swapped(wide v) {
    return SHUFFLE(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
}

/* A number with both signs. */
INLINE wide alternating(float by) {
    return (wide){by, -by, by, -by, by, -by, by, -by};
}

/* The complex numbers from the last to the first. */
INLINE wide turned_round(wide v) {
    return SHUFFLE(v, v, 6, 7, 4, 5, 2, 3, 0, 1);
}

/* Times a complex number. */
INLINE wide times(wide v, const float *by) {
    const __m256 im = (__m256)(swapped(v) * by[1]);
    return (wide)_mm256_fmaddsub_ps((__m256)v, _mm256_set1_ps(by[0]), im);
}

/* The complex numbers times those of `by`, lane by lane. */
INLINE wide times_each(wide v, wide by) {
    const __m256 im = _mm256_mul_ps((__m256)swapped(v), _mm256_movehdup_ps((__m256)by));
    return (wide)_mm256_fmaddsub_ps((__m256)v, _mm256_moveldup_ps((__m256)by), im);
}

/* Of a square of four registers. */
INLINE void transpose(wide *x) {
    const wide even[2] = {SHUFFLE(x[0], x[1], 0, 1, 8, 9, 4, 5, 12, 13),
                          SHUFFLE(x[2], x[3], 0, 1, 8, 9, 4, 5, 12, 13)};
    const wide odd[2] = {SHUFFLE(x[0], x[1], 2, 3, 10, 11, 6, 7, 14, 15),
                         SHUFFLE(x[2], x[3], 2, 3, 10, 11, 6, 7, 14, 15)};
    x[0] = SHUFFLE(even[0], even[1], 0, 1, 2, 3, 8, 9, 10, 11);
    x[1] = SHUFFLE(odd[0], odd[1], 0, 1, 2, 3, 8, 9, 10, 11);
    x[2] = SHUFFLE(even[0], even[1], 4, 5, 6, 7, 12, 13, 14, 15);
    x[3] = SHUFFLE(odd[0], odd[1], 4, 5, 6, 7, 12, 13, 14, 15);
}

#endif
