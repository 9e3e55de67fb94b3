/* Transforms of up to 32 points, powers of two times 3 or not and 5 or not, in registers of four
 * complex numbers. For kernels_avx512.c. */
#ifndef CT_FFT_LINES_CODELETS_REGISTERS_AVX512_H
#define CT_FFT_LINES_CODELETS_REGISTERS_AVX512_H

#include "fft/lines/codelets/kernels.h"

#include <immintrin.h>
#include <string.h>

#define TARGET __attribute__((target("avx512f,prfchw")))
#define INLINE TARGET static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 64")

typedef double four __attribute__((vector_size(64)));

enum { REALS = 2 * CT_CODELET_LANES };

#define SHUFFLE __builtin_shufflevector

INLINE four swapped(four v) {
    return SHUFFLE(v, v, 1, 0, 3, 2, 5, 4, 7, 6);
}

INLINE four read(const double *from) {
    four v;
    memcpy(&v, from, sizeof v);
    return v;
}

INLINE void write(four v, double *into, int streams) {
    if (streams) {
        _mm512_stream_pd(into, (__m512d)v);
    } else {
        memcpy(into, &v, sizeof v);
    }
}

/* cos(2 pi e / 32), known when this is compiled. */
INLINE double cosine(int e) {
    static const double quarter[9] = {1,
                                      0.98078528040323044913,
                                      0.92387953251128675613,
                                      0.83146961230254523708,
                                      0.70710678118654752440,
                                      0.55557023301960222474,
                                      0.38268343236508977173,
                                      0.19509032201612826785,
                                      0};
    const int half = e % 32 <= 16 ? e % 32 : 32 - e % 32;
    return half <= 8 ? quarter[half] : -quarter[16 - half];
}

/* Times a root of unity, exp(-+ 2 pi i e / 32). */
INLINE four turned(four v, int e, int is_forward) {
    const double re = cosine(e);
    const double im = is_forward ? cosine(e + 24) : -cosine(e + 24);
    const four signs = {im, -im, im, -im, im, -im, im, -im};
    return e % 32 == 0 ? v : re == 0 ? swapped(v) * signs : v * re + swapped(v) * signs;
}

/* Four points, in registers `step` apart. */
INLINE void transform_four(four *x, ptrdiff_t step, int is_forward) {
    const four sum[2] = {x[0] + x[2 * step], x[step] + x[3 * step]};
    const four apart = x[0] - x[2 * step];
    const four other = turned(x[step] - x[3 * step], 8, is_forward);
    x[0] = sum[0] + sum[1];
    x[step] = apart + other;
    x[2 * step] = sum[0] - sum[1];
    x[3 * step] = apart - other;
}

/* 1, 2, 4 or 8 points, in registers one after the other. */
INLINE void transform_few(four *x, int points, int is_forward) {
    if (points == 2) {
        const four sum = x[0] + x[1];
        x[1] = x[0] - x[1];
        x[0] = sum;
    } else if (points == 4) {
        transform_four(x, 1, is_forward);
    } else if (points == 8) {
        four y[8];
        transform_four(x, 2, is_forward);
        transform_four(x + 1, 2, is_forward);
        UNROLL for (ptrdiff_t k = 0; k < 4; k++) {
            const four other = turned(x[2 * k + 1], (int)(4 * k), is_forward);
            y[k] = x[2 * k] + other;
            y[k + 4] = x[2 * k] - other;
        }
        memcpy(x, y, sizeof y);
    }
}

/* Powers of two up to 32. */
INLINE void transform_power(four *x, int points, int is_forward) {
    const ptrdiff_t rest = points / 4;
    if (points <= 8) {
        transform_few(x, points, is_forward);
        return;
    }
    four y[32];
    UNROLL for (ptrdiff_t j = 0; j < rest; j++) {
        transform_four(x + j, rest, is_forward);
    }
    UNROLL for (ptrdiff_t k = 0; k < 4; k++) {
        UNROLL for (ptrdiff_t j = 0; j < rest; j++) {
            x[k * rest + j] = turned(x[k * rest + j], (int)(32 / points * j * k), is_forward);
        }
        transform_few(x + k * rest, (int)rest, is_forward);
        UNROLL for (ptrdiff_t j = 0; j < rest; j++) {
            y[k + 4 * j] = x[k * rest + j];
        }
    }
    memcpy(x, y, (size_t)points * sizeof *x);
}

/* Times -i or i, and a real number. */
INLINE four quarter(four v, double by, int is_forward) {
    const double re = is_forward ? by : -by;
    return swapped(v) * (four){re, -re, re, -re, re, -re, re, -re};
}

/* Three or five points, in registers `step` apart. */
INLINE void transform_three(four *x, ptrdiff_t step, int is_forward) {
    const four sum = x[step] + x[2 * step];
    const four apart = quarter(x[step] - x[2 * step], 0.86602540378443864676, is_forward);
    const four middle = x[0] - 0.5 * sum;
    x[0] += sum;
    x[step] = middle + apart;
    x[2 * step] = middle - apart;
}

