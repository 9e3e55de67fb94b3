/* Transforms of up to 32 points, powers of two times 3 or 9 or not and 5 or 7 or not, in registers
 * of complex numbers of type REAL (registers_double.h, registers_float.h). For kernels_source.h. */

/* cos(2 pi e / 32), known when this is compiled. */
INLINE REAL cosine(int e) {
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
    return (REAL)(half <= 8 ? quarter[half] : -quarter[16 - half]);
}

/* Times a root of unity, exp(-+ 2 pi i e / 32). */
INLINE wide turned(wide v, int e, int is_forward) {
    const REAL re = cosine(e);
    const wide im = alternating(is_forward ? cosine(e + 24) : -cosine(e + 24));
    return e % 32 == 0 ? v : re == 0 ? swapped(v) * im : v * re + swapped(v) * im;
}

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

/* Times -i or i, and a real number. */
INLINE wide quarter(wide v, double by, int is_forward) {
    return swapped(v) * alternating((REAL)(is_forward ? by : -by));
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

/* Seven points, in registers `step` apart: results k and 7 - k are the sum and the difference of a
 * sum of cosines and one of sines. */
INLINE void transform_seven(wide *x, ptrdiff_t step, int is_forward) {
    static const double cosines[4] = {1, 0.62348980185873353053, -0.22252093395631440429,
                                      -0.90096886790241912624};
    static const double sines[4] = {0, 0.78183148246802980871, 0.97492791218182360702,
                                    0.43388373911755812048};
    const wide first = x[0];
    wide sum[4];
    wide apart[4];
    UNROLL for (ptrdiff_t j = 1; j <= 3; j++) {
        sum[j] = x[j * step] + x[(7 - j) * step];
        apart[j] = x[j * step] - x[(7 - j) * step];
    }
    x[0] = first + sum[1] + sum[2] + sum[3];
    UNROLL for (ptrdiff_t k = 1; k <= 3; k++) {
        wide even = first + sum[1] * (REAL)cosines[k];
        wide odd = apart[1] * (REAL)sines[k];
        UNROLL for (ptrdiff_t j = 2; j <= 3; j++) {
            const ptrdiff_t e = j * k % 7;
            even += sum[j] * (REAL)cosines[e <= 3 ? e : 7 - e];
            odd += apart[j] * (REAL)(e <= 3 ? sines[e] : -sines[7 - e]);
        }
        odd = quarter(odd, 1, is_forward);
        x[k * step] = even + odd;
        x[(7 - k) * step] = even - odd;
    }
}

/* Times a root of unity, exp(-+ 2 pi i e / 9), e 0, 1, 2 or 4. */
INLINE wide turned_ninths(wide v, int e, int is_forward) {
    static const double cosines[5] = {1, 0.76604444311897803520, 0.17364817766693034885, 0,
                                      -0.93969262078590838405};
    static const double sines[5] = {0, 0.64278760968653932632, 0.98480775301220805937, 0,
                                    0.34202014332566873304};
    return e == 0 ? v : v * (REAL)cosines[e] + quarter(v, sines[e], is_forward);
}

/* Nine points, in registers `step` apart, as 3 x 3. */
INLINE void transform_nine(wide *x, ptrdiff_t step, int is_forward) {
    wide y[9];
    UNROLL for (ptrdiff_t j = 0; j < 3; j++) {
        transform_three(x + j * step, 3 * step, is_forward);
    }
    UNROLL for (ptrdiff_t i = 0; i < 9; i++) {
        y[i] = turned_ninths(x[i * step], (int)(i / 3 * (i % 3)), is_forward);
    }
    UNROLL for (ptrdiff_t k = 0; k < 3; k++) {
        transform_three(y + 3 * k, 1, is_forward);
    }
    UNROLL for (ptrdiff_t k = 0; k < 9; k++) {
        x[k * step] = y[k % 3 * 3 + k / 3];
    }
}

/* Of p x q points without a common divisor, p is 3, 5, 7 or 9: p and q have no twiddle factors
 * between them, in orders that follow from remainders (Good 1958, Thomas 1963). Here along p; the
 * caller transforms along q, in registers one after the other. */
INLINE void transform_along(wide *y, const wide *x, ptrdiff_t p, ptrdiff_t q, int is_forward) {
    UNROLL for (ptrdiff_t i = 0; i < p * q; i++) {
        y[i] = x[(i / q * q + i % q * p) % (p * q)];
    }
    UNROLL for (ptrdiff_t i = 0; i < q; i++) {
        if (p == 3) {
            transform_three(y + i, q, is_forward);
        } else if (p == 7) {
            transform_seven(y + i, q, is_forward);
        } else if (p == 9) {
            transform_nine(y + i, q, is_forward);
        } else {
            transform_five(y + i, q, is_forward);
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

/* The same, times 5 or 7 or neither: up to 32 points. */
INLINE void transform(wide *x, int points, int is_forward) {
    const ptrdiff_t prime = points % 7 == 0 ? 7 : 5;
    const ptrdiff_t rest = points / prime;
    wide y[32];
    if (points % prime != 0) {
        transform_threes(x, points, is_forward);
        return;
    }
    transform_along(y, x, prime, rest, is_forward);
    UNROLL for (ptrdiff_t i = 0; i < prime; i++) {
        transform_threes(y + i * rest, (int)rest, is_forward);
    }
    order_results(x, y, prime, rest);
}

/* 25 points, with their factors w^(j k). */
INLINE void transform_square(wide *x, int is_forward, const REAL *factors) {
    wide y[25];
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

/* The same of other numbers of points, which need none. */
INLINE void transform_part(wide *x, int points, int is_forward, const REAL *factors) {
    if (points == CT_CODELET_SQUARE) {
        transform_square(x, is_forward, factors);
    } else {
        transform(x, points, is_forward);
    }
}
