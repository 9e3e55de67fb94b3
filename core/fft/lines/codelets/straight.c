#include "fft/lines/codelets/straight.h"

#include "fft/lines/codelets/kernels/kernels.h"
#include "kernels/cache.h"
#include "kernels/stream.h"

/* Adds rows, to the last place where they follow those there. False where there is no room. */
static int add_place(ct_fetch_rows *rows, const char *from, ptrdiff_t count, ptrdiff_t step) {
    ct_fetch_place *last = rows->places > 0 ? &rows->place[rows->places - 1] : NULL;
    if (last != NULL && last->step == step && last->from + last->rows * step == from) {
        last->rows += count;
        return 1;
    }
    if (rows->places < CT_FETCH_PLACES) {
        rows->place[rows->places++] = (ct_fetch_place){from, count, step};
        return 1;
    }
    return 0;
}

/* Adds the rows of a piece that has the next of those of a box, in the order of a tile; how many
 * there are. 0: they are not dense, or in too many places. */
static ptrdiff_t add_rows(const ct_fft_lines *lines, const ct_fft_view *view,
                          const ct_fft_piece *piece, const ct_box *box, ct_fetch_rows *rows) {
    const ct_box common = ct_box_common(box, &piece->box);
    const ptrdiff_t count = common.count[lines->axis];
    ptrdiff_t step = view->element_bytes;
    ptrdiff_t at = piece->offset;
    int are_dense = 1;
    for (int i = 0; i < box->axes && are_dense; i++) {
        const int a = lines->order[i];
        at += (common.first[a] - piece->box.first[a]) * piece->stride[a];
        if (a != lines->axis) {
            are_dense = common.count[a] == box->count[a] &&
                        (box->count[a] == 1 || piece->stride[a] == step);
            step *= box->count[a];
        }
    }
    rows->row_bytes = step;
    return are_dense && add_place(rows, ct_fft_view_memory(view, piece) + at, count,
                                  piece->stride[lines->axis])
               ? count
               : 0;
}

/* Adds the rows of a box in a view, and whether they are written past the cache. False where they
 * are not dense, or in too many places. */
static int find_rows(const ct_fft_lines *lines, const ct_fft_view *view, const ct_box *box,
                     ct_fetch_rows *rows, int *streams) {
    ct_box left = *box;
    ptrdiff_t found = 1;
    *streams = *streams || lines->streams;
    while (found > 0 && left.count[lines->axis] > 0) {
        found = 0;
        for (int p = 0; p < view->count && found == 0; p++) {
            const ct_fft_piece *piece = &view->piece[p];
            const ct_box common = ct_box_common(&left, &piece->box);
            if (ct_box_elements(&common) > 0 &&
                common.first[lines->axis] == left.first[lines->axis]) {
                found = add_rows(lines, view, piece, &left, rows);
                *streams = *streams || piece->streams;
                if (found == 0) {
                    return 0;
                }
            }
        }
        left.first[lines->axis] += found;
        left.count[lines->axis] -= found;
    }
    return found > 0;
}

/* The places of all rows. */
static void place_rows(const ct_fetch_rows *rows, const char *place[CT_CODELET_PLACES]) {
    for (int p = 0, i = 0; p < rows->places; p++) {
        for (ptrdiff_t row = 0; row < rows->place[p].rows; row++) {
            place[i++] = rows->place[p].from + row * rows->place[p].step;
        }
    }
}

/* Whether rows are written where they were read, or apart from all that is read. */
static int do_fit(const ct_codelet_places *rows, ptrdiff_t points, ptrdiff_t row_bytes) {
    int are_same = 1;
    int are_apart = 1;
    for (ptrdiff_t i = 0; i < points; i++) {
        are_same = are_same && rows->from[i] == rows->into[i];
        for (ptrdiff_t k = 0; k < points; k++) {
            are_apart = are_apart && (rows->from[i] + row_bytes <= rows->into[k] ||
                                      rows->into[k] + row_bytes <= rows->from[i]);
        }
    }
    return are_same || are_apart;
}

