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
            __builtin_prefetch(ahead->into + i, 1, 2);
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
        four x[16];
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
    }
}

/* 64 points, which registers do not hold: eighths by way of a buffer. */
INLINE void column_in_eighths(const ct_codelet_pass *pass, int is_forward, const double *from,
                              double *into, int streams) {
    four buffer[64];
    for (ptrdiff_t j = 0; j < 8; j++) {
        four x[8];
        UNROLL for (int i = 0; i < 8; i++) {
            x[i] = read(from + (j + (ptrdiff_t)8 * i) * pass->from_step);
        }
        transform(x, 8, is_forward);
        UNROLL for (int k = 0; k < 8; k++) {
            const double *factor = pass->factors + 2 * (8 * j + (ptrdiff_t)k);
            buffer[(ptrdiff_t)8 * k + j] = k == 0 ? x[k] : times(x[k], factor);
        }
    }
    for (ptrdiff_t k = 0; k < 8; k++) {
        four x[8];
        memcpy(x, buffer + 8 * k, sizeof x);
        transform(x, 8, is_forward);
        UNROLL for (int l = 0; l < 8; l++) {
            write(x[l], into + (k + (ptrdiff_t)8 * l) * pass->into_step, streams);
        }
    }
}

INLINE void column(const ct_codelet_pass *pass, int points, int is_forward, const double *from,
                   double *into, int streams) {
    four x[32];
    if (points == 64) {
        column_in_eighths(pass, is_forward, from, into, streams);
        return;
    }
    UNROLL for (int i = 0; i < points; i++) {
        x[i] = read(from + i * pass->from_step);
    }
    transform(x, points, is_forward);
    UNROLL for (int i = 0; i < points; i++) {
        write(x[i], into + i * pass->into_step, streams);
    }
}

INLINE void columns(const ct_codelet_pass *pass, int points, int is_forward, const double *from,
                    double *into, int streams, ct_codelet_ahead *ahead) {
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i++) {
            fetch(ahead, pass->fetched);
            column(pass, points, is_forward, from + i * REALS, into + i * REALS, streams);
        }
        from += points * pass->from_step;
        into += points * pass->into_step;
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
DEFINE(columns, 8)
DEFINE(columns, 16)
DEFINE(columns, 32)
DEFINE(columns, 64)

typedef struct named {
    ptrdiff_t points;
    ct_codelet_kernel *forward, *inverse;
} named;

#define NAMED(NAME, POINTS)                                                                        \
    { POINTS, NAME##_##POINTS##_forward, NAME##_##POINTS##_inverse }

static const named row_kernels[] = {
    NAMED(rows, 8), NAMED(rows, 16), NAMED(rows, 32), NAMED(rows, 64), {0}};
static const named column_kernels[] = {
    NAMED(columns, 8), NAMED(columns, 16), NAMED(columns, 32), NAMED(columns, 64), {0}};

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

#else

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
