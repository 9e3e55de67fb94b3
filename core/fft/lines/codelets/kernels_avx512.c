/*
 * Lines in registers of four complex numbers. Columns are side by side in them. A row of N = 4 M
 * points is in M registers, of which the lane j has the points 4 m + j: a transform over the
 * registers, twiddle factors, a transposition of squares of four registers, and a transform of four
 * points leave it in order,
 *
 *   X(k + M l) = sum over j of i^(-j l) w^(j k) (sum over m of x(4 m + j) w^(4 m k)).
 */
#include "fft/lines/codelets/kernels.h" /* elsewhere not empty, which ISO C forbids */

#if defined(__x86_64__)
#include "fft/lines/codelets/registers_avx512.h"
#include "kernels/cache.h"

#include <stdint.h>

enum { PAGE_BYTES = 4096 };

INLINE void fetch(ct_codelet_ahead *ahead, ptrdiff_t bytes) {
    if (ahead->left <= 0) {
        return;
    }
    if (ahead->streams && (uintptr_t)ahead->into % PAGE_BYTES < (uintptr_t)bytes) {
        ct_fetch_near(ahead->into);
    }
    for (ptrdiff_t i = 0; i < bytes; i += CT_LINE_BYTES) {
        if (ahead->streams) {
            ct_fetch_near(ahead->from + i);
        } else {
            ct_fetch_line(ahead->from + i);
            if (!ahead->reads_only) {
                __builtin_prefetch(ahead->into + i, 1, 2);
            }
        }
    }
    ahead->from += bytes;
    ahead->into += bytes;
    ahead->left -= bytes;
}

/* So many rows at once that they have four registers. */
INLINE void rows(const ct_codelet_pass *pass, int points, int is_forward, const double *from,
                 double *into, int streams, ct_codelet_ahead *ahead) {
    const int registers = points / CT_CODELET_LANES;
    const int group = registers < 4 ? 4 / registers : 1;
    const int all = group * registers;
    for (ptrdiff_t row = 0; row < pass->count; row += group) {
        four x[32];
        fetch(ahead, pass->fetched);
        UNROLL for (int i = 0; i < all; i++) {
            const ptrdiff_t at = (ptrdiff_t)(i % registers) * REALS;
            x[i] = read(from + i / registers * pass->from_step + at);
            x[i] *= pass->factor;
        }
        UNROLL for (int i = 0; i < all; i += registers) {
            transform(x + i, registers, is_forward);
        }
        UNROLL for (int i = 0; i < all; i++) {
            const double *factor = pass->factors + (ptrdiff_t)(i % registers) * 2 * REALS;
            if (i % registers > 0) {
                x[i] = x[i] * read(factor) + swapped(x[i]) * read(factor + REALS);
            }
        }
        UNROLL for (int i = 0; i < all; i += 4) {
            transpose(x + i);
            transform_four(x + i, 1, is_forward);
        }
        if (group == 2) { /* each has half of two rows */
            UNROLL for (int i = 0; i < 4; i += 2) {
                const four low = SHUFFLE(x[i], x[i + 1], 0, 1, 2, 3, 8, 9, 10, 11);
                const four high = SHUFFLE(x[i], x[i + 1], 4, 5, 6, 7, 12, 13, 14, 15);
                const ptrdiff_t at = (ptrdiff_t)(i / 2) * REALS;
                write(low, into + at, streams);
                write(high, into + pass->into_step + at, streams);
            }
        } else {
            UNROLL for (int i = 0; i < all; i++) {
                const ptrdiff_t at = (ptrdiff_t)(i % 4 * (all / 4) + i / 4) * REALS;
                write(x[i], into + at, streams);
            }
        }
        from += group * pass->from_step;
        into += group * pass->into_step;
        ahead->from += ahead->skip;
    }
}

