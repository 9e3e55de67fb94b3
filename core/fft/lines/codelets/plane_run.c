#include "fft/lines/codelets/plane_ends.h"
#include "fft/lines/codelets/plane_parts.h"
#include "kernels/cache.h"
#include "kernels/stream.h"
#include "kernels/tile/tile.h"

#include <string.h>

/* What follows rows of real planes is computed with: as columns up to whole vectors, and as the
 * number that mirrors the first one; and of vectors or rows side by side between the rows. Zeros
 * raise no exceptions. */
static void clear_padding(const ct_fft_codelet_plane *plane, char *work) {
    const ptrdiff_t row_bytes = plane->points * plane->number_bytes;
    const int are_apart = ct_fft_plane_are_apart(plane) || plane->are_beside;
    const ptrdiff_t padding_bytes = are_apart ? plane->part - row_bytes : CT_LINE_BYTES;
    if (plane->class == CT_CLASS_C2C && !are_apart) {
        return;
    }
    for (ptrdiff_t at = 0; at < plane->room.apart; at += plane->part) {
        memset(work + at + row_bytes, 0, (size_t)padding_bytes);
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
    const ptrdiff_t row_bytes = plane->components * plane->rows.fetched;
    const ptrdiff_t step = ct_fft_plane_step(plane);
    ct_codelet_ahead ahead = {.reads_only = !plane->fetches_next || plane->streams};
    char *some = work + plane->room.some;
    if (steps.first == 1) {
        ahead.from = next != NULL ? next : input;
        ahead.into = output;
        ahead.left = plane->count * row_bytes;
        ahead.skip = plane->from - row_bytes;
        ct_fft_plane_enter(plane, plane->count, input, step, work, work, &ahead);
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
        ahead.skip = step - row_bytes;
        first.factors = plane->between + j * steps.first * plane->number_bytes;
        ct_fft_plane_enter(plane, steps.first, input + j * plane->from, step, some, work, &ahead);
        ahead.left = 0;
        first.kernel(&first, some, work + j * plane->work, 0, &ahead);
    }
}

/* What is left of columns, into the result or, of real planes, where they are. */
static void transform_columns(const ct_fft_codelet_plane *plane, char *work, char *output,
                              const char *next) {
    const column_steps steps = plane->steps;
    const ptrdiff_t from_bytes = plane->from;
    const int is_complex = plane->class == CT_CLASS_C2C;
    const plane_leaving how = ct_fft_plane_leave_by(plane, work, output);
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
            ct_fft_plane_write_rows(plane, &how, k, row, work);
        }
    }
    if (is_complex) {
        ct_fft_plane_end(plane, &how);
    }
}

/* The row of the work array with frequency f of a real plane. */
static char *frequency(const ct_fft_codelet_plane *plane, char *work, ptrdiff_t f) {
    const column_steps steps = plane->steps;
    return work + (f % steps.first * steps.rest + f / steps.first) * plane->work;
}

/* From the work array, whose columns are transformed, coefficients of real rows. */
static void separate(const ct_fft_codelet_plane *plane, char *work, char *output) {
    const ptrdiff_t bytes = plane->components * (plane->points + 1) * plane->number_bytes;
    const ct_ragged_rows ragged = ct_fft_plane_ragged(plane, bytes, work, output);
    for (ptrdiff_t f = 0; 2 * f <= plane->count; f++) {
        const ptrdiff_t row[2] = {f, f > 0 ? plane->count - f : 0};
        const int rows = row[0] != row[1] ? 2 : 1;
        char *result[2];
        char *apart[2]; /* of vectors */
        for (int i = 0; i < 2; i++) {
            const ptrdiff_t at = i % rows * plane->work;
            result[i] = plane->streams
                            ? work + plane->room.some + at + ct_ragged_phase(&ragged, row[i])
                            : output + row[i] * plane->into;
            apart[i] = plane->components > 1 ? work + plane->room.apart + at : result[i];
        }
        for (ptrdiff_t c = 0; c < plane->components; c++) {
            const ptrdiff_t at = c * plane->part;
            const ct_codelet_separation pair = {
                .half = plane->points,
                .numbers = plane->points,
                .factors = plane->separating,
                .from = {frequency(plane, work, row[0]) + at, frequency(plane, work, row[1]) + at},
                .into = {apart[0] + at, apart[1] + at}};
            plane->kernels->separate(&pair);
        }
        for (int i = 0; i < rows; i++) {
            if (plane->components > 1) {
                ct_fft_plane_join(plane, plane->points + 1, plane->number_bytes, apart[i],
                                  result[i]);
            }
            if (plane->streams) {
                ct_ragged_write(&ragged, row[i], result[i]);
            }
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
        const ptrdiff_t row[2] = {f, f > 0 ? plane->count - f : 0};
        const int is_last = 2 * (f + 1) > plane->count;
        const char *coming = is_last ? next : input;
        const ptrdiff_t at = is_last ? 0 : f + 1;
        const char *from[2] = {input + row[0] * plane->from, input + row[1] * plane->from};
        ct_codelet_separation rows = {
            .half = plane->points,
            .numbers = plane->points,
            .factors = plane->separating,
            .ahead = {coming != NULL ? coming + at * plane->from : input,
                      coming != NULL ? coming + (plane->count - at - (at == 0)) * plane->from
                                     : input},
        };
        for (int i = 0; i < 2 && plane->components > 1; i++) {
            char *apart = work + plane->room.apart + i * plane->work;
            ct_fft_plane_part(plane, plane->points + 1, plane->number_bytes, from[i], apart);
            from[i] = apart;
        }
        for (ptrdiff_t c = 0; c < plane->components; c++) {
            for (int i = 0; i < 2; i++) {
                rows.from[i] = from[i] + c * plane->part;
                rows.into[i] = work + row[i] * plane->work + c * plane->part;
            }
            plane->kernels->combine(&rows);
            for (int i = 0; i < 2; i++) {
                rows.ahead[i] += plane->points * plane->number_bytes;
            }
        }
    }
}

/* Columns in the work array, then long rows into the result, while as many of the plane that comes
 * next take the room of those that are done. */
static void leave_long(const ct_fft_codelet_plane *plane, char *work, char *output,
                       const char *next) {
    const plane_leaving how = ct_fft_plane_leave_by(plane, work, output);
    char *some = work + plane->room.some;
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
            ct_fft_plane_write(plane, &how, i, some, work);
        }
    }
    ct_fft_plane_end(plane, &how);
}

