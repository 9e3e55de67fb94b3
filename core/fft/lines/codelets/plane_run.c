#include "fft/lines/codelets/plane_parts.h"
#include "fft/lines/codelets/ragged.h"
#include "kernels/cache.h"
#include "kernels/stream.h"

#include <string.h>

/* What follows rows of real planes is computed with: as columns up to whole vectors, and as the
 * number that mirrors the first one. Zeros raise no exceptions. */
static void clear_padding(const ct_fft_codelet_plane *plane, char *work) {
    const ptrdiff_t rows = ct_fft_codelet_work_rows(plane->steps, plane->count, plane->class);
    const ptrdiff_t row_bytes = plane->points * plane->number_bytes;
    for (ptrdiff_t i = 0; i < rows && plane->class != CT_CLASS_C2C; i++) {
        memset(work + i * plane->work + row_bytes, 0, CT_LINE_BYTES);
    }
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

/* The rows of a result, of so many bytes. */
static ct_ragged_rows ragged_rows(const ct_fft_codelet_plane *plane, ptrdiff_t bytes, char *work,
                                  char *output) {
    const ptrdiff_t rows = ct_fft_codelet_work_rows(plane->steps, plane->count, plane->class);
    return (ct_ragged_rows){
        .into = output,
        .rows = plane->count,
        .bytes = bytes,
        .step = plane->into,
        .edges = work + rows * plane->work,
    };
}

/* How a complex plane, or one of real rows, is written: by kernels where its rows are whole cache
 * lines, or by way of the work array. Arrays of malloc begin 16 bytes inside a line: there kernels
 * cannot write past the cache, and columns write each line in two parts, between which it leaves
 * the first-level cache (stage of 256^3, two ranks, by kernels and so, ms: c2c 30.5 and 25.4, in
 * place 29.5 and 28.4, c2r 20.1 and 13.8). Rows that are no whole lines themselves are left to
 * kernels: columns in place must be whole vectors. */
typedef struct leaving {
    int streams, by_work;
    ct_ragged_rows rows;
} leaving;

static leaving leave_by(const ct_fft_codelet_plane *plane, char *work, char *output) {
    const ptrdiff_t bytes = plane->points * plane->number_bytes;
    const int are_lines = bytes % CT_LINE_BYTES == 0;
    const int is_whole =
        are_lines && ct_line_phase(output) == 0 && plane->into % CT_LINE_BYTES == 0;
    const int gains = plane->class == CT_CLASS_C2C || plane->streams;
    return (leaving){.streams = plane->streams && is_whole,
                     .by_work = gains && are_lines && !is_whole && plane->into == bytes,
                     .rows = ragged_rows(plane, bytes, work, output)};
}

/* Rows k, k + first, .. of the result, from the work array. */
static void write_rows(const ct_fft_codelet_plane *plane, const leaving *how, ptrdiff_t k,
                       const char *from) {
    for (ptrdiff_t l = 0; l < plane->steps.rest; l++) {
        const ptrdiff_t row = k + plane->steps.first * l;
        const char *made = from + l * plane->work;
        if (plane->streams) {
            ct_ragged_write(&how->rows, row, made);
        } else {
            memcpy(how->rows.into + row * how->rows.step, made, (size_t)how->rows.bytes);
        }
    }
}

static void end_rows(const ct_fft_codelet_plane *plane, const leaving *how) {
    if (how->by_work && plane->streams) {
        ct_ragged_end(&how->rows);
    }
}

/* What is left of columns, into the result or, of real planes, where they are. */
static void transform_columns(const ct_fft_codelet_plane *plane, char *work, char *output,
                              const char *next) {
    const column_steps steps = plane->steps;
    const ptrdiff_t from_bytes = plane->from;
    const int is_complex = plane->class == CT_CLASS_C2C;
    const leaving how = leave_by(plane, work, output);
    const int is_direct = is_complex && !how.by_work;
    ct_codelet_pass rest = plane->rest;
    ct_codelet_ahead ahead = {.reads_only = 1};
    rest.into_step = is_direct ? rest.into_step : plane->work;
    for (ptrdiff_t k = 0; k < steps.first; k++) {
        char *row = work + k * steps.rest * plane->work;
        if (next != NULL && steps.first > 1 && plane->early > 1) { /* of each first step a row */
            ahead.from = next + k * steps.rest * from_bytes;
            ahead.left = plane->early * from_bytes;
        }
        rest.kernel(&rest, row, is_direct ? output + k * plane->into : row,
                    is_direct && how.streams, &ahead);
        if (is_complex && how.by_work) {
            write_rows(plane, &how, k, row);
        }
    }
    if (is_complex) {
        end_rows(plane, &how);
    }
}

/* The row of the work array with frequency f of a real plane. */
static char *frequency(const ct_fft_codelet_plane *plane, char *work, ptrdiff_t f) {
    const column_steps steps = plane->steps;
    return work + (f % steps.first * steps.rest + f / steps.first) * plane->work;
}

/* From the work array, whose columns are transformed, coefficients of real rows. */
static void separate(const ct_fft_codelet_plane *plane, char *work, char *output) {
    enum { ROW_BYTES = sizeof(double) * 2 * CT_CODELET_MOST + (size_t)2 * CT_LINE_BYTES };
    _Alignas(CT_LINE_BYTES) char buffer[2][ROW_BYTES];
    const ct_ragged_rows ragged =
        ragged_rows(plane, (plane->points + 1) * plane->number_bytes, work, output);
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
            ct_ragged_write(&ragged, row[i], pair.into[i]);
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

/* Columns in the work array, then rows into the result. */
static void leave(const ct_fft_codelet_plane *plane, char *work, char *output) {
    const column_steps steps = plane->steps;
    const leaving how = leave_by(plane, work, output);
    char *some = work + plane->count * plane->work;
    ct_codelet_pass rows = plane->rows;
    ct_codelet_ahead ahead = {0};
    rows.into_step = how.by_work ? plane->work : rows.into_step;
    for (ptrdiff_t j = 0; j < steps.rest && steps.first > 1; j++) {
        ct_codelet_pass first = plane->first;
        char *row = work + j * plane->work;
        first.factors = plane->column_factors + j * steps.first * plane->number_bytes;
        first.kernel(&first, row, row, 0, &ahead);
    }
    for (ptrdiff_t k = 0; k < steps.first; k++) {
        char *row = work + k * steps.rest * plane->work;
        plane->rest.kernel(&plane->rest, row, row, 0, &ahead);
        rows.kernel(&rows, row, how.by_work ? some : output + k * plane->into, how.streams, &ahead);
        if (how.by_work) {
            write_rows(plane, &how, k, some);
        }
    }
    end_rows(plane, &how);
}

void ct_fft_codelet_plane_run(const ct_fft_codelet_plane *plane, const void *input, void *output,
                              void *work, const void *next, const ct_sequence_piece *piece) {
    clear_padding(plane, work);
    if (plane->class == CT_CLASS_C2R) {
        combine(plane, input, work, next);
        ct_sequence_pass(piece);
        leave(plane, work, output);
    } else {
        enter(plane, input, output, work, next);
        ct_sequence_pass(piece);
        transform_columns(plane, work, output, next);
        if (plane->class == CT_CLASS_R2C) {
            separate(plane, work, output);
        }
    }
    if (plane->streams) {
        ct_stream_fence();
    }
}
