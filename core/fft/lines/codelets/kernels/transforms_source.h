/* Transforms of up to 32 points in registers of complex numbers of type REAL (registers_double.h,
 * registers_float.h). For kernels_source.h. */

#include "fft/lines/codelets/kernels/roots_source.h"

/* Four points, in registers `step` apart. */
INLINE void transform_four(wide *x, ptrdiff_t step, int is_forward) {
    const wide sum[2] = {x[0] + x[2 * step], x[step] + x[3 * step]};
    const wide apart = x[0] - x[2 * step];
    const wide other = turned(x[step] - x[3 * step], 8, is_forward);
    x[0] = sum[0] + sum[1];
    x[step] = apart + other;
    x[2 * step] = sum[0] - sum[1];
    x[3 * step] = apart - other;
}

/* 1, 2, 4 or 8 points, in registers one after the other. */
INLINE void transform_few(wide *x, int points, int is_forward) {
    if (points == 2) {
        const wide sum = x[0] + x[1];
        x[1] = x[0] - x[1];
        x[0] = sum;
    } else if (points == 4) {
        transform_four(x, 1, is_forward);
    } else if (points == 8) {
        wide y[8];
        transform_four(x, 2, is_forward);
        transform_four(x + 1, 2, is_forward);
        UNROLL for (ptrdiff_t k = 0; k < 4; k++) {
            const wide other = turned(x[2 * k + 1], (int)(4 * k), is_forward);
            y[k] = x[2 * k] + other;
            y[k + 4] = x[2 * k] - other;
        }
        memcpy(x, y, sizeof y);
    }
}

