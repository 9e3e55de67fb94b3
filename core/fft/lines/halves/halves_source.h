/* Defines WIDTH, the functions of halves.h for REAL numbers in vectors of COMPLEXES complex ones,
 * with TARGET instructions; included several times. Undefines all but REAL. */

#define JOINED(a, b) a##_##b
#define JOIN(a, b) JOINED(a, b)
#define OF(name) JOIN(WIDTH, name)
#define INLINE TARGET static inline __attribute__((always_inline))

#if COMPLEXES == 1
#define SWAP(v) __builtin_shufflevector(v, v, 1, 0)
#define TURN(v) __builtin_shufflevector(v, v, 0, 1)
#define END_WITH(v, next) __builtin_shufflevector(v, next, 2, 3)
#define FIRST_REAL(v, zeros) __builtin_shufflevector(v, zeros, 0, 3)
#define LAST_REAL(v, zeros) __builtin_shufflevector(v, zeros, 0, 3)
#define REALS(v, zeros) __builtin_shufflevector(v, zeros, 0, 2)
#define SIGNS 1, -1
#elif COMPLEXES == 2
#define SWAP(v) __builtin_shufflevector(v, v, 1, 0, 3, 2)
#define TURN(v) __builtin_shufflevector(v, v, 2, 3, 0, 1)
#define END_WITH(v, next) __builtin_shufflevector(v, next, 0, 1, 4, 5)
#define FIRST_REAL(v, zeros) __builtin_shufflevector(v, zeros, 0, 5, 2, 3)
#define LAST_REAL(v, zeros) __builtin_shufflevector(v, zeros, 0, 1, 2, 7)
#define REALS(v, zeros) __builtin_shufflevector(v, zeros, 0, 4, 2, 4)
#define SIGNS 1, -1, 1, -1
#elif COMPLEXES == 4
#define SWAP(v) __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6)
#define TURN(v) __builtin_shufflevector(v, v, 6, 7, 4, 5, 2, 3, 0, 1)
#define END_WITH(v, next) __builtin_shufflevector(v, next, 0, 1, 2, 3, 4, 5, 8, 9)
#define FIRST_REAL(v, zeros) __builtin_shufflevector(v, zeros, 0, 9, 2, 3, 4, 5, 6, 7)
#define LAST_REAL(v, zeros) __builtin_shufflevector(v, zeros, 0, 1, 2, 3, 4, 5, 6, 15)
#define REALS(v, zeros) __builtin_shufflevector(v, zeros, 0, 8, 2, 8, 4, 8, 6, 8)
#define SIGNS 1, -1, 1, -1, 1, -1, 1, -1
#else
#define SWAP(v) __builtin_shufflevector(v, v, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14)
#define TURN(v) __builtin_shufflevector(v, v, 14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1)
#define END_WITH(v, next)                                                                          \
    __builtin_shufflevector(v, next, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 16, 17)
