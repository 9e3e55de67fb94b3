#include "fft/lines/codelets/plane.h"

#include "fft/lines/codelets/kernels.h"
#include "fft/lines/codelets/ragged.h"
#include "fft/numbers.h"
#include "kernels/cache.h"
#include "kernels/stream.h"
#include "kernels/vectors.h"

#include <stdlib.h>

/* Real rows of at least so many points: planes of 64 x 64 take 4.3 us, by FFTW's columns and lines
 * of half the length 3.7. */
enum { REAL_LEAST = 128 };

/* Points of columns that go in one step. Planes of up to so many bytes are fetched as a whole while
 * the rows before are transformed; larger ones half while the columns before are, where both stay
 * in the second-level cache (first stage of r2c 256^3, two ranks, 15.9 and 14.1 ms); others some
 * rows ahead. */
enum { COLUMN_MOST = 64, NEXT_MOST_BYTES = 128 * 1024, HALF_MOST_BYTES = 512 * 1024 };

/* Columns in two steps: rows that are `rest` apart, `first` of them, then `rest` side by side. */
typedef struct column_steps {
    ptrdiff_t first, rest; /* first 1: one step */
} column_steps;

struct ct_fft_codelet_plane {
    _Alignas(CT_LINE_BYTES) char row_factors[CT_CODELET_FACTORS * sizeof(double)];
    char column_factors[2 * CT_CODELET_MOST * sizeof(double)];
    char separating[4 * CT_CODELET_MOST * sizeof(double)]; /* of real planes */
    ct_fft_class class;
    const ct_codelet_set *kernels;
    ptrdiff_t number_bytes; /* of a complex number */
    column_steps steps;
    ct_codelet_pass rows, first, rest;
    ptrdiff_t count, points;    /* of rows, complex numbers of one */
    ptrdiff_t from, into, work; /* bytes from row to row */
    ptrdiff_t early;            /* so many first steps of columns ahead rows are fetched */
    int streams, fetches_next;
};

/* Complex points of rows and their distances in bytes; points 0: they do not suit. */
typedef struct plane_rows {
    ptrdiff_t points, count;
    ptrdiff_t from, into;
} plane_rows;

static plane_rows rows_of(const ct_fft_whole_job *job, ct_precision precision) {
    const ptrdiff_t real_bytes = ct_real_bytes(precision);
    const int is_real = job->class != CT_CLASS_C2C;
    int row = -1;
    for (int a = is_real; a < job->axes; a++) {
        row = row < 0 && job->axis[a].from == 1 && job->axis[a].into == 1 ? a : row;
    }
    if (job->axes != 2 || job->batches > 0 || row < 0 || (is_real && job->axis[row].count % 2)) {
        return (plane_rows){0};
    }
    const ct_fft_span columns = job->axis[!row];
    return (plane_rows){.points = job->axis[row].count / (is_real ? 2 : 1),
                        .count = columns.count,
                        .from = columns.from * real_bytes * (job->class == CT_CLASS_R2C ? 1 : 2),
                        .into = columns.into * real_bytes * (job->class == CT_CLASS_C2R ? 1 : 2)};
}

static column_steps steps_of(ptrdiff_t points) {
    const ptrdiff_t first = points <= COLUMN_MOST ? 1 : ct_codelet_first(points);
    return (column_steps){first, points / first};
}

/* Bytes from row to row of the work array: an odd number of cache lines. */
static ptrdiff_t work_step(ptrdiff_t points, ct_precision precision) {
    const ptrdiff_t lines = points / ct_codelet_lanes(precision);
    return (lines + 1 + lines % 2) * CT_LINE_BYTES;
}

/* Its rows: those of the plane, and some before the first step of columns. */
static ptrdiff_t work_rows(column_steps steps, ptrdiff_t count) {
    return count + (steps.first > 1 ? steps.first : 0);
}

/* Of real planes, those of columns leave; else those of which the first step of columns has all. */
static ptrdiff_t rows_together(column_steps steps, ct_fft_class class) {
    return steps.first > 1 && class != CT_CLASS_C2R ? steps.first : steps.rest;
}

ptrdiff_t ct_fft_codelet_plane_bytes(const ct_fft_whole_job *job, ct_precision precision) {
    const plane_rows rows = rows_of(job, precision);
    const column_steps steps = steps_of(rows.count);
    const ptrdiff_t together = rows_together(steps, job->class);
    const int suits =
        ct_vectors_used() >= CT_VECTORS_AVX512 &&
        ct_codelet_rows(precision, rows.points, together, job->direction) != NULL &&
        (rows.points >= REAL_LEAST / 2 || job->class == CT_CLASS_C2C) &&
        steps.first * steps.rest == rows.count &&
        ct_codelet_columns(precision, steps.rest, job->direction) != NULL &&
        (steps.first == 1 || ct_codelet_turned(precision, steps.first, job->direction) != NULL);
    const ptrdiff_t bytes = work_rows(steps, rows.count) * work_step(rows.points, precision);
    return !suits ? 0 : job->class == CT_CLASS_R2C ? bytes + ct_ragged_bytes(rows.count) : bytes;
}

