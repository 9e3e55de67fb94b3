/* Registers of four complex doubles: of four columns, or of a row. Local. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_DOUBLE_AVX512_H
#define CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_DOUBLE_AVX512_H

#define TARGET __attribute__((target("avx512f,prfchw")))
#include "fft/lines/codelets/kernels/registers/instructions.h"

#include <stddef.h>
#include <string.h>

#define WIDE_BYTES 64
typedef double wide __attribute__((vector_size(WIDE_BYTES)));

#define STREAM(INTO, V) _mm512_stream_si512(INTO, (__m512i)(V))

/* Points and rows of a square that is transposed in registers (read_square), in each of which
 * there are so many rows. */
enum { SQUARE = 4, REGISTER_ROWS = 1 };

#include "fft/lines/codelets/kernels/registers/registers_source.h"

#include "fft/lines/codelets/kernels/registers/eights_source.h"

/* Two numbers of each of two rows, which are `step` bytes apart; and factors of all rows. */
INLINE wide read_twos(const char *from, ptrdiff_t step) {
    const __m512d low = _mm512_castpd256_pd512(_mm256_loadu_pd((const double *)from));
    return (wide)_mm512_insertf64x4(low, _mm256_loadu_pd((const double *)(from + step)), 1);
}

INLINE void write_twos(wide v, char *into, ptrdiff_t step) {
    _mm256_storeu_pd((double *)into, _mm512_castpd512_pd256((__m512d)v));
    _mm256_storeu_pd((double *)(into + step), _mm512_extractf64x4_pd((__m512d)v, 1));
}

INLINE wide read_factors_of_twos(const double *factors) {
    return read_twos((const char *)factors, 0);
}

/* Times a complex number. */
INLINE wide times(wide v, const double *by) {
    const __m512d im = (__m512d)(swapped(v) * by[1]);
    return (wide)_mm512_fmaddsub_pd((__m512d)v, _mm512_set1_pd(by[0]), im);
}

/* The complex numbers times those of `by`, lane by lane. */
INLINE wide times_each(wide v, wide by) {
    const __m512d im = _mm512_mul_pd((__m512d)swapped(v), _mm512_permute_pd((__m512d)by, 0xff));
    return (wide)_mm512_fmaddsub_pd((__m512d)v, _mm512_movedup_pd((__m512d)by), im);
}

/* Of a square of four registers. */
INLINE void transpose(wide *x) {
    const wide even[2] = {SHUFFLE(x[0], x[1], 0, 1, 4, 5, 8, 9, 12, 13),
                          SHUFFLE(x[2], x[3], 0, 1, 4, 5, 8, 9, 12, 13)};
    const wide odd[2] = {SHUFFLE(x[0], x[1], 2, 3, 6, 7, 10, 11, 14, 15),
                         SHUFFLE(x[2], x[3], 2, 3, 6, 7, 10, 11, 14, 15)};
    x[0] = SHUFFLE(even[0], even[1], 0, 1, 4, 5, 8, 9, 12, 13);
    x[1] = SHUFFLE(odd[0], odd[1], 0, 1, 4, 5, 8, 9, 12, 13);
    x[2] = SHUFFLE(even[0], even[1], 2, 3, 6, 7, 10, 11, 14, 15);
    x[3] = SHUFFLE(odd[0], odd[1], 2, 3, 6, 7, 10, 11, 14, 15);
}

#endif