#define FIRST_REAL(v, zeros)                                                                       \
    __builtin_shufflevector(v, zeros, 0, 17, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#define LAST_REAL(v, zeros)                                                                        \
    __builtin_shufflevector(v, zeros, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 31)
#define REALS(v, zeros)                                                                            \
    __builtin_shufflevector(v, zeros, 0, 16, 2, 16, 4, 16, 6, 16, 8, 16, 10, 16, 12, 16, 14, 16)
#define SIGNS 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1, 1, -1
#endif

typedef REAL OF(wide) __attribute__((vector_size(2 * COMPLEXES * sizeof(REAL))));

INLINE OF(wide) OF(read)(const REAL *numbers) {
    OF(wide) read;
    memcpy(&read, numbers, sizeof read);
    return read;
}

INLINE void OF(write)(OF(wide) numbers, REAL *into) {
    memcpy(into, &numbers, sizeof numbers);
}

/* COMPLEXES pairs: the numbers from k on, and those to H - k. `first`: k is 0, where Z(H) = Z(0) or
 * numbers are real; that is seen to in registers, since a load waits that takes what several stores
 * have just written. */
enum { OF(FORWARD_FIRST) = 1, OF(INVERSE_FIRST) };
INLINE void OF(pairs)(REAL *row, ptrdiff_t k, ptrdiff_t half, REAL sum_factor, const REAL *real,
                      const REAL *imaginary, int first) {
    const OF(wide) conjugates = {SIGNS};
    const OF(wide) zeros = {0};
    REAL *low = row + 2 * k;
    REAL *high = row + 2 * (half - k - COMPLEXES + 1);
    OF(wide) one = OF(read)(low);
    OF(wide) mirrored = OF(read)(high);
    if (first == OF(FORWARD_FIRST)) {
        mirrored = END_WITH(mirrored, one);
    } else if (first == OF(INVERSE_FIRST)) {
        one = FIRST_REAL(one, zeros);
        mirrored = LAST_REAL(mirrored, zeros);
    }
    const OF(wide) other = TURN(mirrored);
    const OF(wide) sum = one + other * conjugates;
    const OF(wide) apart = one - other * conjugates;
    const OF(wide) turned =
        OF(read)(real + 2 * k) * apart + OF(read)(imaginary + 2 * k) * SWAP(apart);
    const OF(wide) down = (sum * sum_factor - turned) * conjugates;
    OF(write)(TURN(down), high);
    OF(write)(sum * sum_factor + turned, low);
}

/* The pair of one number and its mirror, which may be the same. */
INLINE void OF(pair)(REAL *row, ptrdiff_t k, ptrdiff_t half, REAL sum_factor, const REAL *real,
                     const REAL *imaginary) {
    REAL *low = row + 2 * k;
    REAL *high = row + 2 * (half - k);
    const REAL sum[2] = {low[0] + high[0], low[1] - high[1]};
    const REAL apart[2] = {low[0] - high[0], low[1] + high[1]};
    const REAL turned[2] = {real[2 * k] * apart[0] + imaginary[2 * k] * apart[1],
                            real[2 * k] * apart[1] + imaginary[2 * k + 1] * apart[0]};
    high[0] = sum[0] * sum_factor - turned[0];
    high[1] = turned[1] - sum[1] * sum_factor;
    low[0] = sum[0] * sum_factor + turned[0];
    low[1] = sum[1] * sum_factor + turned[1];
}

TARGET static void OF(rows)(const ct_fft_halves *halves, void *rows, ptrdiff_t pitch,
                            ptrdiff_t count) {
    const ptrdiff_t half = halves->half;
    const REAL *real = halves->factors;
    const REAL *imaginary = real + 2 * (half / 2 + 1);
    const int is_forward = halves->direction == CT_FORWARD;
    const REAL sum_factor = (REAL)halves->factor;
    for (ptrdiff_t i = 0; i < count; i++) {
        REAL *row = (REAL *)rows + 2 * i * pitch;
        ptrdiff_t k = 0;
        if (COMPLEXES <= (half + 1) / 2) {
            k = COMPLEXES;
            OF(pairs)
            (row, 0, half, sum_factor, real, imaginary,
             is_forward ? OF(FORWARD_FIRST) : OF(INVERSE_FIRST));
        } else if (is_forward) {
            row[2 * half] = row[0];
            row[2 * half + 1] = row[1];
        } else {
            row[1] = row[2 * half + 1] = 0;
        }
        for (; k + COMPLEXES <= (half + 1) / 2; k += COMPLEXES) {
            OF(pairs)(row, k, half, sum_factor, real, imaginary, 0);
        }
        for (; 2 * k <= half; k++) {
            OF(pair)(row, k, half, sum_factor, real, imaginary);
        }
    }
}

/* COMPLEXES columns: the numbers at `low`, and their mirrors; of the first pair both are real. */
INLINE void OF(beside)(REAL *low, REAL *high, REAL sum_factor, OF(wide) real, OF(wide) imaginary,
                       int is_first) {
    const OF(wide) conjugates = {SIGNS};
    const OF(wide) zeros = {0};
    const OF(wide) one = is_first ? REALS(OF(read)(low), zeros) : OF(read)(low);
    const OF(wide) mirrored = is_first ? REALS(OF(read)(high), zeros) : OF(read)(high);
    const OF(wide) sum = (one + mirrored * conjugates) * sum_factor;
    const OF(wide) apart = one - mirrored * conjugates;
    const OF(wide) turned = real * apart + imaginary * SWAP(apart);
    OF(write)((sum - turned) * conjugates, high);
    OF(write)(sum + turned, low);
}

TARGET static void OF(columns)(const ct_fft_halves *halves, void *rows, ptrdiff_t pitch,
                               ptrdiff_t count) {
    const ptrdiff_t half = halves->half;
    const REAL *real = halves->factors;
    const REAL *imaginary = real + 2 * (half / 2 + 1);
    for (ptrdiff_t k = 0; 2 * k <= half; k++) {
        REAL *low = (REAL *)rows + 2 * k * pitch;
        REAL *high = (REAL *)rows + 2 * (half - k) * pitch;
        const OF(wide) factor = (OF(wide)){0} + real[2 * k];
        const OF(wide) turn = ((OF(wide)){0} + imaginary[2 * k + 1]) * (OF(wide)){SIGNS} * -1;
        for (ptrdiff_t i = 0; i < count; i += COMPLEXES) {
            OF(beside)
            (low + 2 * i, high + 2 * i, (REAL)halves->factor, factor, turn, k == 0);
        }
    }
}

/* COMPLEXES pairs of a cosine transform: the numbers from k on, and those to N - k. */
INLINE void OF(cosine_pairs)(REAL *row, ptrdiff_t k, ptrdiff_t points, const REAL *real,
                             const REAL *imaginary, int is_forward) {
    const OF(wide) conjugates = {SIGNS};
    REAL *low = row + 2 * k;
    REAL *high = row + 2 * (points - k - COMPLEXES + 1);
    const OF(wide) re = OF(read)(real + 2 * k);
    const OF(wide) im = OF(read)(imaginary + 2 * k);
    const OF(wide) one = OF(read)(low);
    const OF(wide) other = TURN(OF(read)(high));
    if (is_forward) {
        const OF(wide) turned = re * one + im * SWAP(one);
        const OF(wide) back = re * other - im * SWAP(other);
        OF(write)(TURN(SWAP(back - turned) * conjugates), high);
        OF(write)(turned + back, low);
    } else {
        const OF(wide) apart = one + SWAP(other) * conjugates;
        const OF(wide) sum = one - SWAP(other) * conjugates;
        OF(write)(TURN(re * sum + im * SWAP(sum)), high);
        OF(write)(re * apart - im * SWAP(apart), low);
    }
}

/* The pair of one number and its mirror, which may be the same. */
INLINE void OF(cosine_pair)(REAL *low, REAL *high, REAL re, REAL im, int is_forward) {
    const REAL one[2] = {low[0], low[1]};
    const REAL other[2] = {high[0], high[1]};
    if (is_forward) {
        const REAL turned[2] = {re * one[0] - im * one[1], re * one[1] + im * one[0]};
        const REAL back[2] = {re * other[0] + im * other[1], re * other[1] - im * other[0]};
        high[0] = back[1] - turned[1];
        high[1] = turned[0] - back[0];
        low[0] = turned[0] + back[0];
        low[1] = turned[1] + back[1];
    } else {
        const REAL apart[2] = {one[0] + other[1], one[1] - other[0]};
        const REAL sum[2] = {one[0] - other[1], one[1] + other[0]};
        high[0] = re * sum[0] - im * sum[1];
        high[1] = re * sum[1] + im * sum[0];
        low[0] = re * apart[0] + im * apart[1];
        low[1] = re * apart[1] - im * apart[0];
    }
}

TARGET static void OF(cosines)(const ct_fft_halves *cosines, void *rows, ptrdiff_t pitch,
                               ptrdiff_t count) {
    const ptrdiff_t points = cosines->half;
    const REAL *real = cosines->factors;
    const REAL *imaginary = real + 2 * (points / 2 + 1);
    const int is_forward = cosines->direction == CT_FORWARD;
    for (ptrdiff_t i = 0; i < count; i++) {
        REAL *row = (REAL *)rows + 2 * i * pitch;
        ptrdiff_t k = 1;
        row[0] *= (REAL)(is_forward ? 2 : 1);
        row[1] *= (REAL)(is_forward ? 2 : 1);
        for (; k + COMPLEXES <= (points + 1) / 2; k += COMPLEXES) {
            OF(cosine_pairs)(row, k, points, real, imaginary, is_forward);
        }
        for (; 2 * k <= points; k++) {
            OF(cosine_pair)
            (row + 2 * k, row + 2 * (points - k), real[2 * k], imaginary[2 * k + 1], is_forward);
        }
    }
}

#include "fft/lines/halves/twiddle_source.h"

static const ct_fft_halves_kernels WIDTH = {OF(rows), OF(columns), OF(cosines), OF(twiddle)};

#undef JOINED
#undef JOIN
#undef OF
#undef INLINE
#undef SWAP
#undef TURN
#undef END_WITH
#undef FIRST_REAL
#undef LAST_REAL
#undef REALS
#undef SIGNS
#undef WIDTH
#undef COMPLEXES
#undef TARGET