static void set_passes(ct_fft_codelet_plane *plane, ct_precision precision, ct_direction direction,
                       double factor) {
    const column_steps steps = plane->steps;
    const ptrdiff_t width = plane->points / ct_codelet_lanes(precision);
    const int is_forward_plane = plane->class != CT_CLASS_C2R;
    const ptrdiff_t together = rows_together(steps, plane->class);
    plane->rows = (ct_codelet_pass){
        .kernel = ct_codelet_rows(precision, plane->points, together, direction),
        .count = together,
        .from_step =
            is_forward_plane ? plane->from * (steps.first > 1 ? steps.rest : 1) : plane->work,
        .into_step = is_forward_plane ? plane->work : plane->into * steps.first,
        .fetched = plane->points * plane->number_bytes,
        .factors = plane->row_factors,
        .factor = factor,
    };
    plane->first = (ct_codelet_pass){
        .kernel = steps.first > 1 ? ct_codelet_turned(precision, steps.first, direction) : NULL,
        .count = 1,
        .width = width,
        .from_step = is_forward_plane ? plane->work : plane->work * steps.rest,
        .into_step = plane->work * steps.rest,
    };
    const ptrdiff_t lines = plane->early * plane->from / CT_LINE_BYTES;
    plane->rest = (ct_codelet_pass){
        .kernel = ct_codelet_columns(precision, steps.rest, direction),
        .count = 1,
        .width = width,
        .from_step = plane->work,
        .into_step = plane->class == CT_CLASS_C2C ? plane->into * steps.first : plane->work,
        .fetched = (lines / (width > 0 ? width : 1) + 1) * CT_LINE_BYTES,
        .factors = plane->column_factors,
    };
}

ct_fft_codelet_plane *ct_fft_codelet_plane_create(const ct_fft_whole_job *job,
                                                  ct_precision precision, double factor,
                                                  int streams) {
    const plane_rows rows = rows_of(job, precision);
    const ct_direction direction = job->class == CT_CLASS_R2C   ? CT_FORWARD
                                   : job->class == CT_CLASS_C2R ? CT_INVERSE
                                                                : job->direction;
    ct_fft_codelet_plane *plane = ct_fft_codelet_plane_bytes(job, precision) > 0
                                      ? aligned_alloc(CT_LINE_BYTES, sizeof *plane)
                                      : NULL;
    if (plane == NULL) {
        return NULL;
    }
    const ptrdiff_t number_bytes = 2 * ct_real_bytes(precision);
    const ptrdiff_t bytes = rows.count * rows.points * number_bytes;
    *plane = (ct_fft_codelet_plane){
        .class = job->class,
        .kernels = ct_codelet_set_of(precision),
        .number_bytes = number_bytes,
        .steps = steps_of(rows.count),
        .count = rows.count,
        .points = rows.points,
        .from = rows.from,
        .into = rows.into,
        .work = work_step(rows.points, precision),
        .streams = streams,
        .early = bytes <= HALF_MOST_BYTES ? steps_of(rows.count).rest / 2 : 1,
        .fetches_next = bytes <= NEXT_MOST_BYTES,
    };
    set_passes(plane, precision, direction, factor);
    ct_codelet_row_factors(precision, plane->points, direction, plane->row_factors);
    ct_codelet_inner_factors(precision, plane->count, direction, plane->column_factors);
    if (job->class != CT_CLASS_C2C) {
        ct_codelet_separating_factors(precision, plane->points, direction, plane->separating);
    }
    return plane;
}

/* Rows of complex numbers, or real rows as such, into the work array, and the first step of columns
 * too. */
static void enter(const ct_fft_codelet_plane *plane, const char *input, char *output, char *work,
                  const char *next) {
    const column_steps steps = plane->steps;
    const ptrdiff_t row_bytes = plane->rows.fetched;
    ct_codelet_ahead ahead = {.reads_only = !plane->fetches_next || plane->streams};
    char *some = work + plane->count * plane->work;
    if (steps.first == 1) {
        ahead.from = next != NULL ? next : input;
        ahead.into = output;
        ahead.left = plane->count * row_bytes;
        ahead.skip = plane->from - row_bytes;
        plane->rows.kernel(&plane->rows, input, work, 0, &ahead);
        return;
    }
    for (ptrdiff_t j = 0; j < steps.rest; j++) {
        ct_codelet_pass first = plane->first;
        const ptrdiff_t at = j + plane->early;
        const char *coming = at < steps.rest    ? input + at * plane->from
                             : plane->early > 1 ? NULL /* by now in the cache */
                                                : next;
        ahead.from = coming;
        ahead.left = coming != NULL ? steps.first * row_bytes : 0;
        ahead.skip = plane->rows.from_step - row_bytes;
        first.factors = plane->column_factors + j * steps.first * plane->number_bytes;
        plane->rows.kernel(&plane->rows, input + j * plane->from, some, 0, &ahead);
        ahead.left = 0;
        first.kernel(&first, some, work + j * plane->work, 0, &ahead);
    }
}

