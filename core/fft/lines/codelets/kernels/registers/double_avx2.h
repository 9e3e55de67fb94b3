/* Registers of two complex doubles, of two columns, for processors that have no wider ones. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_DOUBLE_AVX2_H
#define CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_DOUBLE_AVX2_H

#define TARGET __attribute__((target("avx2,fma")))
#include "fft/lines/codelets/kernels/registers/instructions.h"

#include <stddef.h>
#include <string.h>

#define WIDE_BYTES 32
typedef double wide __attribute__((vector_size(WIDE_BYTES)));

#define ROWS_IN_LANES
#define STREAM(INTO, V) _mm256_stream_si256((__m256i *)(INTO), (__m256i)(V))

enum { SQUARE = 2, REGISTER_ROWS = 1 };

#include "fft/lines/codelets/kernels/registers/registers_source.h"

INLINE wide swapped(wide v) {
    return SHUFFLE(v, v, 1, 0, 3, 2);
}

/* A number with both signs. */
INLINE wide alternating(double by) {
    return (wide){by, -by, by, -by};
}

/* The complex numbers from the last to the first. */
INLINE wide turned_round(wide v) {
    return SHUFFLE(v, v, 2, 3, 0, 1);
}

/* A number of each of two rows. */
INLINE wide read_pair(const char *from, const char *other) {
    const __m256d low = _mm256_castpd128_pd256(_mm_loadu_pd((const double *)from));
    return (wide)_mm256_insertf128_pd(low, _mm_loadu_pd((const double *)other), 1);
}

INLINE void write_pair(wide v, char *into, char *other) {
    _mm_storeu_pd((double *)into, _mm256_castpd256_pd128((__m256d)v));
    _mm_storeu_pd((double *)other, _mm256_extractf128_pd((__m256d)v, 1));
}

/* Of both the first numbers, and the second ones. */
INLINE wide firsts_of_twos(wide a, wide b) {
    return SHUFFLE(a, b, 0, 1, 4, 5);
}

INLINE wide seconds_of_twos(wide a, wide b) {
    return SHUFFLE(a, b, 2, 3, 6, 7);
}

/* Times a complex number. */
INLINE wide times(wide v, const double *by) {
    const __m256d im = (__m256d)(swapped(v) * by[1]);
    return (wide)_mm256_fmaddsub_pd((__m256d)v, _mm256_set1_pd(by[0]), im);
}

/* The complex numbers times those of `by`, lane by lane. */
INLINE wide times_each(wide v, wide by) {
    const __m256d im = _mm256_mul_pd((__m256d)swapped(v), _mm256_permute_pd((__m256d)by, 0xf));
    return (wide)_mm256_fmaddsub_pd((__m256d)v, _mm256_movedup_pd((__m256d)by), im);
}

/* Of a square of two registers. */
INLINE void transpose(wide *x) {
    const wide first = firsts_of_twos(x[0], x[1]);
    x[1] = seconds_of_twos(x[0], x[1]);
    x[0] = first;
}

#endif
