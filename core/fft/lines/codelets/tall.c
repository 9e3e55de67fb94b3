#include "fft/lines/codelets/tall.h"

#include "fft/lines/codelets/kernels/factors.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/numbers.h"
#include "fft/shape/roots.h"
#include "kernels/cache.h"
#include "kernels/stream.h"
#include "kernels/strided.h"

#include <stdlib.h>
#include <string.h>

/* A, in the order of preference: fewer rows at once leave more of the first-level cache; from 9 on
 * those of lengths that have none of the others, from 20 on of more than 8192 points. In the cache,
 * ns a column by FFTW's rows and so: 1000 1490 and 1060, 1024 1100 and 1100, 1280 1490 and 1390,
 * 1536 2180 and 1660, 2048 2890 and 2400, 4096 7860 and 5400. */
static const ptrdiff_t firsts[] = {8, 10, 12, 16, 9, 15, 14, 11, 13, 7, 5, 20, 24, 25, 28, 32};
enum { FIRSTS = sizeof firsts / sizeof *firsts };

/* So many steps ahead rows are fetched. While columns of B points are transformed nothing is: to
 * fetch the next tile then took as long as it saved (stage of r2c 1024^2, two ranks, us: nothing
 * ahead 850, the next tile 790, rows 690). */
enum { AHEAD = 3 };

struct ct_fft_codelet_tall {
    int is_plane;
    ptrdiff_t first, rest; /* A, B */
    ct_codelet_kernel *turned, *columns;
    ptrdiff_t number_bytes;
    char *factors;                   /* of turned columns */
    const ct_fft_codelet_tall *then; /* columns of B points that are tall too; NULL: they are not */
    /* of columns of A points, which planes do not turn, and of B */
    _Alignas(ct_codelet_steps) char inner[2][sizeof(double) * CT_CODELET_INNER_FACTORS];
};

/* A; 0: there is none. Columns of 75 and 125 points are slow, so that others are preferred. */
static ptrdiff_t first_of(ptrdiff_t points, ct_precision precision) {
    ptrdiff_t found = 0;
    for (int i = 0; i < FIRSTS && (found == 0 || points / found % 2 != 0); i++) {
        const ptrdiff_t rest = points / firsts[i];
        const int suits = points % firsts[i] == 0 && rest <= CT_CODELET_MOST &&
                          (found == 0 || rest % 2 == 0) &&
                          ct_codelet_turned(precision, firsts[i], CT_FORWARD) != NULL &&
                          ct_codelet_columns(precision, rest, CT_FORWARD) != NULL;
        found = suits ? firsts[i] : found;
    }
    return found;
}

int ct_fft_has_tall(ptrdiff_t points, ct_precision precision) {
    return points > CT_CODELET_MOST && first_of(points, precision) > 0;
}

/* From one of the A blocks of B rows of a tile to the next: an odd number of cache lines as well,
 * as they are read at once. */
static ptrdiff_t block_step(ptrdiff_t rest, ptrdiff_t row_bytes) {
    return ct_in_odd_lines(rest * ct_in_odd_lines(row_bytes));
}

/* Of A rows, which are read together and become columns of the tile. */
static ptrdiff_t together_bytes(ptrdiff_t first, ptrdiff_t row_bytes) {
    return first * ct_in_lines(row_bytes);
}

static ptrdiff_t work_bytes(ptrdiff_t first, ptrdiff_t rest, ptrdiff_t row_bytes) {
    return together_bytes(first, row_bytes) + first * block_step(rest, row_bytes);
}

ptrdiff_t ct_fft_tall_bytes(ptrdiff_t points, ct_precision precision, ptrdiff_t row_bytes) {
    const ptrdiff_t first = ct_fft_has_tall(points, precision) ? first_of(points, precision) : 0;
    return first > 0 ? work_bytes(first, points / first, row_bytes) : 0;
}

ptrdiff_t ct_fft_tall_plane_bytes(ptrdiff_t first, ptrdiff_t rest, ct_precision precision,
                                  ptrdiff_t row_bytes) {
    const int suits = row_bytes <= CT_TALL_ROW_MOST &&
                      ct_codelet_columns(precision, first, CT_FORWARD) != NULL &&
                      (ct_codelet_columns(precision, rest, CT_FORWARD) != NULL ||
                       ct_fft_has_tall(rest, precision));
    return suits
               ? work_bytes(first, rest, row_bytes) + ct_fft_tall_bytes(rest, precision, row_bytes)
               : 0;
}

static size_t bytes_of(ptrdiff_t points, ptrdiff_t number_bytes) {
    return sizeof(ct_fft_codelet_tall) + (size_t)(points * number_bytes);
}

