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
#include "fft/lines/codelets/lengths.h"
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

/* Transforms the lanes of four registers of a row, from number `at` on, into its results. */
INLINE void write_lanes(const four *x, ptrdiff_t registers, ptrdiff_t at, int is_forward,
                        double *into, int streams) {
    four y[4] = {x[0], x[1], x[2], x[3]};
    transpose(y);
    transform_four(y, 1, is_forward);
    UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
        write(y[i], into + 2 * (i * registers + at), streams && registers % 4 == 0);
    }
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
            if (registers == CT_CODELET_SQUARE) {
                transform_square(x, is_forward, pass->factors + (ptrdiff_t)4 * points);
            } else {
                transform(x + i, registers, is_forward);
            }
        }
        UNROLL for (int i = 0; i < all; i++) {
            const double *factor = pass->factors + (ptrdiff_t)(i % registers) * 2 * REALS;
            if (i % registers > 0) {
                x[i] = x[i] * read(factor) + swapped(x[i]) * read(factor + REALS);
            }
        }
        if (group == 2) { /* each has half of two rows */
            transpose(x);
            transform_four(x, 1, is_forward);
            UNROLL for (int i = 0; i < 4; i += 2) {
                const four low = SHUFFLE(x[i], x[i + 1], 0, 1, 2, 3, 8, 9, 10, 11);
                const four high = SHUFFLE(x[i], x[i + 1], 4, 5, 6, 7, 12, 13, 14, 15);
                const ptrdiff_t at = (ptrdiff_t)(i / 2) * REALS;
                write(low, into + at, streams);
                write(high, into + pass->into_step + at, streams);
            }
        } else {
            UNROLL for (int i = 0; i < all; i += 4) { /* the last may have some of those before */
                const int at = i + 4 <= all ? i : all - 4;
                write_lanes(x + at, registers, at, is_forward, into, streams);
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

INLINE void column(const ct_codelet_pass *pass, int points, int first, int is_forward,
                   int is_turned, const double *from, double *into, int streams) {
    four x[32];
    if (first > 1) {
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

INLINE void any_columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                        int are_turned, const double *from, double *into, int streams,
                        ct_codelet_ahead *ahead) {
    for (ptrdiff_t block = 0; block < pass->count; block++) {
        for (ptrdiff_t i = 0; i < pass->width; i++) {
            fetch(ahead, pass->fetched);
            column(pass, points, first, is_forward, are_turned, from + i * REALS, into + i * REALS,
                   streams);
        }
        from += points * pass->from_step;
        into += points * pass->into_step;
    }
}

INLINE void columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                    const double *from, double *into, int streams, ct_codelet_ahead *ahead) {
    any_columns(pass, points, first, is_forward, 0, from, into, streams, ahead);
}

INLINE void turned_columns(const ct_codelet_pass *pass, int points, int first, int is_forward,
                           const double *from, double *into, int streams, ct_codelet_ahead *ahead) {
    any_columns(pass, points, first, is_forward, 1, from, into, streams, ahead);
}

/* Four results of the first step of rows at once, from number k on. */
INLINE void finish_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                        const four *buffer, ptrdiff_t k, double *into, int streams) {
    const ptrdiff_t registers = points / CT_CODELET_LANES;
    const ptrdiff_t rest = registers / first;
    four x[20];
    UNROLL for (ptrdiff_t i = 0; i < 4 * rest; i++) {
        x[i] = buffer[k * rest + i];
    }
    UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
        transform(x + i * rest, (int)rest, is_forward);
    }
    UNROLL for (ptrdiff_t l = 0; l < rest; l++) {
        const ptrdiff_t at = k + first * l;
        four y[4];
        UNROLL for (ptrdiff_t i = 0; i < 4; i++) {
            const double *factor = pass->factors + (at + i) * 2 * REALS;
            const four one = x[i * rest + l];
            y[i] = one * read(factor) + swapped(one) * read(factor + REALS);
        }
        write_lanes(y, registers, at, is_forward, into, streams);
    }
}

/* Rows of more registers than the processor has: the transform over them in two steps, the second
 * of four or five points, by way of a buffer. */