/* More points than registers hold, in two steps by way of a buffer. */
INLINE void column_in_parts(const ct_codelet_pass *pass, int first, int rest, int is_forward,
                            const double *from, double *into, int streams) {
    four buffer[CT_CODELET_MOST];
    for (ptrdiff_t j = 0; j < rest; j++) {
        four x[16];
        UNROLL for (ptrdiff_t i = 0; i < first; i++) {
            x[i] = read(from + (j + rest * i) * pass->from_step);
        }
        transform(x, first, is_forward);
        UNROLL for (ptrdiff_t k = 0; k < first; k++) {
            const double *factor = pass->factors + 2 * (first * j + k);
            buffer[rest * k + j] = k == 0 ? x[k] : times(x[k], factor);
        }
    }
    for (ptrdiff_t k = 0; k < first; k++) {
        four x[32];
        memcpy(x, buffer + rest * k, (size_t)rest * sizeof *x);
        transform(x, rest, is_forward);
        UNROLL for (ptrdiff_t l = 0; l < rest; l++) {
            write(x[l], into + (k + first * l) * pass->into_step, streams);
        }
    }
}

INLINE void column(const ct_codelet_pass *pass, int points, int is_forward, int is_turned,
                   const double *from, double *into, int streams) {
    four x[32];
    if (points >= 64) {
        const int first = points <= 128 ? 8 : 16;
        column_in_parts(pass, first, points / first, is_forward, from, into, streams);
        return;
    }
    UNROLL for (ptrdiff_t i = 0; i < points; i++) {
        x[i] = read(from + i * pass->from_step);
    }
    transform(x, points, is_forward);
    UNROLL for (ptrdiff_t i = 0; i < points; i++) {
        const four result = is_turned && i > 0 ? times(x[i], pass->factors + 2 * i) : x[i];
        write(result, into + i * pass->into_step, streams);
    }
}

INLINE void columns(const ct_codelet_pass *pass, int points, int is_forward, int are_turned,
                    const double *from, double *into, int streams, ct_codelet_ahead *ahead) {
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i++) {
            fetch(ahead, pass->fetched);
            column(pass, points, is_forward, are_turned, from + i * REALS, into + i * REALS,
                   streams);
        }
        from += points * pass->from_step;
        into += points * pass->into_step;
    }
}

INLINE void plain_columns(const ct_codelet_pass *pass, int points, int is_forward,
                          const double *from, double *into, int streams, ct_codelet_ahead *ahead) {
    columns(pass, points, is_forward, 0, from, into, streams, ahead);
}

INLINE void turned_columns(const ct_codelet_pass *pass, int points, int is_forward,
                           const double *from, double *into, int streams, ct_codelet_ahead *ahead) {
    columns(pass, points, is_forward, 1, from, into, streams, ahead);
}

/* Rows of more registers than the processor has: the transform over them in two steps, the second
 * of four points, by way of a buffer. */
INLINE void long_rows(const ct_codelet_pass *pass, int points, int is_forward, const double *from,
                      double *into, int streams, ct_codelet_ahead *ahead) {
    const ptrdiff_t registers = points / CT_CODELET_LANES;
    const ptrdiff_t first = registers / 4;
    const double *inner = pass->factors + (ptrdiff_t)4 * points;
    for (ptrdiff_t row = 0; row < pass->count; row++) {
        four buffer[CT_CODELET_MOST / CT_CODELET_LANES];
        for (ptrdiff_t j = 0; j < 4; j++) {
            four x[32];
            fetch(ahead, pass->fetched / 4);
            UNROLL for (ptrdiff_t i = 0; i < first; i++) {
                x[i] = read(from + (j + 4 * i) * REALS);
                x[i] *= pass->factor;
            }
            transform(x, (int)first, is_forward);
            UNROLL for (ptrdiff_t k = 0; k < first; k++) {
                buffer[4 * k + j] = k == 0 ? x[k] : times(x[k], inner + 2 * (first * j + k));
            }
        }
        for (ptrdiff_t k = 0; k < first; k += 4) {
            four x[16];
            UNROLL for (ptrdiff_t i = 0; i < 16; i++) {
                x[i / 4 + i % 4 * 4] = buffer[4 * k + i];
            }
            UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
                transform_four(x + i, 4, is_forward);
            }
            UNROLL for (ptrdiff_t l = 0; l < 4; l++) {
                const ptrdiff_t at = k + first * l;
                UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
                    const double *factor = pass->factors + (at + i) * 2 * REALS;
                    four *one = &x[4 * l + i];
                    *one = *one * read(factor) + swapped(*one) * read(factor + REALS);
                }
                transpose(x + 4 * l);
                transform_four(x + 4 * l, 1, is_forward);
                UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
                    write(x[4 * l + i], into + (i * registers + at) / 4 * REALS, streams);
                }
            }
        }
        from += pass->from_step;
        into += pass->into_step;
        ahead->from += ahead->skip;
    }
}