static int are_whole_lines(const ct_codelet_places *rows, ptrdiff_t points, ptrdiff_t row_bytes) {
    int are = row_bytes % CT_LINE_BYTES == 0;
    for (ptrdiff_t i = 0; i < points; i++) {
        are = are && ct_line_phase(rows->into[i]) == 0;
    }
    return are;
}

/* Columns of few points. False where rows overlap others, or cannot be written past the cache. */
static int run_placed(const ct_fft_lines *lines, const ct_fft_rows_job *job) {
    const ptrdiff_t points = lines->from.points;
    ct_codelet_places places = {.from = {NULL}};
    const char *into[CT_CODELET_PLACES] = {NULL};
    ct_codelet_ahead ahead = {.left = 0};
    const ct_codelet_pass pass = {
        .width = job->from.row_bytes, .factor = job->factor, .places = &places};
    place_rows(&job->from, places.from);
    place_rows(&job->into, into);
    for (ptrdiff_t i = 0; i < points; i++) {
        places.into[i] = (char *)into[i];
    }
    const int may = do_fit(&places, points, pass.width) &&
                    (!job->streams || are_whole_lines(&places, points, pass.width));
    if (may) {
        ct_codelet_kernel *kernel =
            ct_codelet_placed(ct_fft_lines_precision(lines), points, lines->job.direction);
        kernel(&pass, NULL, NULL, job->streams, &ahead);
    }
    if (may && job->streams) {
        ct_stream_fence();
    }
    return may;
}

/* The rows of a plane, in the order of both axes. */
static int find_plane(const ct_fft_lines *lines, int slow, const ct_fft_view *view,
                      const ct_box *box, ct_fetch_rows *rows, int *streams) {
    int are_found = 1;
    ct_box part = *box;
    part.count[slow] = 1;
    for (ptrdiff_t i = 0; i < box->count[slow] && are_found; i++) {
        part.first[slow] = box->first[slow] + i;
        are_found = find_rows(lines, view, &part, rows, streams);
    }
    return are_found;
}

int ct_fft_lines_straight_plane(const ct_fft_codelet_tall *tall, const ct_fft_lines pass[2],
                                const ct_box *box, const ct_fft_view *from, const ct_fft_view *into,
                                const ct_fft_workspace *workspace) {
    ct_fft_rows_job job = {
        .work = workspace->buffer[1], .streams = pass[1].streams, .factor = pass[1].factor};
    int unused = 0;
    const int may = find_plane(&pass[0], pass[1].axis, from, box, &job.from, &unused) &&
                    find_plane(&pass[0], pass[1].axis, into, box, &job.into, &job.streams);
    if (may) {
        ct_fft_codelet_tall_run(tall, &job);
    }
    return may;
}

int ct_fft_lines_straight(const ct_fft_lines *lines, const ct_box *box, const ct_fft_view *from,
                          const ct_fft_view *into, const ct_fft_workspace *workspace) {
    ct_fft_rows_job job = {.work = workspace->buffer[1], .factor = lines->factor};
    int unused = 0;
    const int are_whole = lines->twiddles == NULL && lines->pair == 0 &&
                          lines->from.extent == lines->from.points &&
                          lines->into.extent == lines->into.points;
    if (are_whole && (lines->rows != NULL || lines->fields != NULL)) {
        return ct_fft_lines_straight_rows(lines, box, from, into, workspace);
    }
    const int are_placed = lines->may_be_placed && lines->is_in_place;
    const int may = are_whole && (lines->tall_bytes > 0 || are_placed) &&
                    find_rows(lines, from, box, &job.from, &unused) &&
                    find_rows(lines, into, box, &job.into, &job.streams);
    if (may && are_placed) {
        return run_placed(lines, &job);
    }
    if (may) {
        lines->fftw->run_tall(lines->plan, &job);
    }
    return may;
}
