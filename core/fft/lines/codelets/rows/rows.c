#include "fft/lines/codelets/rows/rows.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/kernels/factors.h"
#include "fft/lines/codelets/kernels/kernels.h"
#include "fft/lines/codelets/rows/long.h"
#include "fft/lines/codelets/rows/matrix.h"
#include "fft/numbers.h"
#include "kernels/cache.h"
#include "kernels/stream.h"
#include "kernels/tile/tile.h"

#include <stdlib.h>
#include <string.h>

/* Shorter rows go some at once (straight.h). Those of vectors are copied in any case (c2c 1024 x
 * 1024 of 3, two ranks, ms, as columns and so: 17.4 and 13.4, 256 x 256 of 3 1.2 and 0.55; real
 * ones by tiles and so, r2c 1024 x 1024 of 3 3.7 and 3.5, 256 x 256 of 4 0.177 and 0.153, with AVX2
 * alike). */
enum { POINTS_LEAST = 512, VECTORS_LEAST = 64 };

/* Parts of the work array of rows of numbers, and then work of longer ones. */
enum { PARTS = 2 };

struct ct_fft_codelet_rows {
    _Alignas(CT_LINE_BYTES) char row_factors[sizeof(double) * CT_CODELET_FACTORS];
    ct_fft_class class;
    const ct_codelet_set *kernels;
    ptrdiff_t components;
    ptrdiff_t points, number_bytes; /* complex, of a component */
    ptrdiff_t part_bytes;           /* of the work array: a row with what follows it */
    ct_codelet_kernel *kernel;      /* one of these three; the others NULL */
    const ct_codelet_long *steps;   /* behind it */
    const ct_codelet_matrix *matrix;
    const void *separating; /* factors of real rows, behind it too */
};

static ptrdiff_t complex_points(ct_fft_class class, ptrdiff_t points) {
    return class == CT_CLASS_C2C ? points : points / 2;
}

/* Bytes of a row and of one number more, in whole cache lines. */
static ptrdiff_t part_bytes(ptrdiff_t points, ct_precision precision) {
    return ct_in_lines((points + 1) * 2 * ct_real_bytes(precision));
}

/* Of vectors all components before and after; a row that is put together is where they were. */
static ptrdiff_t parts_of(ptrdiff_t components) {
    return components == 1 ? PARTS : 2 * components;
}

/* Work of rows of two steps, one at a time. */
static ptrdiff_t steps_bytes(ptrdiff_t points, ct_precision precision) {
    return ct_most(part_bytes(points, precision), ct_codelet_matrix_work_bytes(points, precision));
}

static int are_matrices(ptrdiff_t points, ptrdiff_t components, ct_precision precision) {
    return ct_codelet_rows(precision, points, components, CT_FORWARD) == NULL &&
           ct_codelet_long_bytes(points, components, precision) == 0 &&
           ct_codelet_matrix_bytes(points, precision) > 0;
}

ptrdiff_t ct_fft_codelet_rows_bytes(ct_fft_class class, ptrdiff_t points, ptrdiff_t components,
                                    ct_precision precision) {
    const ptrdiff_t half = complex_points(class, points);
    const int suits = (components == 1 ? class != CT_CLASS_R2R && half >= POINTS_LEAST
                                       : class != CT_CLASS_R2R && half >= VECTORS_LEAST) &&
                      (class == CT_CLASS_C2C || points % 2 == 0) &&
                      (are_matrices(half, components, precision) ||
                       ct_codelet_long_bytes(half, components, precision) > 0 ||
                       ct_codelet_rows(precision, half, components, CT_FORWARD) != NULL);
    return suits ? parts_of(components) * part_bytes(half, precision) + steps_bytes(half, precision)
                 : 0;
}

