#include "fft/lines/codelets/plane_parts.h"
#include "fft/lines/codelets/ragged.h"
#include "kernels/cache.h"
#include "kernels/stream.h"

#include <string.h>

static ptrdiff_t work_rows(const ct_fft_codelet_plane *plane) {
    return ct_fft_codelet_work_rows(plane->steps, plane->count, plane->class, plane->is_long);
}

/* What follows rows of real planes is computed with: as columns up to whole vectors, and as the
 * number that mirrors the first one. Zeros raise no exceptions. */
static void clear_padding(const ct_fft_codelet_plane *plane, char *work) {
    const ptrdiff_t rows = work_rows(plane);
    const ptrdiff_t row_bytes = plane->points * plane->number_bytes;
    for (ptrdiff_t i = 0; i < rows && plane->class != CT_CLASS_C2C; i++) {
        memset(work + i * plane->work + row_bytes, 0, CT_LINE_BYTES);
    }
}

/* Long rows into the work array, each while the next one is fetched. */
static void enter_long(const ct_fft_codelet_plane *plane, const char *input, char *work,
                       const char *next) {
    const ptrdiff_t row_bytes = plane->rows.fetched;
    for (ptrdiff_t j = 0; j < plane->count; j++) {
        const char *coming = j + 1 < plane->count ? input + (j + 1) * plane->from : next;
        ct_codelet_ahead ahead = {
            .from = coming, .left = coming != NULL ? row_bytes : 0, .reads_only = 1};
        plane->rows.kernel(&plane->rows, input + j * plane->from, work + j * plane->work, 0,
                           &ahead);
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
    const ptrdiff_t rows = work_rows(plane);
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
 * place 29.5 and 28.4, c2r 20.1 and 13.8). Nor do kernels of rows whose registers are half a line:
 * c2r then goes by the work array too (the same stage, two ranks of a Zen 3, 30 and 26; of
 * 128^3 4.1 and 3.3). Rows that are no whole lines themselves are left to kernels: columns in place
 * must be whole vectors. */
typedef struct leaving {
    int streams, by_work;
    ct_ragged_rows rows;
} leaving;

static leaving leave_by(const ct_fft_codelet_plane *plane, char *work, char *output) {
    const ptrdiff_t bytes = plane->points * plane->number_bytes;
    const int are_lines = bytes % CT_LINE_BYTES == 0;
    const int is_whole =
        are_lines && ct_line_phase(output) == 0 && plane->into % CT_LINE_BYTES == 0;
    const int passes_by = plane->streams && plane->class == CT_CLASS_C2R && !plane->rows_stream;
    const int gains = plane->class == CT_CLASS_C2C || plane->streams;
    return (leaving){.streams = plane->streams && is_whole,
                     .by_work =
                         gains && are_lines && (!is_whole || passes_by) && plane->into == bytes,
                     .rows = ragged_rows(plane, bytes, work, output)};
}

static void write_row(const ct_fft_codelet_plane *plane, const leaving *how, ptrdiff_t row,
                      const char *from) {
    if (plane->streams) {
        ct_ragged_write(&how->rows, row, from);
    } else {
        memcpy(how->rows.into + row * how->rows.step, from, (size_t)how->rows.bytes);
    }
}

/* Rows k, k + first, .. of the result, from the work array. */
static void write_rows(const ct_fft_codelet_plane *plane, const leaving *how, ptrdiff_t k,
                       const char *from) {
    for (ptrdiff_t l = 0; l < plane->steps.rest; l++) {
        write_row(plane, how, k + plane->steps.first * l, from + l * plane->work);
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
    char *const some = work + plane->count * plane->work;
    const ct_ragged_rows ragged =
        ragged_rows(plane, (plane->points + 1) * plane->number_bytes, work, output);
    for (ptrdiff_t f = 0; 2 * f <= plane->count; f++) {
        const ptrdiff_t row[2] = {f, f > 0 ? plane->count - f : 0};
        const int rows = row[0] != row[1] ? 2 : 1;
        ct_codelet_separation pair = {
            .half = plane->points, .numbers = plane->points, .factors = plane->separating};
        for (int i = 0; i < 2; i++) {
            pair.from[i] = frequency(plane, work, row[i]);
            pair.into[i] = plane->streams
                               ? some + i % rows * plane->work + ct_ragged_phase(&ragged, row[i])
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
            .numbers = plane->points,
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

/* Columns in the work array, then long rows into the result, while as many of the plane that comes
 * next take the room of those that are done. */
static void leave_long(const ct_fft_codelet_plane *plane, char *work, char *output,
                       const char *next) {
    const leaving how = leave_by(plane, work, output);
    char *some = work + plane->count * plane->work;
    ct_codelet_ahead ahead = {0};
    plane->rest.kernel(&plane->rest, work, work, 0, &ahead);
    for (ptrdiff_t i = 0; i < plane->count; i++) {
        char *result = how.by_work ? some : output + i * plane->into;
        if (next != NULL) {
            ahead.from = next + i * plane->from;
            ahead.left = plane->rows.fetched;
            ahead.reads_only = 1;
        }
        plane->rows.kernel(&plane->rows, work + i * plane->work, result, 0, &ahead);
        if (how.by_work) {
            write_row(plane, &how, i, some);
        }
    }
    end_rows(plane, &how);
}

/* The same of rows that have a kernel. */
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
        if (plane->is_long) {
            leave_long(plane, work, output, next);
        } else {
            leave(plane, work, output);
        }
    } else {
        if (plane->is_long) {
            enter_long(plane, input, work, next);
        } else {
            enter(plane, input, output, work, next);
        }
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