/* Makes one in memory of so many bytes. */
static void set(ct_fft_codelet_tall *made, ptrdiff_t points, ct_direction direction,
                ct_precision precision) {
    *made = (ct_fft_codelet_tall){.first = first_of(points, precision)};
    made->rest = points / made->first;
    made->turned = ct_codelet_turned(precision, made->first, direction);
    made->columns = ct_codelet_columns(precision, made->rest, direction);
    made->number_bytes = 2 * ct_real_bytes(precision);
    made->factors = (char *)(made + 1);
    ct_codelet_between_factors(precision, made->first, made->rest, direction, made->factors);
    ct_codelet_inner_factors(precision, made->rest, direction, made->inner[1]);
}

ct_fft_codelet_tall *ct_fft_codelet_tall_create(const ct_fft_lines_job *job,
                                                ct_precision precision) {
    const ptrdiff_t points = job->line.count;
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const int suits = job->class == CT_CLASS_C2C && ct_fft_has_tall(points, precision) &&
                      job->many[0].from == 1 && job->many[0].into == 1 && job->many[1].count == 1 &&
                      job->many[0].count * number_bytes <= CT_TALL_ROW_MOST;
    ct_fft_codelet_tall *made = suits ? malloc(bytes_of(points, number_bytes)) : NULL;
    if (made != NULL) {
        set(made, points, job->direction, precision);
    }
    return made;
}

ct_fft_codelet_tall *ct_fft_codelet_tall_create_plane(ptrdiff_t first, ptrdiff_t rest,
                                                      ct_direction direction,
                                                      ct_precision precision) {
    const int suits = ct_fft_tall_plane_bytes(first, rest, precision, 1) > 0;
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const int is_tall = ct_fft_has_tall(rest, precision);
    ct_fft_codelet_tall *made =
        suits ? malloc(sizeof *made + (is_tall ? bytes_of(rest, number_bytes) : 0)) : NULL;
    if (made == NULL) {
        return NULL;
    }
    *made = (ct_fft_codelet_tall){
        .is_plane = 1,
        .first = first,
        .rest = rest,
        .turned = ct_codelet_columns(precision, first, direction),
        .number_bytes = number_bytes,
    };
    ct_codelet_inner_factors(precision, first, direction, made->inner[0]);
    if (is_tall) {
        set(made + 1, rest, direction, precision);
        made->then = made + 1;
    } else {
        made->columns = ct_codelet_columns(precision, rest, direction);
        ct_codelet_inner_factors(precision, rest, direction, made->inner[1]);
    }
    return made;
}

/* Where a row is. */
static char *row_at(const ct_fetch_rows *rows, ptrdiff_t row) {
    const ct_fetch_place *place = rows->place;
    while (row >= place->rows) {
        row -= place->rows;
        place++;
    }
    return (char *)place->from + row * place->step;
}

/* Copies rows j, j + B, .. together, while those some steps later are fetched. */
static void gather(const ct_fft_codelet_tall *tall, const ct_fft_rows_job *job, ptrdiff_t j,
                   char *into, ptrdiff_t width) {
    const ptrdiff_t bytes = job->from.row_bytes;
    for (ptrdiff_t row = j; row < tall->first * tall->rest; row += tall->rest) {
        memcpy(into, row_at(&job->from, row), (size_t)bytes);
        into += width;
    }
    for (ptrdiff_t row = j + AHEAD; j + AHEAD < tall->rest && row < tall->first * tall->rest;
         row += tall->rest) {
        ct_fetch(row_at(&job->from, row), bytes);
    }
}

static void scale(const ct_fft_codelet_tall *tall, char *rows, ptrdiff_t bytes, double factor) {
    const int are_doubles = tall->number_bytes == 2 * sizeof(double);
    for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(double) && are_doubles; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): rows are gathered before
        ((double *)rows)[i] *= factor;
    }
    for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof(float) && !are_doubles; i++) {
        // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.Assign): the same
        ((float *)rows)[i] *= (float)factor;
    }
}

/* The rows of the results of block k of the tile: k, k + A, ..; of a plane those side by side. */
static ct_fetch_rows results_of(const ct_fft_codelet_tall *tall, const ct_fetch_rows *all,
                                ptrdiff_t k) {
    ct_fetch_rows results = {.row_bytes = all->row_bytes};
    const ptrdiff_t by = tall->is_plane ? 1 : tall->first;
    ptrdiff_t row = tall->is_plane ? k * tall->rest : k; /* in the place */
    ptrdiff_t left = tall->rest;
    for (int p = 0; p < all->places && left > 0; p++) {
        const ct_fetch_place *place = &all->place[p];
        const ptrdiff_t most = row < place->rows ? (place->rows - row + by - 1) / by : 0;
        const ptrdiff_t count = most < left ? most : left;
        if (count > 0) {
            results.place[results.places++] =
                (ct_fetch_place){place->from + row * place->step, count, by * place->step};
        }
        row += count * by - place->rows;
        left -= count;
    }
    return results;
}

