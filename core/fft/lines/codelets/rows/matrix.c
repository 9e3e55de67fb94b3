#include "fft/lines/codelets/rows/matrix.h"

#include "fft/lines/codelets/kernels/factors.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/numbers.h"
#include "fft/shape/roots.h"
#include "kernels/cache.h"
#include "kernels/strided.h"

#include <string.h>

/* By FFTW and so, two ranks of a Zen 5, ms: c2c 100 of 32768 points 10.2 and 4.4, 64 of 100000 16.4
 * and 9.9, r2c 64 of 300000 29.5 and 20.4; rows that long.h has take as long by it (640 of 16384
 * 20.4 and 18.8, 1250 of 8192 14.6 and 15.4). */

/* Bytes of a row of a tile, and to the next one, an odd number of cache lines. Rows of 128, 256 and
 * 512: 64 of 100000 11.0, 9.7 and 10.9; without a line between them 100 of 65536 9.6 and 11.8. */
enum { TILE_ROW = 256, TILE_STEP = TILE_ROW + CT_LINE_BYTES };

/* Points of a side: of floats a tile has as many columns. */
enum { SIDE_LEAST = 32 };

struct ct_codelet_matrix {
    _Alignas(CT_LINE_BYTES) char inner[2][sizeof(double) * CT_CODELET_INNER_FACTORS];
    ptrdiff_t first, rest; /* A, B */
    ptrdiff_t number_bytes;
    ptrdiff_t across;              /* columns of a tile */
    ct_codelet_kernel *columns[2]; /* of A and of B points */
    ct_codelet_crossing_kernel *cross;
    char *tile_factors;  /* w^(j k) of column j of a tile of row k, w = exp(-+ 2 pi i / N) */
    char *first_factors; /* w^(j k) of the first columns j of all tiles */
};

static int has_columns(ptrdiff_t points, ct_precision precision) {
    return points >= SIDE_LEAST && points <= CT_CODELET_MOST &&
           ct_codelet_columns(precision, points, CT_FORWARD) != NULL;
}

/* A; 0: there is none. The nearest to B of whole squares, or of others. */
static ptrdiff_t first_of(ptrdiff_t points, ct_precision precision) {
    ptrdiff_t found = 0;
    double least = 1e300;
    for (ptrdiff_t first = SIDE_LEAST; first <= CT_CODELET_MOST && first <= points; first++) {
        const ptrdiff_t rest = points / first;
        const double larger = (double)(first > rest ? first : rest);
        const double cost = larger * (first % CT_CODELET_SQUARE == 0 ? 1 : 4);
        if (points % first == 0 && cost < least && has_columns(first, precision) &&
            has_columns(rest, precision)) {
            found = first;
            least = cost;
        }
    }
    return found;
}

static ptrdiff_t in_squares(ptrdiff_t points) {
    return (points + CT_CODELET_SQUARE - 1) / CT_CODELET_SQUARE * CT_CODELET_SQUARE;
}

static ptrdiff_t columns_of(ct_precision precision) {
    return TILE_ROW / (2 * ct_real_bytes(precision));
}

static ptrdiff_t tiles_of(ptrdiff_t columns, ptrdiff_t across) {
    return (columns + across - 1) / across;
}

/* The first column of a tile: the last one has some of those before. */
static ptrdiff_t column_of(ptrdiff_t tile, ptrdiff_t columns, ptrdiff_t across) {
    return (tile + 1) * across > columns ? columns - across : tile * across;
}

ptrdiff_t ct_codelet_matrix_bytes(ptrdiff_t points, ct_precision precision) {
    const ptrdiff_t first = first_of(points, precision);
    const ptrdiff_t tiles = first > 0 ? tiles_of(points / first, columns_of(precision)) : 0;
    return first > 0 ? (ptrdiff_t)sizeof(ct_codelet_matrix) +
                           in_squares(first) * (TILE_ROW + tiles * 2 * ct_real_bytes(precision))
                     : 0;
}

/* From row to row of the work array. */
static ptrdiff_t row_step(ptrdiff_t first, ptrdiff_t number_bytes) {
    return ct_in_odd_lines(in_squares(first) * number_bytes);
}

static ptrdiff_t tile_bytes(ptrdiff_t first, ptrdiff_t rest) {
    return TILE_STEP * (in_squares(first) > rest ? in_squares(first) : rest);
}

ptrdiff_t ct_codelet_matrix_work_bytes(ptrdiff_t points, ct_precision precision) {
    const ptrdiff_t first = first_of(points, precision);
    const ptrdiff_t rest = first > 0 ? points / first : 0;
    return first > 0
               ? tile_bytes(first, rest) + rest * row_step(first, 2 * ct_real_bytes(precision))
               : 0;
}

static void set_factor(void *factors, ptrdiff_t at, ct_precision precision, double complex root) {
    ct_real_set(factors, 2 * at, precision, creal(root));
    ct_real_set(factors, 2 * at + 1, precision, cimag(root));
}

