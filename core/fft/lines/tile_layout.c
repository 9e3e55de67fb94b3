/* Chooses the layout of tiles before a transform: FFTW is fastest with rows, but strided lines must
 * be transposed into them. */
#include "fft/lines/tile_layout.h"

#include <cornerturn/memory.h>
#include <fftw3.h>

#include <string.h>

enum { TRIES = 5 };

/* From this rigour on FFTW's planner tries loops over lines inside its butterflies, which suit
 * columns. Too slow for the few narrower tiles. */
static unsigned flags_for(const ct_fft_lines *lines, unsigned flags) {
    int looks = lines->from.is_across && ct_fft_is_smooth(lines->job.line.count);
    return looks ? flags | FFTW_PATIENT : flags;
}

int ct_fft_tile_layout_plan(ct_fft_lines *lines, const ct_fft_workspace *workspace,
                            unsigned flags) {
    return ct_fft_lines_plan(lines, workspace, flags_for(lines, flags), flags);
}

/* One end of a tile to time: the block itself, or a small array with the axes in the order of the
 * large one's strides. */
typedef struct end {
    ct_fft_piece piece;
    char *address;
    ct_fft_view view;
} end;

/* Strides of a dense box with axes in the order of `like`, and rows an odd number of cache lines
 * apart. Returns its bytes. */
static ptrdiff_t compact(const ct_box *box, const ptrdiff_t *like, ptrdiff_t element_bytes,
                         ptrdiff_t stride[CT_MAX_AXES]) {
    ptrdiff_t step = element_bytes;
    unsigned used = 0;
    for (int i = 0; i < box->axes; i++) {
        int next = -1;
        for (int a = 0; a < box->axes; a++) {
            if ((used >> a & 1) == 0 && (next < 0 || like[a] < like[next])) {
                next = a;
            }
        }
        used |= 1U << next;
        stride[next] = step;
        step *= box->count[next];
        if (i == 0) {
            step = ct_fft_row_bytes(step);
        }
    }
    return step;
}

static ct_status open_end(const ct_fft_stage *stage, int index, int is_into,
                          const ct_fft_workspace *workspace, end *e) {
    const ct_fft_lines *lines = &stage->pass[index];
    const ct_fft_end *about = is_into ? &lines->into : &lines->from;
    int is_block = is_into ? lines->ends.into_is_block : lines->ends.from_is_block;
    ct_status status = CT_OK;
    *e = (end){.piece = {.box = {.axes = lines->axes}}};
    memcpy(e->piece.box.count, lines->width, sizeof e->piece.box.count);
    e->piece.box.count[lines->axis] = about->extent;
    if (is_block) {
        memcpy(e->piece.stride, stage->stride[is_into ? index : index - 1], sizeof e->piece.stride);
        e->address = workspace->block[is_into];
    } else {
        const ptrdiff_t *like = is_into ? lines->ends.into_stride : lines->ends.from_stride;
        ptrdiff_t bytes = compact(&e->piece.box, like, about->element_bytes, e->piece.stride);
        status = ct_alloc(MPI_COMM_SELF, bytes, (void **)&e->address);
        if (status == CT_OK) {
            memset(e->address, 0, (size_t)bytes);
        }
    }
    e->view = (ct_fft_view){1, &e->piece, about->element_bytes, &e->address};
    return status;
}

static void close_end(int is_block, end *e) {
    if (!is_block) {
        ct_free((void **)&e->address);
    }
}

static double least_seconds(const ct_fft_lines *lines, const end *from, const end *into,
                            const ct_fft_workspace *workspace) {
    double least_s = 1e30;
    for (int i = 0; i < TRIES; i++) {
        double start_s = MPI_Wtime();
        ct_fft_lines_run(lines, &from->piece.box, &from->view, &into->view, workspace);
        double s = MPI_Wtime() - start_s;
        least_s = s < least_s ? s : least_s;
    }
    return least_s;
}

ct_status ct_fft_tile_layout_choose(ct_fft_stage *stage, int index,
                                    const ct_fft_workspace *workspace, unsigned flags, int *all) {
    ct_fft_lines *lines = &stage->pass[index];
    end from;
    end into;
    double seconds[2] = {0, 0}; /* rows, columns */
    if (!lines->may_be_across) {
        *all = ct_fft_tile_layout_plan(lines, workspace, flags) && *all;
        return CT_OK;
    }
    ct_status status = open_end(stage, index, 0, workspace, &from);
    ct_status other = open_end(stage, index, 1, workspace, &into);
    status = status == CT_OK ? other : status;
    for (int is_across = 0; is_across < 2 && status == CT_OK; is_across++) {
        ct_fft_lines_set_layout(lines, is_across);
        int is_planned = ct_fft_tile_layout_plan(lines, workspace, flags);
        *all = *all && is_planned;
        seconds[is_across] = is_planned ? least_seconds(lines, &from, &into, workspace) : 0;
    }
    if (seconds[0] <= seconds[1]) {
        ct_fft_lines_set_layout(lines, 0);
        *all = ct_fft_tile_layout_plan(lines, workspace, flags) && *all;
    }
    close_end(lines->ends.from_is_block, &from);
    close_end(lines->ends.into_is_block, &into);
    return status;
}
