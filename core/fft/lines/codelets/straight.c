#include "fft/lines/codelets/straight.h"

/* Adds the rows of a piece that has the next of those of a box, in the order of a tile. False where
 * they are not dense. */
static int add_rows(const ct_fft_lines *lines, const ct_fft_view *view, const ct_fft_piece *piece,
                    const ct_box *box, ct_fetch_rows *rows) {
    const ct_box common = ct_box_common(box, &piece->box);
    ptrdiff_t step = view->element_bytes;
    ptrdiff_t at = piece->offset;
    int are_dense = rows->places < CT_FETCH_PLACES;
    for (int i = 0; i < box->axes && are_dense; i++) {
        const int a = lines->order[i];
        at += (common.first[a] - piece->box.first[a]) * piece->stride[a];
        if (a != lines->axis) {
            are_dense = common.count[a] == box->count[a] &&
                        (box->count[a] == 1 || piece->stride[a] == step);
            step *= box->count[a];
        }
    }
    if (are_dense) {
        rows->row_bytes = step;
        rows->place[rows->places++] =
            (ct_fetch_place){ct_fft_view_memory(view, piece) + at, common.count[lines->axis],
                             piece->stride[lines->axis]};
    }
    return are_dense;
}

/* The rows of a box in a view, and whether they are written past the cache. False where they are
 * not dense, or in too many places. */
static int find_rows(const ct_fft_lines *lines, const ct_fft_view *view, const ct_box *box,
                     ct_fetch_rows *rows, int *streams) {
    ct_box left = *box;
    int is_found = 1;
    *rows = (ct_fetch_rows){.places = 0};
    *streams = lines->streams;
    while (is_found && left.count[lines->axis] > 0) {
        is_found = 0;
        for (int p = 0; p < view->count && !is_found; p++) {
            const ct_fft_piece *piece = &view->piece[p];
            const ct_box common = ct_box_common(&left, &piece->box);
            if (ct_box_elements(&common) > 0 &&
                common.first[lines->axis] == left.first[lines->axis]) {
                is_found = add_rows(lines, view, piece, &left, rows);
                *streams = *streams || piece->streams;
                if (!is_found) {
                    return 0;
                }
            }
        }
        const ptrdiff_t rows_found = is_found ? rows->place[rows->places - 1].rows : 0;
        left.first[lines->axis] += rows_found;
        left.count[lines->axis] -= rows_found;
    }
    return is_found;
}

int ct_fft_lines_straight(const ct_fft_lines *lines, const ct_box *box, const ct_fft_view *from,
                          const ct_fft_view *into, const ct_fft_workspace *workspace) {
    ct_fft_rows_job job = {.work = workspace->buffer[1], .factor = lines->factor};
    int unused = 0;
    const int may = lines->tall_bytes > 0 && lines->twiddles == NULL && lines->pair == 0 &&
                    lines->from.extent == lines->from.points &&
                    lines->into.extent == lines->into.points &&
                    find_rows(lines, from, box, &job.from, &unused) &&
                    find_rows(lines, into, box, &job.into, &job.streams);
    if (may) {
        lines->fftw->run_tall(lines->plan, &job);
    }
    return may;
}