ct_fft_codelet_rows *ct_fft_codelet_rows_create(const ct_fft_lines_job *job, ptrdiff_t components,
                                                ct_precision precision) {
    const ptrdiff_t points = complex_points(job->class, job->line.count);
    const ct_direction direction = job->class == CT_CLASS_R2C   ? CT_FORWARD
                                   : job->class == CT_CLASS_C2R ? CT_INVERSE
                                                                : job->direction;
    const int suits =
        ct_fft_codelet_rows_bytes(job->class, job->line.count, components, precision) > 0;
    const int is_matrix = are_matrices(points, components, precision);
    const ptrdiff_t behind_bytes = is_matrix ? ct_codelet_matrix_bytes(points, precision)
                                             : ct_codelet_long_bytes(points, components, precision);
    const ptrdiff_t separating_bytes =
        job->class == CT_CLASS_C2C ? 0 : 2 * part_bytes(points, precision);
    ct_fft_codelet_rows *made =
        suits ? aligned_alloc(CT_LINE_BYTES,
                              sizeof *made +
                                  (size_t)((behind_bytes + separating_bytes + CT_LINE_BYTES - 1) /
                                           CT_LINE_BYTES * CT_LINE_BYTES))
              : NULL;
    if (made == NULL) {
        return NULL;
    }
    char *const separating = (char *)(made + 1);
    void *const steps = separating + separating_bytes;
    *made = (ct_fft_codelet_rows){
        .class = job->class,
        .kernels = ct_codelet_set_of(precision),
        .components = components,
        .points = points,
        .number_bytes = 2 * ct_real_bytes(precision),
        .part_bytes = part_bytes(points, precision),
        .separating = separating,
    };
    if (is_matrix) {
        made->matrix = steps;
        ct_codelet_matrix_set(steps, points, precision, direction);
    } else if (behind_bytes > 0) {
        made->steps = steps;
        ct_codelet_long_set(steps, points, precision, direction);
    } else {
        made->kernel = ct_codelet_rows(precision, points, components, direction);
        ct_codelet_row_factors(precision, points, direction, made->row_factors);
    }
    if (job->class != CT_CLASS_C2C) {
        ct_codelet_separating_factors(precision, points, direction, separating);
    }
    return made;
}

/* Complex rows, one of each component; by way of `work` if they are long. */
static void transform(const ct_fft_codelet_rows *rows, const char *from, char *into, void *work,
                      double factor, int streams, ct_codelet_ahead *ahead) {
    const ct_codelet_pass pass = {.count = rows->components,
                                  .from_step = rows->part_bytes,
                                  .into_step = rows->part_bytes,
                                  .fetched = rows->points * rows->number_bytes,
                                  .factors = rows->row_factors,
                                  .factor = factor};
    if (rows->kernel != NULL) {
        rows->kernel(&pass, from, into, streams, ahead);
        return;
    }
    const ptrdiff_t bytes = ahead->left / rows->components;
    for (ptrdiff_t c = 0; c < rows->components; c++) {
        const ct_fft_row_job row = {.from = from + c * rows->part_bytes,
                                    .next = ahead->left > 0 ? ahead->from : NULL,
                                    .into = into + c * rows->part_bytes,
                                    .work = work,
                                    .streams = streams,
                                    .factor = factor};
        if (rows->matrix != NULL) {
            ct_codelet_matrix_row(rows->matrix, &row);
        } else {
            ahead->left = bytes;
            ct_codelet_long_row(rows->steps, row.from, row.into, work, factor, ahead);
        }
    }
}

/* Coefficients of a real row from those of the complex one, or the other way round. */
static void separate(const ct_fft_codelet_rows *rows, const void *from, void *into,
                     const char *ahead) {
    const char *const middle = ahead != NULL ? ahead + rows->points * rows->number_bytes / 2 : NULL;
    const ct_codelet_separation pair = {
        .half = rows->points,
        .numbers = rows->points / 2 + 1,
        .factors = rows->separating,
        .from = {from, from},
        .into = {into, into},
        .ahead = {ahead, middle},
    };
    if (rows->class == CT_CLASS_R2C) {
        rows->kernels->separate(&pair);
    } else {
        rows->kernels->combine(&pair);
    }
}