/* The same of rows that have a kernel. */
static void leave(const ct_fft_codelet_plane *plane, char *work, char *output) {
    const column_steps steps = plane->steps;
    const plane_leaving how = ct_fft_plane_leave_by(plane, work, output);
    char *some = work + plane->room.some;
    ct_codelet_pass rows = plane->rows;
    ct_codelet_ahead ahead = {0};
    rows.into_step = how.by_work ? plane->part : rows.into_step;
    for (ptrdiff_t j = 0; j < steps.rest && steps.first > 1; j++) {
        ct_codelet_pass first = plane->first;
        char *row = work + j * plane->work;
        first.factors = plane->between + j * steps.first * plane->number_bytes;
        first.kernel(&first, row, row, 0, &ahead);
    }
    for (ptrdiff_t k = 0; k < steps.first; k++) {
        char *row = work + k * steps.rest * plane->work;
        plane->rest.kernel(&plane->rest, row, row, 0, &ahead);
        rows.kernel(&rows, row, how.by_work ? some : output + k * plane->into, how.streams, &ahead);
        if (how.by_work) {
            ct_fft_plane_write_rows(plane, &how, k, some, work);
        }
    }
    ct_fft_plane_end(plane, &how);
}

/* A complex plane of rows side by side. */
static void run_beside(const ct_fft_codelet_plane *plane, const char *input, char *output,
                       char *work, const char *next, const ct_sequence_piece *piece) {
    const ptrdiff_t bytes = plane->count * plane->points * plane->number_bytes;
    const ptrdiff_t rows = plane->is_long ? plane->count : 1; /* one by one */
    const ct_tile apart =
        ct_tile_apart(plane->count, plane->number_bytes, plane->points, plane->part);
    const ct_tile together =
        ct_tile_together(plane->count, plane->number_bytes, plane->points, plane->part);
    char *const before = work + plane->room.apart;
    char *const result = plane->streams ? before : output;
    ct_tile_copy(&apart, input, before, 0);
    ct_sequence_pass(piece);
    for (ptrdiff_t i = 0; i < rows; i++) {
        ct_codelet_ahead ahead = {.reads_only = 1};
        if (next != NULL) {
            ahead.from = next + i * (bytes / rows);
            ahead.left = bytes / rows;
        }
        plane->rows.kernel(&plane->rows, before + i * plane->part, work + i * plane->part, 0,
                           &ahead);
    }
    plane->rest.kernel(&plane->rest, work, work, 0, &(ct_codelet_ahead){.left = 0});
    ct_tile_copy(&together, work, result, 0);
    if (plane->streams) {
        ct_stream_copy(output, result, (size_t)bytes);
        ct_stream_fence();
    }
}

void ct_fft_codelet_plane_run(const ct_fft_codelet_plane *plane, const void *input, void *output,
                              void *work, const void *next, const ct_sequence_piece *piece) {
    clear_padding(plane, work);
    if (plane->are_beside) {
        run_beside(plane, input, output, work, next, piece);
        return;
    }
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