void ct_codelet_matrix_set(ct_codelet_matrix *made, ptrdiff_t points, ct_precision precision,
                           ct_direction direction) {
    const ptrdiff_t first = first_of(points, precision);
    const ptrdiff_t rest = points / first;
    const ptrdiff_t across = columns_of(precision);
    const ptrdiff_t squares = in_squares(first);
    made->first = first;
    made->rest = rest;
    made->number_bytes = 2 * ct_real_bytes(precision);
    made->across = across;
    made->columns[0] = ct_codelet_columns(precision, first, direction);
    made->columns[1] = ct_codelet_columns(precision, rest, direction);
    made->cross = ct_codelet_set_of(precision)->cross;
    made->tile_factors = (char *)(made + 1);
    made->first_factors = made->tile_factors + squares * TILE_ROW;
    ct_codelet_inner_factors(precision, first, direction, made->inner[0]);
    ct_codelet_inner_factors(precision, rest, direction, made->inner[1]);
    for (ptrdiff_t k = 0; k < squares; k++) {
        for (ptrdiff_t j = 0; j < across; j++) {
            set_factor(made->tile_factors, k * across + j, precision,
                       ct_fft_root_of(j * k, points, direction));
        }
        for (ptrdiff_t t = 0; t < tiles_of(rest, across); t++) {
            set_factor(made->first_factors, t * squares + k, precision,
                       ct_fft_root_of(column_of(t, rest, across) * k, points, direction));
        }
    }
}

/* Columns of A points, from the row to the matrix between, while those of the next tile are
 * fetched. */
static void run_first(const ct_codelet_matrix *made, const ct_fft_row_job *job, char *tile,
                      char *between) {
    const ptrdiff_t step = row_step(made->first, made->number_bytes);
    const ptrdiff_t from_step = made->rest * made->number_bytes;
    const ptrdiff_t tiles = tiles_of(made->rest, made->across);
    const ct_codelet_pass columns = {.count = 1,
                                     .width = TILE_ROW,
                                     .from_step = from_step,
                                     .into_step = TILE_STEP,
                                     .factors = made->inner[0]};
    ct_codelet_crossing crossing = {.rows = in_squares(made->first),
                                    .row_bytes = TILE_ROW,
                                    .from_step = TILE_STEP,
                                    .into_step = step,
                                    .numbers_factors = made->tile_factors,
                                    .rows_factors = made->first_factors,
                                    .factor = job->factor};
    memset(tile + made->first * TILE_STEP, 0, (size_t)((crossing.rows - made->first) * TILE_STEP));
    for (ptrdiff_t t = 0; t < tiles; t++) {
        const ptrdiff_t column = column_of(t, made->rest, made->across);
        const ptrdiff_t next = column_of(t + 1, made->rest, made->across);
        const char *coming = t + 1 < tiles ? job->from + next * made->number_bytes : job->next;
        ct_fetch_rows rows = {
            .row_bytes = TILE_ROW, .places = 1, .place = {{coming, made->first, from_step}}};
        ct_codelet_ahead ahead = {.rows = coming != NULL ? &rows : NULL};
        made->columns[0](&columns, job->from + column * made->number_bytes, tile, 0, &ahead);
        made->cross(&crossing, tile, between + column * step);
        crossing.rows_factors =
            (const char *)crossing.rows_factors + crossing.rows * made->number_bytes;
    }
}

/* Columns of B points, from there to the result: past the cache by way of a tile. */
static void run_rest(const ct_codelet_matrix *made, const ct_fft_row_job *job, char *tile,
                     const char *between) {
    const ptrdiff_t into_step = made->first * made->number_bytes;
    const ptrdiff_t tiles = tiles_of(made->first, made->across);
    ct_codelet_pass columns = {.count = 1,
                               .width = TILE_ROW,
                               .from_step = row_step(made->first, made->number_bytes),
                               .into_step = job->streams ? TILE_STEP : into_step,
                               .factors = made->inner[1]};
    for (ptrdiff_t t = 0; t < tiles; t++) {
        const ptrdiff_t at = column_of(t, made->first, made->across) * made->number_bytes;
        const ptrdiff_t next = column_of(t + 1, made->first, made->across) * made->number_bytes;
        ct_fetch_rows rows = {.row_bytes = TILE_ROW,
                              .places = 1,
                              .place = {{between + next, made->rest, columns.from_step}}};
        ct_codelet_ahead ahead = {.rows = t + 1 < tiles ? &rows : NULL};
        made->columns[1](&columns, between + at, job->streams ? tile : job->into + at, 0, &ahead);
        if (job->streams) {
            ct_strided copy = ct_strided_units(made->rest, TILE_ROW, 0, TILE_STEP, 0, into_step);
            copy.streams = 1;
            ct_strided_copy_plain(&copy, tile, job->into + at);
        }
    }
}

void ct_codelet_matrix_row(const ct_codelet_matrix *made, const ct_fft_row_job *job) {
    char *const tile = job->work;
    char *const between = tile + tile_bytes(made->first, made->rest);
    run_first(made, job, tile, between);
    run_rest(made, job, tile, between);
}