/* A row of numbers. */
static void run_numbers(const ct_fft_codelet_rows *rows, const ct_fft_row_job *job) {
    const ptrdiff_t bytes = rows->points * rows->number_bytes;
    const ptrdiff_t result_bytes = bytes + (rows->class == CT_CLASS_R2C ? rows->number_bytes : 0);
    char *const part[PARTS] = {(char *)job->work, (char *)job->work + rows->part_bytes};
    char *const work = (char *)job->work + PARTS * rows->part_bytes;
    const int is_aligned = ct_line_phase(job->into) == 0 && bytes % CT_LINE_BYTES == 0;
    const int by_kernel =
        job->streams && is_aligned && rows->class != CT_CLASS_R2C && rows->steps == NULL;
    char *const result = job->streams && !by_kernel ? part[1] : job->into;
    ct_codelet_ahead ahead = {
        .from = job->next, .left = job->next != NULL ? bytes : 0, .reads_only = 1};
    if (rows->class == CT_CLASS_R2C) {
        transform(rows, job->from, part[0], work, job->factor, 0, &ahead);
        memset(part[0] + bytes, 0, (size_t)rows->number_bytes); /* it is computed with */
        separate(rows, part[0], result, NULL);
    } else if (rows->class == CT_CLASS_C2R) {
        separate(rows, job->from, part[0], job->next != NULL ? job->next : job->from);
        ahead.left = 0;
        transform(rows, part[0], result, work, job->factor, by_kernel, &ahead);
    } else {
        transform(rows, job->from, result, work, job->factor, by_kernel, &ahead);
    }
    if (result != job->into) {
        ct_stream_copy(job->into, result, (size_t)result_bytes);
    }
}

/* So many numbers of a row of vectors, in parts: real ones, or complex ones. */
static ct_tile parts_tile(const ct_fft_codelet_rows *rows, int are_real, int are_half,
                          int is_apart) {
    const ptrdiff_t numbers = are_real ? 2 * rows->points : rows->points + are_half;
    const ptrdiff_t bytes = are_real ? rows->number_bytes / 2 : rows->number_bytes;
    return is_apart ? ct_tile_apart(rows->components, bytes, numbers, rows->part_bytes)
                    : ct_tile_together(rows->components, bytes, numbers, rows->part_bytes);
}

/* A row of vectors: taken apart, transformed by way of other parts, and put together. */
static void run_vectors(const ct_fft_codelet_rows *rows, const ct_fft_row_job *job) {
    const int is_forward = rows->class == CT_CLASS_R2C;
    const int is_inverse = rows->class == CT_CLASS_C2R;
    const ptrdiff_t row_bytes = rows->points * rows->number_bytes;
    const ptrdiff_t bytes = rows->components * (row_bytes + (is_inverse ? rows->number_bytes : 0));
    const ptrdiff_t result_bytes =
        rows->components * (row_bytes + (is_forward ? rows->number_bytes : 0));
    const ct_tile apart = parts_tile(rows, is_forward, is_inverse, 1);
    const ct_tile together = parts_tile(rows, is_inverse, is_forward, 0);
    char *const before = job->work;
    char *const after = before + rows->components * rows->part_bytes;
    char *const work = after + rows->components * rows->part_bytes;
    char *const left = rows->class == CT_CLASS_C2C ? after : before; /* the result's parts */
    char *const result = !job->streams ? job->into : left == before ? after : before;
    ct_codelet_ahead ahead = {
        .from = job->next, .left = job->next != NULL ? bytes : 0, .reads_only = 1};
    ct_tile_copy(&apart, job->from, before, 0);
    for (ptrdiff_t c = 0; c < rows->components && is_inverse; c++) {
        char *const part = before + c * rows->part_bytes;
        separate(rows, part, after + c * rows->part_bytes, part);
    }
    transform(rows, is_inverse ? after : before, is_inverse ? before : after, work, job->factor, 0,
              &ahead);
    for (ptrdiff_t c = 0; c < rows->components && is_forward; c++) {
        char *const part = after + c * rows->part_bytes;
        memset(part + row_bytes, 0, (size_t)rows->number_bytes); /* it is computed with */
        separate(rows, part, before + c * rows->part_bytes, NULL);
    }
    ct_tile_copy(&together, left, result, 0);
    if (result != job->into) {
        ct_stream_copy(job->into, result, (size_t)result_bytes);
    }
}

void ct_fft_codelet_rows_run(const ct_fft_codelet_rows *rows, const ct_fft_row_job *job) {
    if (rows->components > 1) {
        run_vectors(rows, job);
    } else {
        run_numbers(rows, job);
    }
}