/* Powers of two up to 32. */
INLINE void transform_power(wide *x, int points, int is_forward) {
    const ptrdiff_t rest = points / 4;
    if (points <= 8) {
        transform_few(x, points, is_forward);
        return;
    }
    wide y[32];
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

/* Three or five points, in registers `step` apart. */
INLINE void transform_three(wide *x, ptrdiff_t step, int is_forward) {
    const wide sum = x[step] + x[2 * step];
    const wide apart = quarter(x[step] - x[2 * step], 0.86602540378443864676, is_forward);
    const wide middle = x[0] - (REAL)0.5 * sum;
    x[0] += sum;
    x[step] = middle + apart;
    x[2 * step] = middle - apart;
}

INLINE void transform_five(wide *x, ptrdiff_t step, int is_forward) {
    const REAL cosines[2] = {(REAL)0.30901699437494742410, (REAL)-0.80901699437494742410};
    const double sines[2] = {0.95105651629515357212, 0.58778525229247312917};
    const wide sum[2] = {x[step] + x[4 * step], x[2 * step] + x[3 * step]};
    const wide apart[2] = {x[step] - x[4 * step], x[2 * step] - x[3 * step]};
    const wide even[2] = {x[0] + cosines[0] * sum[0] + cosines[1] * sum[1],
                          x[0] + cosines[1] * sum[0] + cosines[0] * sum[1]};
    const wide odd[2] = {
        quarter(apart[0], sines[0], is_forward) + quarter(apart[1], sines[1], is_forward),
        quarter(apart[0], sines[1], is_forward) - quarter(apart[1], sines[0], is_forward)};
    x[0] += sum[0] + sum[1];
    x[step] = even[0] + odd[0];
    x[2 * step] = even[1] + odd[1];
    x[3 * step] = even[1] - odd[1];
    x[4 * step] = even[0] - odd[0];
}

/* Seven, 11 or 13 points, in registers `step` apart: results k and p - k are the sum and the
 * difference of a sum of cosines and one of sines. */
INLINE void transform_prime(wide *x, ptrdiff_t step, ptrdiff_t p, int is_forward) {
    const wide first = x[0];
    wide sum[PRIME_HALF + 1];
    wide apart[PRIME_HALF + 1];
    UNROLL for (ptrdiff_t j = 1; j <= p / 2; j++) {
        sum[j] = x[j * step] + x[(p - j) * step];
        apart[j] = x[j * step] - x[(p - j) * step];
        x[0] += sum[j];
    }
    UNROLL for (ptrdiff_t k = 1; k <= p / 2; k++) {
        wide even = first + sum[1] * prime_cosine(p, k);
        wide odd = apart[1] * prime_sine(p, k);
        UNROLL for (ptrdiff_t j = 2; j <= p / 2; j++) {
            even += sum[j] * prime_cosine(p, j * k % p);
            odd += apart[j] * prime_sine(p, j * k % p);
        }
        odd = quarter(odd, 1, is_forward);
        x[k * step] = even + odd;
        x[(p - k) * step] = even - odd;
    }
}

/* Nine points, in registers `step` apart, as 3 x 3. */
INLINE void transform_nine(wide *x, ptrdiff_t step, int is_forward) {
    wide y[9];
    UNROLL for (ptrdiff_t j = 0; j < 3; j++) {
        transform_three(x + j * step, 3 * step, is_forward);
    }
    UNROLL for (ptrdiff_t i = 0; i < 9; i++) {
        y[i] = turned_odd(x[i * step], i / 3 * (i % 3), 9, is_forward);
    }
    UNROLL for (ptrdiff_t k = 0; k < 3; k++) {
        transform_three(y + 3 * k, 1, is_forward);
    }
    UNROLL for (ptrdiff_t k = 0; k < 9; k++) {
        x[k * step] = y[k % 3 * 3 + k / 3];
    }
}

/* Of p x q points without a common divisor, p is 9 or a prime: p and q have no twiddle factors
 * between them, in orders that follow from remainders (Good 1958, Thomas 1963). Here along p; the
 * caller transforms along q, in registers one after the other. */
INLINE void transform_along(wide *y, const wide *x, ptrdiff_t p, ptrdiff_t q, int is_forward) {
    UNROLL for (ptrdiff_t i = 0; i < p * q; i++) {
        y[i] = x[(i / q * q + i % q * p) % (p * q)];
    }
    UNROLL for (ptrdiff_t i = 0; i < q; i++) {
        if (p == 3) {
            transform_three(y + i, q, is_forward);
        } else if (p == 5) {
            transform_five(y + i, q, is_forward);
        } else if (p == 9) {
            transform_nine(y + i, q, is_forward);
        } else {
            transform_prime(y + i, q, p, is_forward);
        }
    }
}

INLINE void order_results(wide *x, const wide *y, ptrdiff_t p, ptrdiff_t q) {
    UNROLL for (ptrdiff_t k = 0; k < p * q; k++) {
        x[k] = y[k % p * q + k % q];
    }
}

/* A power of two, times 3, 9 or neither. */
INLINE void transform_threes(wide *x, int points, int is_forward) {
    const ptrdiff_t threes = points % 9 == 0 ? 9 : 3;
    const ptrdiff_t rest = points / threes;
    wide y[32];
    if (points % 3 != 0) {
        transform_power(x, points, is_forward);
        return;
    }
    transform_along(y, x, threes, rest, is_forward);
    UNROLL for (ptrdiff_t i = 0; i < threes; i++) {
        transform_power(y + i * rest, (int)rest, is_forward);
    }
    order_results(x, y, threes, rest);
}

/* 25 points as 5 x 5, 27 as 9 x 3. */
INLINE void transform_odd(wide *x, int points, int is_forward) {
    const ptrdiff_t first = points == 25 ? 5 : 9;
    const ptrdiff_t rest = points / first;
    wide y[27];
    UNROLL for (ptrdiff_t j = 0; j < rest; j++) {
        if (first == 5) {
            transform_five(x + j, rest, is_forward);
        } else {
            transform_nine(x + j, rest, is_forward);
        }
    }
    UNROLL for (ptrdiff_t i = 0; i < points; i++) {
        y[i] = turned_odd(x[i], i / rest * (i % rest), points, is_forward);
    }
    UNROLL for (ptrdiff_t k = 0; k < first; k++) {
        if (rest == 5) {
            transform_five(y + rest * k, 1, is_forward);
        } else {
            transform_three(y + rest * k, 1, is_forward);
        }
    }
    UNROLL for (ptrdiff_t k = 0; k < points; k++) {
        x[k] = y[k % first * rest + k / first];
    }
}

/* Up to 32 points: 25, 27, or a power of two times 3 or 9 or not, times 5, 7, 11, 13 or neither. */
INLINE void transform(wide *x, int points, int is_forward) {
    const ptrdiff_t prime = points % 13 == 0 ? 13 : points % 11 == 0 ? 11 : points % 7 == 0 ? 7 : 5;
    const ptrdiff_t rest = points / prime;
    wide y[32];
    if (points == 25 || points == 27) {
        transform_odd(x, points, is_forward);
    } else if (points % prime != 0) {
        transform_threes(x, points, is_forward);
    } else {
        transform_along(y, x, prime, rest, is_forward);
        UNROLL for (ptrdiff_t i = 0; i < prime; i++) {
            transform_threes(y + i * rest, (int)rest, is_forward);
        }
        order_results(x, y, prime, rest);
    }
}
