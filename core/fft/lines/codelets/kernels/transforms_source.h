/* Transforms of few points in registers of complex numbers of type REAL (registers/). For
 * lines_source.h. */

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

INLINE void transform_two(wide *x, ptrdiff_t step) {
    const wide sum = x[0] + x[step];
    x[step] = x[0] - x[step];
    x[0] = sum;
}

/* Eight points, in registers `step` apart. */
INLINE void transform_eight(wide *x, ptrdiff_t step, int is_forward) {
    wide y[8];
    transform_four(x, 2 * step, is_forward);
    transform_four(x + step, 2 * step, is_forward);
    UNROLL for (ptrdiff_t k = 0; k < 4; k++) {
        const wide other = turned(x[(2 * k + 1) * step], (int)(4 * k), is_forward);
        y[k] = x[2 * k * step] + other;
        y[k + 4] = x[2 * k * step] - other;
    }
    UNROLL for (ptrdiff_t k = 0; k < 8; k++) {
        x[k * step] = y[k];
    }
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

/* The number that leaves j when it is divided by p, and i by q. */
INLINE ptrdiff_t with_remainders(ptrdiff_t j, ptrdiff_t p, ptrdiff_t i, ptrdiff_t q) {
    ptrdiff_t k = j;
    UNROLL for (ptrdiff_t n = 1; n < q; n++) {
        k += k % q == i ? 0 : p;
    }
    return k;
}

/* Six points, in registers one after the other, as 3 x 2. */
INLINE void transform_six(wide *x, int is_forward) {
    wide y[6];
    UNROLL for (ptrdiff_t i = 0; i < 6; i++) {
        y[i] = x[(i / 2 * 2 + i % 2 * 3) % 6];
    }
    transform_three(y, 2, is_forward);
    transform_three(y + 1, 2, is_forward);
    UNROLL for (ptrdiff_t j = 0; j < 3; j++) {
        transform_two(y + 2 * j, 1);
        x[with_remainders(j, 3, 0, 2)] = y[2 * j];
        x[with_remainders(j, 3, 1, 2)] = y[2 * j + 1];
    }
}

/* One to five, seven to nine, 11 or 13 points, in registers `step` apart; or six, side by side. */
INLINE void transform_few(wide *x, ptrdiff_t step, ptrdiff_t points, int is_forward) {
    switch (points) {
    case 1:
        break;
    case 2:
        transform_two(x, step);
        break;
    case 3:
        transform_three(x, step, is_forward);
        break;
    case 4:
        transform_four(x, step, is_forward);
        break;
    case 5:
        transform_five(x, step, is_forward);
        break;
    case 6:
        transform_six(x, is_forward);
        break;
    case 8:
        transform_eight(x, step, is_forward);
        break;
    case 9:
        transform_nine(x, step, is_forward);
        break;
    default:
        transform_prime(x, step, points, is_forward);
        break;
    }
}
