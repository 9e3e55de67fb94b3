/* Registers of eight complex floats: of eight columns, or of two rows, each a half, which need no
 * other steps than a row of doubles. Local. */
#ifndef CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_FLOAT_AVX512_H
#define CT_FFT_LINES_CODELETS_KERNELS_REGISTERS_FLOAT_AVX512_H

#define TARGET __attribute__((target("avx512f,prfchw")))
#include "fft/lines/codelets/kernels/registers/instructions.h"

#include <stddef.h>
#include <string.h>

#define WIDE_BYTES 64
typedef float wide __attribute__((vector_size(WIDE_BYTES)));

#define STREAM(INTO, V) _mm512_stream_si512(INTO, (__m512i)(V))

/* Points and rows of a square that is transposed in registers (read_square), in each of which
 * there are so many rows. */
#define HAS_TWO_ROWS
enum { SQUARE = 4, REGISTER_ROWS = 2 };
typedef float narrow __attribute__((vector_size(32)));

#include "fft/lines/codelets/kernels/registers/registers_source.h"

INLINE wide swapped(wide v) {
    return SHUFFLE(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}

/* A number with both signs. */
INLINE wide alternating(float by) {
    return (wide){by, -by, by, -by, by, -by, by, -by, by, -by, by, -by, by, -by, by, -by};
}

/* The complex numbers from the last to the first. */
INLINE wide turned_round(wide v) {
    return SHUFFLE(v, v, 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
}

INLINE wide both(narrow low, narrow high) {
    return SHUFFLE(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* Four numbers of each row, which are `step` bytes apart; and factors of all rows. */
INLINE wide read_rows(const char *from, ptrdiff_t step) {
    narrow low;
    narrow high;
    memcpy(&low, from, sizeof low);
    memcpy(&high, from + step, sizeof high);
    return both(low, high);
}

INLINE void write_rows(wide v, char *into, ptrdiff_t step, int streams) {
    const narrow low = SHUFFLE(v, v, 0, 1, 2, 3, 4, 5, 6, 7);
    const narrow high = SHUFFLE(v, v, 8, 9, 10, 11, 12, 13, 14, 15);
    (void)streams; /* rows are put together to whole cache lines */
    memcpy(into, &low, sizeof low);
    memcpy(into + step, &high, sizeof high);
}

INLINE wide read_factors(const float *factors) {
    narrow of_row;
    memcpy(&of_row, factors, sizeof of_row);
    return both(of_row, of_row);
}

/* Two numbers of each of four rows, which are `step` bytes apart; and factors of all rows. */
INLINE wide read_twos(const char *from, ptrdiff_t step) {
    __m512 v = _mm512_castps128_ps512(_mm_loadu_ps((const float *)from));
    v = _mm512_insertf32x4(v, _mm_loadu_ps((const float *)(from + step)), 1);
    v = _mm512_insertf32x4(v, _mm_loadu_ps((const float *)(from + 2 * step)), 2);
    return (wide)_mm512_insertf32x4(v, _mm_loadu_ps((const float *)(from + 3 * step)), 3);
}

INLINE void write_twos(wide v, char *into, ptrdiff_t step) {
    _mm_storeu_ps((float *)into, _mm512_castps512_ps128((__m512)v));
    _mm_storeu_ps((float *)(into + step), _mm512_extractf32x4_ps((__m512)v, 1));
    _mm_storeu_ps((float *)(into + 2 * step), _mm512_extractf32x4_ps((__m512)v, 2));
    _mm_storeu_ps((float *)(into + 3 * step), _mm512_extractf32x4_ps((__m512)v, 3));
}

INLINE wide read_factors_of_twos(const float *factors) {
    return (wide)_mm512_broadcast_f32x4(_mm_loadu_ps(factors));
}

/* Of each two of both the first numbers, and the second ones. */
INLINE wide firsts_of_twos(wide a, wide b) {
    return SHUFFLE(a, b, 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29);
}

INLINE wide seconds_of_twos(wide a, wide b) {
    return SHUFFLE(a, b, 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31);
}

/* Times a complex number. */
INLINE wide times(wide v, const float *by) {
    const __m512 im = (__m512)(swapped(v) * by[1]);
    return (wide)_mm512_fmaddsub_ps((__m512)v, _mm512_set1_ps(by[0]), im);
}

/* The complex numbers times those of `by`, lane by lane. */
INLINE wide times_each(wide v, wide by) {
    const __m512 im = _mm512_mul_ps((__m512)swapped(v), _mm512_movehdup_ps((__m512)by));
    return (wide)_mm512_fmaddsub_ps((__m512)v, _mm512_moveldup_ps((__m512)by), im);
}

/* Of each row the first two numbers of each, and the last two. */
INLINE wide first_halves(wide a, wide b) {
    return SHUFFLE(a, b, 0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
}

INLINE wide last_halves(wide a, wide b) {
    return SHUFFLE(a, b, 4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
}

/* Of two squares of four registers side by side. */
INLINE void transpose(wide *x) {
    const wide even[2] = {
        SHUFFLE(x[0], x[1], 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29),
        SHUFFLE(x[2], x[3], 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29)};
    const wide odd[2] = {
        SHUFFLE(x[0], x[1], 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31),
        SHUFFLE(x[2], x[3], 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31)};
    x[0] = first_halves(even[0], even[1]);
    x[1] = first_halves(odd[0], odd[1]);
    x[2] = last_halves(even[0], even[1]);
    x[3] = last_halves(odd[0], odd[1]);
}

#endif