/* Copies rows of a block of the tile to those in places. */
static void scatter(const ct_fetch_rows *into, int streams, const char *block, ptrdiff_t step) {
    for (int p = 0; p < into->places; p++) {
        const ct_fetch_place *place = &into->place[p];
        ct_strided copy = ct_strided_units(place->rows, into->row_bytes, 0, step, 0, place->step);
        copy.streams = streams;
        ct_strided_copy_plain(&copy, block, (char *)place->from);
        block += place->rows * step;
    }
}

static void run_rest(const ct_fft_codelet_tall *tall, const ct_fft_rows_job *job, char *tile);

/* The columns of block k of a plane's tile that are tall too, by way of a tile behind it. */
static void run_then(const ct_fft_codelet_tall *tall, const ct_fft_rows_job *job, ptrdiff_t k,
                     char *tile) {
    const ct_fft_codelet_tall *then = tall->then;
    const ptrdiff_t bytes = job->from.row_bytes;
    const ptrdiff_t step = ct_in_odd_lines(bytes);
    const ptrdiff_t block = block_step(tall->rest, bytes);
    const ct_fft_rows_job part = {.from = {.row_bytes = bytes},
                                  .into = results_of(tall, &job->into, k),
                                  .streams = job->streams};
    char *const behind = tile + tall->first * block;
    ct_codelet_ahead ahead = {.rows = NULL};
    ct_codelet_pass turned = {.count = 1,
                              .width = ct_in_lines(bytes),
                              .from_step = then->rest * step,
                              .into_step = block_step(then->rest, bytes)};
    for (ptrdiff_t j = 0; j < then->rest; j++) {
        turned.factors = then->factors + j * then->first * then->number_bytes;
        then->turned(&turned, tile + k * block + j * step, behind + j * step, 0, &ahead);
    }
    run_rest(then, &part, behind);
}

/* Columns of B points, from the tile to their rows. */
static void run_rest(const ct_fft_codelet_tall *tall, const ct_fft_rows_job *job, char *tile) {
    const ptrdiff_t bytes = job->from.row_bytes;
    const ptrdiff_t step = ct_in_odd_lines(bytes);
    ct_codelet_ahead ahead = {.rows = NULL};
    const ct_codelet_pass columns = {.count = 1,
                                     .width = ct_in_lines(bytes),
                                     .from_step = step,
                                     .into_step = step,
                                     .factors = tall->inner[1]};
    for (ptrdiff_t k = 0; k < tall->first; k++) {
        char *const block = tile + k * block_step(tall->rest, bytes);
        if (tall->then != NULL) {
            run_then(tall, job, k, tile);
        } else {
            const ct_fetch_rows results = results_of(tall, &job->into, k);
            tall->columns(&columns, block, block, 0, &ahead);
            scatter(&results, job->streams, block, step);
        }
    }
}

void ct_fft_codelet_tall_run(const ct_fft_codelet_tall *tall, const ct_fft_rows_job *job) {
    const ptrdiff_t bytes = job->from.row_bytes;
    const ptrdiff_t width = ct_in_lines(bytes);
    char *const rows = job->work;
    char *const tile = rows + together_bytes(tall->first, bytes);
    ct_codelet_ahead ahead = {.rows = NULL};
    ct_codelet_pass turned = {
        .count = 1, .width = width, .from_step = width, .into_step = block_step(tall->rest, bytes)};
    for (ptrdiff_t i = 0; i < tall->first && bytes < width; i++) {
        memset(rows + i * width + bytes, 0, (size_t)(width - bytes));
    }
    for (ptrdiff_t j = 0; j < tall->rest; j++) {
        gather(tall, job, j, rows, width);
        if (job->factor != 1) {
            scale(tall, rows, tall->first * width, job->factor);
        }
        turned.factors =
            tall->is_plane ? tall->inner[0] : tall->factors + j * tall->first * tall->number_bytes;
        tall->turned(&turned, rows, tile + j * ct_in_odd_lines(bytes), 0, &ahead);
    }
    run_rest(tall, job, tile);
    if (job->streams) {
        ct_stream_fence();
    }
}
