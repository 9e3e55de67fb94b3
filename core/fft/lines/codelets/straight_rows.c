#include "fft/lines/codelets/fields/fields.h"
#include "fft/lines/codelets/rows/rows.h"
#include "fft/lines/codelets/straight.h"
#include "kernels/stream.h"

#include <stdlib.h>

/* Where the piece that has a box begins with it. NULL: none has all of it, or lines, or the vectors
 * they are of, are not dense. */
static char *find_box(const ct_fft_lines *lines, const ct_fft_view *view, const ct_box *box,
                      const ct_fft_piece **found) {
    char *address = NULL;
    for (int p = 0; p < view->count && address == NULL; p++) {
        const ct_fft_piece *piece = &view->piece[p];
        const ct_box common = ct_box_common(box, &piece->box);
        if (ct_box_elements(&common) == ct_box_elements(box) &&
            piece->stride[lines->axis] == lines->vector * view->element_bytes &&
            (lines->vector == 1 || piece->stride[lines->order[1]] == view->element_bytes)) {
            address = ct_fft_view_memory(view, piece) + piece->offset;
            for (int a = 0; a < box->axes; a++) {
                address += (box->first[a] - piece->box.first[a]) * piece->stride[a];
            }
            *found = piece;
        }
    }
    return address;
}

/* Bytes from the first row of a box to another. */
static ptrdiff_t row_offset(const ct_fft_lines *lines, const ct_fft_piece *piece, const ct_box *box,
                            ptrdiff_t row) {
    ptrdiff_t offset = 0;
    for (int i = lines->vector > 1 ? 2 : 1; i < box->axes; i++) {
        const int a = lines->order[i];
        offset += row % box->count[a] * piece->stride[a];
        row /= box->count[a];
    }
    return offset;
}

/* Whether all rows of a box follow one another. */
static int are_consecutive(const ct_fft_lines *lines, const ct_fft_piece *piece,
                           const ct_box *box) {
    ptrdiff_t step = box->count[lines->axis] * piece->stride[lines->axis];
    int are = 1;
    for (int i = 1; i < box->axes; i++) {
        const int a = lines->order[i];
        are = are && (box->count[a] == 1 || piece->stride[a] == step);
        step *= box->count[a];
    }
    return are;
}

/* Rows one after the other, each while the next one is fetched; or short ones some at once. */
int ct_fft_lines_straight_rows(const ct_fft_lines *lines, const ct_box *box,
                               const ct_fft_view *from, const ct_fft_view *into,
                               const ct_fft_workspace *workspace) {
    const ct_fft_piece *piece[2] = {NULL, NULL};
    const ptrdiff_t rows = ct_box_elements(box) / (box->count[lines->axis] * lines->vector);
    ct_box result = *box;
    result.count[lines->axis] = lines->into.extent;
    const char *const source = find_box(lines, from, box, &piece[0]);
    char *const target = find_box(lines, into, &result, &piece[1]);
    const int are_whole = lines->vector == 1 || box->count[lines->order[1]] == lines->vector;
    if (source == NULL || target == NULL || !are_whole) {
        return 0;
    }
    if (lines->fields != NULL) {
        const int may = are_consecutive(lines, piece[0], box) &&
                        are_consecutive(lines, piece[1], &result) &&
                        (lines->streams || !piece[1]->streams);
        if (may) {
            ct_fft_fields_run(lines->fields, 0, rows, source, target, workspace->buffer[1]);
        }
        return may;
    }
    for (ptrdiff_t row = 0; row < rows; row++) {
        const ct_fft_row_job job = {
            .from = source + row_offset(lines, piece[0], box, row),
            .next = row + 1 < rows ? source + row_offset(lines, piece[0], box, row + 1) : NULL,
            .into = target + row_offset(lines, piece[1], box, row),
            .work = workspace->buffer[1],
            .streams = lines->streams || piece[1]->streams,
            .factor = lines->factor};
        ct_fft_codelet_rows_run(lines->rows, &job);
    }
    if (lines->streams || piece[1]->streams) {
        ct_stream_fence();
    }
    return 1;
}

/* Components of the vectors of which rows are, 1 of numbers; 0: lines are no rows. */
static ptrdiff_t find_vector(const ct_fft_lines *lines) {
    const ct_fft_ends *ends = &lines->ends;
    if (lines->is_copy || ends->from_is_block || ends->into_is_block || lines->turns) {
        return 0;
    }
    if (lines->layout == CT_FFT_ROWS && lines->other == CT_FFT_ROWS) {
        return 1;
    }
    const int beside = lines->order[1];
    const ptrdiff_t count = lines->width[beside];
    const ptrdiff_t bytes[2] = {lines->from.element_bytes, lines->into.element_bytes};
    const int are_vectors = count > 1 && count <= CT_FFT_VECTOR_MOST &&
                            ends->from_stride[beside] == bytes[0] &&
                            ends->into_stride[beside] == bytes[1] &&
                            ends->from_stride[lines->axis] == count * bytes[0] &&
                            ends->into_stride[lines->axis] == count * bytes[1];
    return are_vectors ? count : 0;
}

ct_fft_fields_job ct_fft_lines_fields(const ct_fft_lines *lines) {
    return (ct_fft_fields_job){.precision = ct_fft_lines_precision(lines),
                               .class = lines->job.class,
                               .direction = lines->job.direction,
                               .axes = 1,
                               .extent = {lines->job.line.count},
                               .fields = lines->tile_lines,
                               .factor = lines->factor,
                               .streams = lines->streams};
}

/* Sets whether short rows of numbers go as a batch of fields, and what room they need. */
static void find_fields(ct_fft_lines *lines) {
    const ct_fft_fields_job job = ct_fft_lines_fields(lines);
    ct_fft_fields *fields = ct_fft_fields_create(&job);
    lines->are_fields = fields != NULL;
    lines->work_bytes = fields != NULL ? ct_fft_fields_work_bytes(fields) : 0;
    free(fields);
}

void ct_fft_lines_find_rows(ct_fft_lines *lines) {
    lines->vector = find_vector(lines);
    lines->work_bytes =
        lines->vector > 0 ? ct_fft_codelet_rows_bytes(lines->job.class, lines->job.line.count,
                                                      lines->vector, ct_fft_lines_precision(lines))
                          : 0;
    lines->are_rows = lines->work_bytes > 0;
    if (lines->vector == 1 && !lines->are_rows) {
        find_fields(lines);
    }
}
