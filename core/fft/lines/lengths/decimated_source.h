/*
 * Complex lines of middle lengths as matrices, decimated in time (Cooley and Tukey, 1965): of every
 * n0-th point a row of n1 points is gathered, transformed in the cache and multiplied by twiddle
 * factors, then columns of n0 points are transformed in place. FFTW measures each way through such
 * a line as a whole. Planning by FFTW and so, s, and executing, ms: a line of 300000 in the cache
 * 6.8 and 0.4, 1.26 and 1.55; two ranks, 8 lines of 300000 32 and 0.6, 10.1 and 8.3, 300000 x 8 22
 * and 0.4, 21.0 and 19 to 21, 2 lines of 200000 5.3 and 0.35, 1.06 to 1.7 and 0.94 to 1.05, of
 * 144000 7.5 and 0.7, 0.56 and 0.61, of 262144 4.9 and 0.15, 1.32 and 1.38. In the precision given
 * by REAL and FFTW.
 */
#include "fft/lines/halves/halves.h"
#include "fft/lines/lengths/matrix_source.h"
#include "fft/lines/library/library.h"
#include "fft/shape/shape.h"
#include "kernels/cache.h"

#include <fftw3.h>
#include <stdlib.h>
#include <string.h>

/* FFTW plans shorter lines in a second; longer ones are for long_source.h, which overwrites them
 * from half as many points on. */
enum { DECIMATED_LEAST = (1 << 16) + 1, DECIMATED_MOST = 1 << 20, DECIMATED_ROW_MOST = 16384 };

/* Rows that are gathered at once: a line of the cache, or two where the tile stays in its second
 * level; numbers by which they are longer there. Columns that are transformed at once. */
enum {
    DECIMATED_ROWS = CT_LINE_BYTES / (int)sizeof(REAL complex),
    DECIMATED_TILE_BYTES = 640 * 1024,
    DECIMATED_COLUMNS = 32
};

typedef struct decimated {
    ct_fft_span lines;
    ct_direction direction;
    ptrdiff_t rows, points, pitch; /* n0, n1; between rows of a tile */
    ptrdiff_t at_once;             /* rows of a tile */
    FFTW(plan) row, columns, rest; /* from tile to output; in place: of n1 mod 32 columns */
    ct_fft_twiddles twiddles;
    REAL complex *tile, *copy; /* of its own, so that the input is kept; of an input that
                                  is the output. NULL: none */
} decimated;

/* n0, by which FFTW is fast; rows have whole vectors. Lengths without one go by any divisor. 0:
 * there is none. Two ways of 300000, ms: 20 1.55, 40 1.69, 100 1.81; of 262144: 128 1.31, 16 1.47.
 */
static ptrdiff_t decimated_rows(ptrdiff_t points) {
    static const ptrdiff_t fast[] = {128, 64, 20, 32, 25, 16, 100};
    enum { VECTORS = 8 };
    ptrdiff_t any = 0;
    for (size_t i = 0; i < sizeof fast / sizeof *fast; i++) {
        if (points % (fast[i] * VECTORS) == 0 && points / fast[i] <= DECIMATED_ROW_MOST) {
            return fast[i];
        }
    }
    for (ptrdiff_t rows = 16; rows <= fast[0]; rows++) {
        const int divides = points % rows == 0 && points / rows <= DECIMATED_ROW_MOST;
        any = divides && any == 0 ? rows : any;
    }
    return any;
}

/* More patience may find FFTW's best plan, which is up to a quarter faster. */
static int suits_decimated(const ct_fft_span *line, unsigned flags) {
    return (flags & (FFTW_PATIENT | FFTW_EXHAUSTIVE)) == 0 && line->count >= DECIMATED_LEAST &&
           line->count <= DECIMATED_MOST && line->from == 1 && line->into == 1 &&
           ct_fft_is_smooth(line->count) && decimated_rows(line->count) > 0;
}

static void decimated_destroy(void *made) {
    decimated *d = made;
    if (d != NULL) {
        FFTW(destroy_plan)(d->row);
        FFTW(destroy_plan)(d->columns);
        FFTW(destroy_plan)(d->rest);
        ct_fft_twiddles_destroy(&d->twiddles);
        free(d->tile);
        free(d->copy);
        free(d);
    }
}

/* FFTW's plan for so many columns. */
static FFTW(plan)
    decimated_columns(const decimated *d, ptrdiff_t count, FFTW(complex) * output, unsigned flags) {
    const int sign = d->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    const FFTW(iodim64) column = {d->rows, d->points, d->points};
    const FFTW(iodim64) many = {count, 1, 1};
    return FFTW(plan_guru64_dft)(1, &column, 1, &many, output, output, sign, flags);
}

static int decimated_plans(decimated *d, void *output, unsigned flags) {
    const int sign = d->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    const ptrdiff_t rest = d->points % DECIMATED_COLUMNS;
    const unsigned column_flags = flags | matrix_alignment(d->lines.into);
    FFTW(complex) *row = FFTW(malloc)((size_t)d->points * sizeof *row);
    if (row == NULL) {
        return 0;
    }
    memset(row, 0, (size_t)d->points * sizeof *row); /* finite numbers for planning */
    const unsigned row_flags = column_flags | FFTW_DESTROY_INPUT | matrix_alignment(d->points) |
                               matrix_alignment(d->lines.from); /* a tile may lie in the input */
    d->row = FFTW(plan_dft_1d)((int)d->points, row, output, sign, row_flags);
    FFTW(free)(row);
    d->columns = decimated_columns(d, DECIMATED_COLUMNS, output, column_flags);
    d->rest = rest > 0 ? decimated_columns(d, rest, output, column_flags) : NULL;
    return d->row != NULL && d->columns != NULL && (rest == 0 || d->rest != NULL);
}