/* NAME for lines of POINTS points, in both directions. */
#define DEFINE_ONE(NAME, POINTS, DIRECTION, IS_FORWARD)                                            \
    TARGET static void NAME##_##POINTS##_##DIRECTION(const ct_codelet_pass *pass,                  \
                                                     const double *from, double *into,             \
                                                     int streams, ct_codelet_ahead *ahead) {       \
        if (streams) {                                                                             \
            NAME(pass, POINTS, IS_FORWARD, from, into, 1, ahead);                                  \
        } else {                                                                                   \
            NAME(pass, POINTS, IS_FORWARD, from, into, 0, ahead);                                  \
        }                                                                                          \
    }
#define DEFINE(NAME, POINTS)                                                                       \
    DEFINE_ONE(NAME, POINTS, forward, 1) DEFINE_ONE(NAME, POINTS, inverse, 0)

DEFINE(rows, 8)
DEFINE(rows, 16)
DEFINE(rows, 32)
DEFINE(rows, 64)
DEFINE(rows, 128)
DEFINE(long_rows, 256)
DEFINE(long_rows, 512)
DEFINE(plain_columns, 8)
DEFINE(plain_columns, 16)
DEFINE(plain_columns, 32)
DEFINE(plain_columns, 64)
DEFINE(plain_columns, 128)
DEFINE(plain_columns, 256)
DEFINE(plain_columns, 512)
DEFINE(turned_columns, 8)
DEFINE(turned_columns, 16)

typedef struct named {
    ptrdiff_t points;
    ct_codelet_kernel *forward, *inverse;
} named;

#define NAMED(NAME, POINTS)                                                                        \
    { POINTS, NAME##_##POINTS##_forward, NAME##_##POINTS##_inverse }

static const named row_kernels[] = {
    NAMED(rows, 8),   NAMED(rows, 16),       NAMED(rows, 32),       NAMED(rows, 64),
    NAMED(rows, 128), NAMED(long_rows, 256), NAMED(long_rows, 512), {0}};
static const named column_kernels[] = {NAMED(plain_columns, 8),   NAMED(plain_columns, 16),
                                       NAMED(plain_columns, 32),  NAMED(plain_columns, 64),
                                       NAMED(plain_columns, 128), NAMED(plain_columns, 256),
                                       NAMED(plain_columns, 512), {0}};
static const named turned_kernels[] = {NAMED(turned_columns, 8), NAMED(turned_columns, 16), {0}};

static ct_codelet_kernel *find(const named *kernel, ptrdiff_t points, ct_direction direction) {
    while (kernel->points > 0 && kernel->points != points) {
        kernel++;
    }
    return direction == CT_FORWARD ? kernel->forward : kernel->inverse;
}

ct_codelet_kernel *ct_codelet_rows(ptrdiff_t points, ct_direction direction) {
    return find(row_kernels, points, direction);
}

ct_codelet_kernel *ct_codelet_columns(ptrdiff_t points, ct_direction direction) {
    return find(column_kernels, points, direction);
}

ct_codelet_kernel *ct_codelet_turned(ptrdiff_t points, ct_direction direction) {
    return find(turned_kernels, points, direction);
}

#else

ct_codelet_kernel *ct_codelet_turned(ptrdiff_t points, ct_direction direction) {
    (void)points;
    (void)direction;
    return NULL;
}

ct_codelet_kernel *ct_codelet_rows(ptrdiff_t points, ct_direction direction) {
    (void)points;
    (void)direction;
    return NULL;
}

ct_codelet_kernel *ct_codelet_columns(ptrdiff_t points, ct_direction direction) {
    (void)points;
    (void)direction;
    return NULL;
}

#endif