INLINE void transform_five(four *x, ptrdiff_t step, int is_forward) {
    const double cosines[2] = {0.30901699437494742410, -0.80901699437494742410};
    const double sines[2] = {0.95105651629515357212, 0.58778525229247312917};
    const four sum[2] = {x[step] + x[4 * step], x[2 * step] + x[3 * step]};
    const four apart[2] = {x[step] - x[4 * step], x[2 * step] - x[3 * step]};
    const four even[2] = {x[0] + cosines[0] * sum[0] + cosines[1] * sum[1],
                          x[0] + cosines[1] * sum[0] + cosines[0] * sum[1]};
    const four odd[2] = {
        quarter(apart[0], sines[0], is_forward) + quarter(apart[1], sines[1], is_forward),
        quarter(apart[0], sines[1], is_forward) - quarter(apart[1], sines[0], is_forward)};
    x[0] += sum[0] + sum[1];
    x[step] = even[0] + odd[0];
    x[2 * step] = even[1] + odd[1];
    x[3 * step] = even[1] - odd[1];
    x[4 * step] = even[0] - odd[0];
}

/* Of p x q points without a common divisor, p is 3 or 5: p and q have no twiddle factors between
 * them, in orders that follow from remainders (Good 1958, Thomas 1963). Here along p; the caller
 * transforms along q, in registers one after the other. */
INLINE void transform_along(four *y, const four *x, ptrdiff_t p, ptrdiff_t q, int is_forward) {
    UNROLL for (ptrdiff_t i = 0; i < p * q; i++) {
        y[i] = x[(i / q * q + i % q * p) % (p * q)];
    }
    UNROLL for (ptrdiff_t i = 0; i < q; i++) {
        if (p == 3) {
            transform_three(y + i, q, is_forward);
        } else {
            transform_five(y + i, q, is_forward);
        }
    }
}

INLINE void order_results(four *x, const four *y, ptrdiff_t p, ptrdiff_t q) {
    UNROLL for (ptrdiff_t k = 0; k < p * q; k++) {
        x[k] = y[k % p * q + k % q];
    }
}

/* A power of two, times 3 or not. */
INLINE void transform_threes(four *x, int points, int is_forward) {
    const ptrdiff_t rest = points / 3;
    four y[32];
    if (points % 3 != 0) {
        transform_power(x, points, is_forward);
        return;
    }
    transform_along(y, x, 3, rest, is_forward);
    UNROLL for (ptrdiff_t i = 0; i < 3; i++) {
        transform_power(y + i * rest, (int)rest, is_forward);
    }
    order_results(x, y, 3, rest);
}

/* The same, times 5 or not: up to 32 points. */
INLINE void transform(four *x, int points, int is_forward) {
    const ptrdiff_t rest = points / 5;
    four y[32];
    if (points % 5 != 0) {
        transform_threes(x, points, is_forward);
        return;
    }
    transform_along(y, x, 5, rest, is_forward);
    UNROLL for (ptrdiff_t i = 0; i < 5; i++) {
        transform_threes(y + i * rest, (int)rest, is_forward);
    }
    order_results(x, y, 5, rest);
}

/* Times a complex number. */
INLINE four times(four v, const double *by) {
    const __m512d im = (__m512d)(swapped(v) * by[1]);
    return (four)_mm512_fmaddsub_pd((__m512d)v, _mm512_set1_pd(by[0]), im);
}

/* 25 points, with their factors w^(j k). */
INLINE void transform_square(four *x, int is_forward, const double *factors) {
    four y[25];
    UNROLL for (ptrdiff_t j = 0; j < 5; j++) {
        transform_five(x + j, 5, is_forward);
    }
    UNROLL for (ptrdiff_t i = 0; i < 25; i++) {
        y[i] = i / 5 * (i % 5) == 0 ? x[i] : times(x[i], factors + 2 * i);
    }
    UNROLL for (ptrdiff_t k = 0; k < 5; k++) {
        transform_five(y + 5 * k, 1, is_forward);
    }
    UNROLL for (ptrdiff_t k = 0; k < 25; k++) {
        x[k] = y[k % 5 * 5 + k / 5];
    }
}

/* Of a square of four registers. */
INLINE void transpose(four *x) {
    const four even[2] = {SHUFFLE(x[0], x[1], 0, 1, 4, 5, 8, 9, 12, 13),
                          SHUFFLE(x[2], x[3], 0, 1, 4, 5, 8, 9, 12, 13)};
    const four odd[2] = {SHUFFLE(x[0], x[1], 2, 3, 6, 7, 10, 11, 14, 15),
                         SHUFFLE(x[2], x[3], 2, 3, 6, 7, 10, 11, 14, 15)};
    x[0] = SHUFFLE(even[0], even[1], 0, 1, 4, 5, 8, 9, 12, 13);
    x[1] = SHUFFLE(odd[0], odd[1], 0, 1, 4, 5, 8, 9, 12, 13);
    x[2] = SHUFFLE(even[0], even[1], 2, 3, 6, 7, 10, 11, 14, 15);
    x[3] = SHUFFLE(odd[0], odd[1], 2, 3, 6, 7, 10, 11, 14, 15);
}

#endif