/* Twiddle factors, and arrays of its own if it keeps the input. False without memory. */
static int decimated_tables(decimated *d, int keeps, int is_in_place) {
    const ptrdiff_t points = d->rows * d->points;
    const size_t line = CT_LINE_BYTES;
    const size_t tile_bytes = (size_t)(d->at_once * d->pitch) * sizeof *d->tile;
    const ct_status status = ct_fft_twiddles_create(d->rows, d->points, &d->twiddles);
    d->tile = keeps ? aligned_alloc(line, (tile_bytes + line - 1) / line * line) : NULL;
    d->copy = is_in_place ? malloc((size_t)points * sizeof *d->copy) : NULL;
    return status == CT_OK && (!keeps || d->tile != NULL) && (!is_in_place || d->copy != NULL);
}

/* As many as fit, but at most so many that there is room for them where the input's last rows have
 * moved together: these are up to twice as many and one. */
static ptrdiff_t decimated_at_once(const decimated *d) {
    const ptrdiff_t row_bytes = d->pitch * (ptrdiff_t)sizeof *d->tile;
    ptrdiff_t at_once = (ptrdiff_t)2 * DECIMATED_ROWS;
    while (at_once > DECIMATED_ROWS && at_once * row_bytes > DECIMATED_TILE_BYTES) {
        at_once /= 2;
    }
    while (3 * at_once + 2 > d->rows) {
        at_once /= 2;
    }
    return at_once;
}

/* Of `lines` lines of so many points. Unless it keeps the input, threads may share the plan. NULL
 * without FFTW's plans or without memory. */
static decimated *decimated_plan(ptrdiff_t points, ct_fft_span lines, ct_direction direction,
                                 int keeps, void *input, void *output, unsigned flags) {
    const ptrdiff_t line = CT_LINE_BYTES / (ptrdiff_t)sizeof(REAL complex);
    decimated *d = calloc(1, sizeof *d);
    if (d == NULL) {
        return NULL;
    }
    d->lines = lines;
    d->direction = direction;
    d->rows = decimated_rows(points);
    d->points = points / d->rows;
    d->pitch = (d->points + line - 1) / line * line + line;
    d->at_once = decimated_at_once(d);
    if (!decimated_tables(d, keeps, input == output) || !decimated_plans(d, output, flags)) {
        decimated_destroy(d);
        return NULL;
    }
    return d;
}

/* Transforms gathered rows into the output, from row `first` on. */
static void decimated_transform(const decimated *d, REAL complex *rows, ptrdiff_t first,
                                ptrdiff_t count, REAL complex *out) {
    for (ptrdiff_t i = 0; i < count; i++) {
        REAL complex *row = out + (first + i) * d->points;
        FFTW(execute_dft)(d->row, rows + i * d->pitch, row);
        if (first + i > 0) { /* of row 0 they are 1 */
            const ct_fft_twiddled of_row = {.numbers = row,
                                            .rows = 1,
                                            .columns = d->points,
                                            .row = first + i,
                                            .row_run = 1,
                                            .column_run = 1};
            HALVES().twiddle(&of_row, &d->twiddles, d->direction);
        }
    }
}

static void decimated_run_rows(const decimated *d, REAL complex *in, REAL complex *out) {
    /* Without a tile of its own, one at the end of the output, as long as there is nothing; then in
     * the input, whose last rows make room by moving together. */
    const ptrdiff_t at_end = d->rows * d->points - d->at_once * d->pitch;
    REAL complex *tile = d->tile != NULL ? d->tile : out + at_end;
    ptrdiff_t step = d->rows;
    ptrdiff_t moved = 0; /* rows that are not there any more */
    for (ptrdiff_t first = 0; first < d->rows; first += d->at_once) {
        const ptrdiff_t left = d->rows - first;
        const ptrdiff_t count = left < d->at_once ? left : d->at_once;
        if (d->tile == NULL && moved == 0 && (first + count) * d->points > at_end) {
            for (ptrdiff_t i = 0; i < d->points; i++) {
                memmove(in + i * left, in + i * step + first, (size_t)left * sizeof *in);
            }
            step = left;
            moved = first;
            tile = in + left * d->points;
        }
        matrix_transpose(in + (first - moved), step, d->points, count, tile, d->pitch);
        decimated_transform(d, tile, first, count, out);
    }
}

static void decimated_run(void *made, void *input, void *output) {
    const decimated *d = made;
    for (ptrdiff_t line = 0; line < d->lines.count; line++) {
        REAL complex *in = (REAL complex *)input + line * d->lines.from;
        REAL complex *out = (REAL complex *)output + line * d->lines.into;
        const ptrdiff_t whole = d->points - d->points % DECIMATED_COLUMNS;
        if (d->copy != NULL) {
            memcpy(d->copy, in, (size_t)(d->rows * d->points) * sizeof *in);
            in = d->copy;
        }
        decimated_run_rows(d, in, out);
        for (ptrdiff_t first = 0; first < whole; first += DECIMATED_COLUMNS) {
            FFTW(execute_dft)(d->columns, out + first, out + first);
        }
        if (d->rest != NULL) {
            FFTW(execute_dft)(d->rest, out + whole, out + whole);
        }
    }
}