/* What is left of columns, into the result or, of real planes, where they are. */
static void transform_columns(const ct_fft_codelet_plane *plane, char *work, char *output,
                              int streams, const char *next) {
    const column_steps steps = plane->steps;
    const ptrdiff_t from_bytes = plane->from;
    const int is_complex = plane->class == CT_CLASS_C2C;
    ct_codelet_ahead ahead = {.reads_only = 1};
    for (ptrdiff_t k = 0; k < steps.first; k++) {
        char *row = work + k * steps.rest * plane->work;
        if (next != NULL && steps.first > 1 && plane->early > 1) { /* of each first step a row */
            ahead.from = next + k * steps.rest * from_bytes;
            ahead.left = plane->early * from_bytes;
        }
        plane->rest.kernel(&plane->rest, row, is_complex ? output + k * plane->into : row,
                           is_complex && streams, &ahead);
    }
}

/* The row of the work array with frequency f of a real plane. */
static char *frequency(const ct_fft_codelet_plane *plane, char *work, ptrdiff_t f) {
    const column_steps steps = plane->steps;
    return work + (f % steps.first * steps.rest + f / steps.first) * plane->work;
}

/* From the work array, whose columns are transformed, coefficients of real rows. */
static void separate(const ct_fft_codelet_plane *plane, char *work, char *output) {
    enum { ROW_BYTES = 2 * CT_CODELET_MOST * sizeof(double) + 2 * CT_LINE_BYTES };
    _Alignas(CT_LINE_BYTES) char buffer[2][ROW_BYTES];
    const ct_ragged_rows ragged = {
        .into = output,
        .rows = plane->count,
        .bytes = (plane->points + 1) * plane->number_bytes,
        .step = plane->into,
        .edges = work + work_rows(plane->steps, plane->count) * plane->work,
    };
    for (ptrdiff_t f = 0; 2 * f <= plane->count; f++) {
        const ptrdiff_t row[2] = {f, f > 0 ? plane->count - f : 0};
        const int rows = row[0] != row[1] ? 2 : 1;
        ct_codelet_separation pair = {.half = plane->points, .factors = plane->separating};
        for (int i = 0; i < 2; i++) {
            pair.from[i] = frequency(plane, work, row[i]);
            pair.into[i] = plane->streams ? buffer[i % rows] + ct_ragged_phase(&ragged, row[i])
                                          : output + row[i] * plane->into;
        }
        plane->kernels->separate(&pair);
        for (int i = 0; i < rows && plane->streams; i++) {
            ct_ragged_write(&ragged, row[i], buffer[i]);
        }
    }
    if (plane->streams) {
        ct_ragged_end(&ragged);
    }
}

/* The other way round, in the order of frequencies. */
static void combine(const ct_fft_codelet_plane *plane, const char *input, char *work,
                    const char *next) {
    for (ptrdiff_t f = 0; 2 * f <= plane->count; f++) {
        const ptrdiff_t mirrored = f > 0 ? plane->count - f : 0;
        const int is_last = 2 * (f + 1) > plane->count;
        const char *coming = is_last ? next : input;
        const ptrdiff_t at = is_last ? 0 : f + 1;
        const ct_codelet_separation rows = {
            .half = plane->points,
            .factors = plane->separating,
            .from = {input + f * plane->from, input + mirrored * plane->from},
            .into = {work + f * plane->work, work + mirrored * plane->work},
            .ahead = {coming != NULL ? coming + at * plane->from : input,
                      coming != NULL ? coming + (plane->count - at - (at == 0)) * plane->from
                                     : input},
        };
        plane->kernels->combine(&rows);
    }
}

static void leave(const ct_fft_codelet_plane *plane, char *work, char *output, int streams) {
    const column_steps steps = plane->steps;
    ct_codelet_ahead ahead = {0};
    for (ptrdiff_t j = 0; j < steps.rest && steps.first > 1; j++) {
        ct_codelet_pass first = plane->first;
        char *row = work + j * plane->work;
        first.factors = plane->column_factors + j * steps.first * plane->number_bytes;
        first.kernel(&first, row, row, 0, &ahead);
    }
    for (ptrdiff_t k = 0; k < steps.first; k++) {
        char *row = work + k * steps.rest * plane->work;
        plane->rest.kernel(&plane->rest, row, row, 0, &ahead);
        plane->rows.kernel(&plane->rows, row, output + k * plane->into, streams, &ahead);
    }
}

void ct_fft_codelet_plane_run(const ct_fft_codelet_plane *plane, const void *input, void *output,
                              void *work, const void *next) {
    const int streams =
        plane->streams && ct_line_phase(output) == 0 && plane->into % CT_LINE_BYTES == 0;
    if (plane->class == CT_CLASS_C2R) {
        combine(plane, input, work, next);
        leave(plane, work, output, streams);
    } else {
        enter(plane, input, output, work, next);
        transform_columns(plane, work, output, streams, next);
        if (plane->class == CT_CLASS_R2C) {
            separate(plane, work, output);
        }
    }
    if (plane->streams) {
        ct_stream_fence();
    }
}
