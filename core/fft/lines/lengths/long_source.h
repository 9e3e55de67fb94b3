/*
 * Long complex lines as matrices of n0 rows and n1 columns: columns, twiddle factors, rows (Bailey,
 * FFTs in external or hierarchical memory, 1990), a few at a time in the cache. FFTW measures each
 * way through such a line as a whole: planning 10^6 points 2.3 s and here 0.3, 600000 over 25 and
 * 0.4; ms a line 10^6 10.2 and 9.3, 2 * 10^6 22.6 and 20.6, 2^20 15.2 and 9.9. In the precision
 * given by REAL and FFTW.
 */
#include "fft/lines/halves/halves.h"
#include "fft/lines/lengths/matrix_source.h"
#include "fft/lines/library/library.h"
#include "fft/shape/shape.h"
#include "kernels/cache.h"

#include <fftw3.h>
#include <stdlib.h>

/* Shorter lines, which stay in the last-level cache, are faster by decimated_source.h (300000
 * points: 1.55 ms, here 1.9). */
enum { LONG_LINE_LEAST = 1 << 19, LONG_SIDE_MOST = 1 << 12 };

/* Columns and rows that are taken at once; numbers by which rows of a tile are longer. */
enum { LONG_AT_ONCE = 16, LONG_PAD = CT_LINE_BYTES / (int)sizeof(REAL complex) };

typedef struct long_line {
    ct_fft_lines_job job;
    ptrdiff_t rows, columns, pitch; /* n0, n1; between the columns of a tile */
    FFTW(plan) column, row;         /* between two tiles; in place */
    ct_fft_twiddles twiddles;
} long_line;

/* The sides, as equal as the divisors allow. */
static ptrdiff_t long_rows(ptrdiff_t points) {
    ptrdiff_t rows = 1;
    for (ptrdiff_t d = 2; d * d <= points; d++) {
        rows = points % d == 0 ? d : rows;
    }
    return rows;
}

static int suits_long(const ct_fft_lines_job *job) {
    const ptrdiff_t points = job->line.count;
    return job->class == CT_CLASS_C2C && points >= LONG_LINE_LEAST && job->line.from == 1 &&
           job->line.into == 1 && ct_fft_is_smooth(points) &&
           points / long_rows(points) <= LONG_SIDE_MOST;
}

static void long_destroy(void *made) {
    long_line *l = made;
    if (l != NULL) {
        FFTW(destroy_plan)(l->column);
        FFTW(destroy_plan)(l->row);
        ct_fft_twiddles_destroy(&l->twiddles);
        free(l);
    }
}

/* NULL without FFTW's plans or without memory. */
static long_line *long_plan(const ct_fft_lines_job *job, void *input, void *output,
                            unsigned flags) {
    const int sign = job->direction == CT_FORWARD ? FFTW_FORWARD : FFTW_BACKWARD;
    long_line *l = calloc(1, sizeof *l);
    if (l == NULL) {
        return NULL;
    }
    l->job = *job;
    l->rows = long_rows(job->line.count);
    l->columns = job->line.count / l->rows;
    l->pitch = (l->rows + LONG_PAD - 1) / LONG_PAD * LONG_PAD + LONG_PAD;
    const ct_status status = ct_fft_twiddles_create(l->rows, l->columns, &l->twiddles);
    FFTW(complex) *tile = output;
    l->column = FFTW(plan_dft_1d)((int)l->rows, tile, tile + LONG_AT_ONCE * l->pitch, sign,
                                  flags | FFTW_DESTROY_INPUT);
    l->row = FFTW(plan_dft_1d)((int)l->columns, input, input, sign,
                               flags | matrix_alignment(l->columns));
    if (status != CT_OK || l->column == NULL || l->row == NULL) {
        long_destroy(l);
        return NULL;
    }
    return l;
}

/* Columns, in two tiles at the beginning of the output, which is not used yet. */
static void run_columns(const long_line *l, REAL complex *in, REAL complex *out) {
    REAL complex *after = out + LONG_AT_ONCE * l->pitch;
    for (ptrdiff_t first = 0; first < l->columns; first += LONG_AT_ONCE) {
        const ptrdiff_t left = l->columns - first;
        const ptrdiff_t count = left < LONG_AT_ONCE ? left : LONG_AT_ONCE;
        matrix_transpose(in + first, l->columns, l->rows, count, out, l->pitch);
        for (ptrdiff_t i = 0; i < count; i++) {
            FFTW(execute_dft)(l->column, out + i * l->pitch, after + i * l->pitch);
        }
        const ct_fft_twiddled tile = {.numbers = after,
                                      .pitch = l->pitch,
                                      .rows = count,
                                      .columns = l->rows,
                                      .row = first,
                                      .row_run = 1,
                                      .column_run = 1};
        HALVES().twiddle(&tile, &l->twiddles, l->job.direction);
        matrix_transpose(after, l->pitch, count, l->rows, in + first, l->columns);
    }
}

static void run_rows(const long_line *l, REAL complex *in, REAL complex *out) {
    for (ptrdiff_t first = 0; first < l->rows; first += LONG_AT_ONCE) {
        const ptrdiff_t left = l->rows - first;
        const ptrdiff_t count = left < LONG_AT_ONCE ? left : LONG_AT_ONCE;
        REAL complex *row = in + first * l->columns;
        for (ptrdiff_t i = 0; i < count; i++) {
            FFTW(execute_dft)(l->row, row + i * l->columns, row + i * l->columns);
        }
        matrix_transpose(row, l->columns, count, l->columns, out + first, l->rows);
    }
}

static void long_run(void *made, void *input, void *output) {
    const long_line *l = made;
    const ct_fft_span lines = l->job.many[0];
    for (ptrdiff_t i = 0; i < lines.count; i++) {
        REAL complex *in = (REAL complex *)input + i * lines.from;
        REAL complex *out = (REAL complex *)output + i * lines.into;
        run_columns(l, in, out);
        run_rows(l, in, out);
    }
}