INLINE void long_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                      const double *from, double *into, int streams, ct_codelet_ahead *ahead) {
    const ptrdiff_t rest = points / CT_CODELET_LANES / first;
    const double *inner = pass->factors + (ptrdiff_t)4 * points;
    for (ptrdiff_t row = 0; row < pass->count; row++) {
        four buffer[CT_CODELET_MOST / CT_CODELET_LANES];
        for (ptrdiff_t j = 0; j < rest; j++) {
            four x[32];
            fetch(ahead, pass->fetched / rest);
            UNROLL for (ptrdiff_t i = 0; i < first; i++) {
                x[i] = read(from + (j + rest * i) * REALS);
                x[i] *= pass->factor;
            }
            transform(x, first, is_forward);
            UNROLL for (ptrdiff_t k = 0; k < first; k++) {
                buffer[rest * k + j] = k == 0 ? x[k] : times(x[k], inner + 2 * (first * j + k));
            }
        }
        for (ptrdiff_t k = 0; k < first; k += 4) {
            finish_rows(pass, points, first, is_forward, buffer, k, into, streams);
        }
        from += pass->from_step;
        into += pass->into_step;
        ahead->from += ahead->skip;
    }
}

INLINE void any_rows(const ct_codelet_pass *pass, int points, int first, int is_forward,
                     const double *from, double *into, int streams, ct_codelet_ahead *ahead) {
    if (points == first * CT_CODELET_LANES) {
        rows(pass, points, is_forward, from, into, streams, ahead);
    } else {
        long_rows(pass, points, first, is_forward, from, into, streams, ahead);
    }
}

/* NAME for lines of POINTS points, in both directions. */
#define DEFINE_ONE(NAME, POINTS, FIRST, DIRECTION, IS_FORWARD, MAY_STREAM)                         \
    TARGET static void NAME##_##POINTS##_##DIRECTION(const ct_codelet_pass *pass,                  \
                                                     const double *from, double *into,             \
                                                     int streams, ct_codelet_ahead *ahead) {       \
        if (streams && MAY_STREAM) {                                                               \
            NAME(pass, POINTS, FIRST, IS_FORWARD, from, into, 1, ahead);                           \
        } else {                                                                                   \
            NAME(pass, POINTS, FIRST, IS_FORWARD, from, into, 0, ahead);                           \
        }                                                                                          \
    }
#define DEFINE(NAME, POINTS, FIRST, MAY_STREAM)                                                    \
    DEFINE_ONE(NAME, POINTS, FIRST, forward, 1, MAY_STREAM)                                        \
    DEFINE_ONE(NAME, POINTS, FIRST, inverse, 0, MAY_STREAM)

#define DEFINE_COLUMNS(POINTS, FIRST) DEFINE(columns, POINTS, FIRST, POINTS <= 64)
#define DEFINE_TURNED(POINTS) DEFINE(turned_columns, POINTS, 1, 0)
#define DEFINE_LENGTH(POINTS, ROW_FIRST, COLUMN_FIRST)                                             \
    DEFINE(any_rows, POINTS, ROW_FIRST, 1) DEFINE_COLUMNS(POINTS, COLUMN_FIRST)

CT_CODELET_LENGTHS(DEFINE_LENGTH)
CT_CODELET_COLUMNS(DEFINE_COLUMNS)
CT_CODELET_TURNED(DEFINE_TURNED)

#define NAMED(NAME, POINTS) {POINTS, NAME##_##POINTS##_forward, NAME##_##POINTS##_inverse},
#define NAMED_ROWS(POINTS, ROW_FIRST, COLUMN_FIRST) NAMED(any_rows, POINTS)
#define NAMED_LENGTH(POINTS, ROW_FIRST, COLUMN_FIRST) NAMED(columns, POINTS)
#define NAMED_COLUMNS(POINTS, FIRST) NAMED(columns, POINTS)
#define NAMED_TURNED(POINTS) NAMED(turned_columns, POINTS)

#define ROWS CT_CODELET_LENGTHS(NAMED_ROWS)
#define COLUMNS CT_CODELET_LENGTHS(NAMED_LENGTH) CT_CODELET_COLUMNS(NAMED_COLUMNS)
#define TURNED CT_CODELET_TURNED(NAMED_TURNED)

#else
#define ROWS
#define COLUMNS
#define TURNED
#endif

typedef struct named {
    ptrdiff_t points;
    ct_codelet_kernel *forward, *inverse;
} named;

static const named row_kernels[] = {ROWS{0}};
static const named column_kernels[] = {COLUMNS{0}};
static const named turned_kernels[] = {TURNED{0}};

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
