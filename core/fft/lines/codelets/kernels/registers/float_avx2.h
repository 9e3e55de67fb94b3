/* Registers of four complex floats, of four columns, for processors that have no wider ones. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_FLOAT_AVX2_H
#define CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_FLOAT_AVX2_H

#define TARGET __attribute__((target("avx2,fma")))
#include "fft/lines/codelets/kernels/registers/instructions.h"

#include <stddef.h>
#include <string.h>

#define WIDE_BYTES 32
typedef float wide __attribute__((vector_size(WIDE_BYTES)));

#define STREAM(INTO, V) _mm256_stream_si256((__m256i *)(INTO), (__m256i)(V))

enum { SQUARE = 4, REGISTER_ROWS = 1 };

#include "fft/lines/codelets/kernels/registers/registers_source.h"

#include "fft/lines/codelets/kernels/registers/eights_source.h"

/* Two numbers of each of two rows, which are `step` bytes apart; and factors of all rows. */
INLINE wide read_twos(const char *from, ptrdiff_t step) {
    const __m256 low = _mm256_castps128_ps256(_mm_loadu_ps((const float *)from));
    return (wide)_mm256_insertf128_ps(low, _mm_loadu_ps((const float *)(from + step)), 1);
}

INLINE void write_twos(wide v, char *into, ptrdiff_t step) {
    _mm_storeu_ps((float *)into, _mm256_castps256_ps128((__m256)v));
    _mm_storeu_ps((float *)(into + step), _mm256_extractf128_ps((__m256)v, 1));
}

INLINE wide read_factors_of_twos(const float *factors) {
    return read_twos((const char *)factors, 0);
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
    const wide even[2] = {firsts_of_twos(x[0], x[1]), firsts_of_twos(x[2], x[3])};
    const wide odd[2] = {seconds_of_twos(x[0], x[1]), seconds_of_twos(x[2], x[3])};
    x[0] = first_halves(even[0], even[1]);
    x[1] = first_halves(odd[0], odd[1]);
    x[2] = last_halves(even[0], even[1]);
    x[3] = last_halves(odd[0], odd[1]);
}

#endif
