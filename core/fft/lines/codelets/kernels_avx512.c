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
#include "kernels/cache.h"

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#define TARGET __attribute__((target("avx512f,prfchw")))
#define INLINE TARGET static inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 64")

typedef double four __attribute__((vector_size(64)));

enum { REALS = 2 * CT_CODELET_LANES, PAGE_BYTES = 4096 };

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
INLINE void transform_four(four *x, int step, int is_forward) {
    const four sum[2] = {x[0] + x[2 * step], x[step] + x[3 * step]};
    const four apart = x[0] - x[2 * step];
    const four other = turned(x[step] - x[3 * step], 8, is_forward);
    x[0] = sum[0] + sum[1];
    x[step] = apart + other;
    x[2 * step] = sum[0] - sum[1];
    x[3 * step] = apart - other;
}

/* 2, 4 or 8 points, in registers one after the other. */
INLINE void transform_few(four *x, int points, int is_forward) {
    if (points == 2) {
        const four sum = x[0] + x[1];
        x[1] = x[0] - x[1];
        x[0] = sum;
    } else if (points == 4) {
        transform_four(x, 1, is_forward);
    } else {
        four y[8];
        transform_four(x, 2, is_forward);
        transform_four(x + 1, 2, is_forward);
        UNROLL for (int k = 0; k < 4; k++) {
            const four other = turned(x[2 * k + 1], 4 * k, is_forward);
            y[k] = x[2 * k] + other;
            y[k + 4] = x[2 * k] - other;
        }
        memcpy(x, y, sizeof y);
    }
}

/* 2 to 32 points. */
INLINE void transform(four *x, int points, int is_forward) {
    const int rest = points / 4;
    if (points <= 8) {
        transform_few(x, points, is_forward);
        return;
    }
    four y[32];
    UNROLL for (int j = 0; j < rest; j++) {
        transform_four(x + j, rest, is_forward);
    }
    UNROLL for (int k = 0; k < 4; k++) {
        UNROLL for (int j = 0; j < rest; j++) {
            x[k * rest + j] = turned(x[k * rest + j], 32 / points * j * k, is_forward);
        }
        transform_few(x + k * rest, rest, is_forward);
        UNROLL for (int j = 0; j < rest; j++) {
            y[k + 4 * j] = x[k * rest + j];
        }
    }
    memcpy(x, y, (size_t)points * sizeof *x);
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
            x[i] = read(from + i / registers * pass->from_step + i % registers * REALS);
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
                write(low, into + i / 2 * REALS, streams);
                write(high, into + pass->into_step + i / 2 * REALS, streams);
            }
        } else {
            UNROLL for (int i = 0; i < all; i++) {
                write(x[i], into + (i % 4 * (all / 4) + i / 4) * REALS, streams);
            }
        }
        from += group * pass->from_step;
        into += group * pass->into_step;
    }
}

/* Times a complex number. */
INLINE four times(four v, const double *by) {
    const __m512d im = (__m512d)(swapped(v) * by[1]);
    return (four)_mm512_fmaddsub_pd((__m512d)v, _mm512_set1_pd(by[0]), im);
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
            const double *factor = pass->factors + 2 * (8 * j + k);
            buffer[8 * k + j] = k == 0 ? x[k] : times(x[k], factor);
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
