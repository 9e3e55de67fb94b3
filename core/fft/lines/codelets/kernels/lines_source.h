/*
 * Lines of up to 32 points, and of more in two steps, in lanes of registers. Points are taken when
 * they are transformed, and results left once there are any, where 16 registers do not hold them
 * all (a Zen 3, ns a point in the cache, all taken first and so, 16 points 0.51 and 0.43, 32 points
 * 0.75 and 0.56, 64 points in two steps 0.96 and 0.87). Where there are 32, they are taken and left
 * in order: so they were timed, not as they are needed. For kernels_source.h.
 */

#include "fft/lines/codelets/kernels/transforms_source.h"

/* A line that is transformed, or as many side by side as lanes: where its points are, in memory or
 * registers, and where its results go. */
typedef struct line_ends {
    const char *from;
    ptrdiff_t from_step; /* bytes from point to point */
    char *into;
    ptrdiff_t into_step;
    int streams;       /* whether results go past the cache */
    int are_turned;    /* whether results but the first are multiplied by complex numbers */
    const REAL *turns; /* from that of the first on */

    /* Whether two lanes are two rows, each somewhere else: where they are read, and where they are
     * written; then the second one. */
    int are_rows[2];
    const char *from_other;
    char *into_other;

    int scales; /* whether points are multiplied by the factor */
    REAL factor;

    /* NULL, or where rows begin instead, and the bytes from there. */
    const ct_codelet_places *places;
    ptrdiff_t place;
} line_ends;

/* Point k, and result k to where it goes. */
INLINE wide take(const line_ends *of, ptrdiff_t k) {
    const ptrdiff_t at = k * of->from_step;
    const wide v = of->places != NULL ? read(of->places->from[k] + of->place)
                   : of->are_rows[0]  ? read_pair(of->from + at, of->from_other + at)
                                      : read(of->from + at);
    return of->scales ? v * of->factor : v;
}

INLINE void give(const line_ends *of, ptrdiff_t k, wide v) {
    const ptrdiff_t at = k * of->into_step;
    const wide result = of->are_turned && k > 0 ? times(v, of->turns + 2 * k) : v;
    if (of->places != NULL) {
        write(result, of->places->into[k] + of->place, of->streams);
    } else if (of->are_rows[1]) {
        write_pair(result, of->into + at, of->into_other + at);
    } else {
        write(result, of->into + at, of->streams);
    }
}

/* Of p x q points p, those that are transformed first. */
INLINE ptrdiff_t first_factor(ptrdiff_t points) {
    return points % 13 == 0   ? 13
           : points % 11 == 0 ? 11
           : points % 7 == 0  ? 7
           : points % 5 == 0  ? 5
           : points % 9 == 0  ? 9
           : points % 3 == 0  ? 3
           : points < 16      ? points
                              : 4;
}

/* Up to 32 points: 25, 27, or a power of two times 3 or 9 or not, times 5, 7, 11, 13 or neither.
 * Of p x q points without a common divisor, p and q have no twiddle factors between them, in orders
 * that follow from remainders (Good 1958, Thomas 1963). */
INLINE void transform(const line_ends *of, ptrdiff_t points, int is_forward) {
    enum { HOLDS_ALL = WIDE_BYTES == 64 };
    const ptrdiff_t p = first_factor(points);
    const ptrdiff_t q = points / p;
    const int is_power = points == 16 || points == 32;
    const int are_coprime = !is_power && points != 25 && points != 27;
    wide all[32];
    wide x[32];
    UNROLL for (ptrdiff_t k = 0; k < points && HOLDS_ALL; k++) {
        all[k] = take(of, k);
    }
    UNROLL for (ptrdiff_t i = 0; i < q; i++) {
        UNROLL for (ptrdiff_t j = 0; j < p; j++) {
            const ptrdiff_t k = are_coprime ? (j * q + i * p) % points : j * q + i;
            x[j * q + i] = HOLDS_ALL ? all[k] : take(of, k);
        }
        transform_few(x + i, q, p, is_forward);
    }
    UNROLL for (ptrdiff_t j = 0; j < p; j++) {
        wide y[8];
        UNROLL for (ptrdiff_t i = 0; i < q; i++) {
            const wide v = x[j * q + i];
            y[i] = is_power      ? turned(v, (int)(32 / points * i * j), is_forward)
                   : are_coprime ? v
                                 : turned_odd(v, i * j, points, is_forward);
        }
        transform_few(y, 1, q, is_forward);
        UNROLL for (ptrdiff_t i = 0; i < q; i++) {
            const ptrdiff_t k = are_coprime ? with_remainders(j, p, i, q) : j + p * i;
            if (HOLDS_ALL) {
                all[k] = y[i];
            } else {
                give(of, k, y[i]);
            }
        }
    }
    UNROLL for (ptrdiff_t k = 0; k < points && HOLDS_ALL; k++) {
        give(of, k, all[k]);
    }
}

/* Registers one after the other. */
INLINE void transform_registers(wide *x, ptrdiff_t points, int is_forward) {
    const line_ends of = {
        .from = (const char *)x, .from_step = sizeof *x, .into = (char *)x, .into_step = sizeof *x};
    transform(&of, points, is_forward);
}

/* What is fetched while a line is transformed: rows of other arrays, or rows of so many bytes each
 * that follow; NULL: none. */
typedef struct meanwhile {
    ct_fetch_rows *rows;
    ct_codelet_ahead *ahead;
    ptrdiff_t fetched;
} meanwhile;

/* A part of LANES rows. */
INLINE void fetch_rows_ahead(const meanwhile *coming, ptrdiff_t part, ptrdiff_t parts) {
    for (ptrdiff_t i = LANES * part; i < LANES * (part + 1); i++) {
        fetch_only(coming->ahead, coming->fetched / parts);
        coming->ahead->from += (i + 1) % parts == 0 ? coming->ahead->skip : 0;
    }
}

/* More points than registers hold, first x rest, in two steps by way of a buffer, with the factors
 * between them. */
INLINE void transform_in_parts(const line_ends *of, ptrdiff_t first, ptrdiff_t rest, int is_forward,
                               const REAL *factors, const meanwhile *coming) {
    wide buffer[CT_CODELET_MOST];
    for (ptrdiff_t j = 0; j < rest; j++) {
        if (coming->ahead != NULL && coming->ahead->left > 0) {
            fetch_rows_ahead(coming, j, rest);
        }
        line_ends part = *of;
        part.from += j * of->from_step;
        part.from_other += of->are_rows[0] ? j * of->from_step : 0;
        part.from_step = rest * of->from_step;
        part.into = (char *)(buffer + j);
        part.into_step = rest * (ptrdiff_t)sizeof *buffer;
        part.streams = 0;
        part.are_turned = 1;
        part.turns = factors + 2 * first * j;
        part.are_rows[1] = 0;
        if (__builtin_expect(coming->rows != NULL, 0)) {
            fetch_some_rows(coming->rows, first);
        }
        transform(&part, first, is_forward);
    }
    for (ptrdiff_t k = 0; k < first; k++) {
        line_ends part = *of;
        part.from = (const char *)(buffer + rest * k);
        part.from_step = sizeof *buffer;
        part.are_rows[0] = 0;
        part.scales = 0;
        part.into += k * of->into_step;
        part.into_other += of->are_rows[1] ? k * of->into_step : 0;
        part.into_step = first * of->into_step;
        transform(&part, rest, is_forward);
    }
}
