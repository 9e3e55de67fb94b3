/* FFTW's plans for tiles, and the choice of their layout: FFTW is fastest with rows, but strided
 * lines must be transposed into them. */
#include "fft/lines/tile_layout.h"

#include "fft/lines/codelets/fields/fields.h"
#include "fft/lines/codelets/rows/rows.h"
#include "fft/lines/codelets/straight.h"
#include "kernels/cache.h"
#include "trace/clock.h"

#include <cornerturn/memory.h>
#include <fftw3.h>

#include <string.h>

enum { TRIES = 5 };

/* FFTW's job for `count` lines of a tile. A complex line of a cosine or sine transform is two
 * interleaved real ones. */
static ct_fft_lines_job job_of(const ct_fft_lines *lines, ptrdiff_t count) {
    ct_fft_lines_job job = lines->job;
    ptrdiff_t parts = job.class == CT_CLASS_R2R && lines->is_complex ? 2 : 1;
    job.line = (ct_fft_span){job.line.count, lines->from.step * parts, lines->into.step * parts};
    job.many[0] = (ct_fft_span){ct_fft_tile_columns(lines, count), lines->from.pitch * parts,
                                lines->into.pitch * parts};
    job.many[1] = (ct_fft_span){parts, 1, 1};
    return job;
}

static ct_fft_span reversed(ct_fft_span span) {
    return (ct_fft_span){span.count, span.into, span.from};
}

/* The way back between the same tiles. */
static ct_fft_lines_job back_of(const ct_fft_lines_job *job) {
    ct_fft_lines_job back = *job;
    back.direction = job->direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
    back.class = job->class == CT_CLASS_R2C   ? CT_CLASS_C2R
                 : job->class == CT_CLASS_C2R ? CT_CLASS_R2C
                                              : job->class;
    back.line = reversed(job->line);
    back.many[0] = reversed(job->many[0]);
    back.many[1] = reversed(job->many[1]);
    return back;
}

/* Creates the plans with FFTW's flags (`rest_flags` for narrower tiles), usable with any thread's
 * workspace; overwrites `workspace`. False if FFTW has none. */
static int make_plans(ct_fft_lines *lines, const ct_fft_workspace *workspace, unsigned flags,
                      unsigned rest_flags) {
    const ct_fft_backend *fftw = lines->fftw;
    ptrdiff_t rest_lines = lines->tile_lines / lines->width[lines->rest_axis] * lines->rest;
    if (lines->is_copy) {
        return 1;
    }
    ct_fft_lines_job job = job_of(lines, lines->tile_lines);
    ct_fft_lines_job rest_job = job_of(lines, rest_lines);
    char *input = lines->from.is_direct ? workspace->block[0] : workspace->buffer[0];
    char *output = lines->is_in_place      ? input
                   : lines->into.is_direct ? workspace->block[1]
                                           : workspace->buffer[1];
    if (lines->plan == NULL) {
        lines->plan = fftw->plan(&job, input, output, flags);
    }
    if (lines->rest_plan == NULL && rest_lines > 0) {
        lines->rest_plan = fftw->plan(&rest_job, input, output, rest_flags);
    }
    if (lines->turns && lines->back_plan == NULL) {
        job = back_of(&job);
        lines->back_plan = fftw->plan(&job, output, input, flags);
    }
    if (lines->turns && lines->back_rest_plan == NULL && rest_lines > 0) {
        rest_job = back_of(&rest_job);
        lines->back_rest_plan = fftw->plan(&rest_job, output, input, rest_flags);
    }
    return lines->plan != NULL && (rest_lines == 0 || lines->rest_plan != NULL) &&
           (!lines->turns ||
            (lines->back_plan != NULL && (rest_lines == 0 || lines->back_rest_plan != NULL)));
}

/* Leaves out what FFTW's planner tries in vain. */
static const unsigned LEAN = FFTW_BELIEVE_PCOST | FFTW_NO_DFT_R2HC | FFTW_NO_NONTHREADED |
                             FFTW_NO_RANK_SPLITS | FFTW_NO_VRANK_SPLITS;

/* The planner tries loops over lines inside butterflies, which suit columns, from this rigour on;
 * here in half the time: 49 columns of 320 and of 240 points 0.55 and 0.64 s, beside 1.1 and 1.3
 * with all and 0.2 without loops inside, whose plans take a fifth longer. */
static const unsigned LOOPS_INSIDE = FFTW_PATIENT | LEAN | FFTW_NO_FIXED_RADIX_LARGE_N;

/* Long rows: 16 of 5760 points 1.08 s with all, 0.44 so, one of 10^6 3.9 and 2.5, for plans that
 * take as long. */
enum { LONG_LEAST = 4096 };
static const unsigned LONG_ROWS = LEAN | FFTW_NO_INDIRECT_OP;

/* Where nothing more patient is asked for. */
static unsigned flags_for(const ct_fft_lines *lines, unsigned flags) {
    const ptrdiff_t points = lines->job.line.count;
    if (!ct_fft_is_smooth(points) || (flags & (FFTW_PATIENT | FFTW_EXHAUSTIVE)) != 0) {
        return flags;
    }
    return lines->layout == CT_FFT_COLUMNS_TO_ROWS                ? flags | LOOPS_INSIDE
           : lines->layout == CT_FFT_ROWS && points >= LONG_LEAST ? flags | LONG_ROWS
                                                                  : flags;
}

int ct_fft_tile_layout_plan(ct_fft_lines *lines, const ct_fft_workspace *workspace,
                            unsigned flags) {
    if (lines->are_rows && lines->rows == NULL) {
        const ct_fft_lines_job job = job_of(lines, lines->tile_lines);
        lines->rows =
            ct_fft_codelet_rows_create(&job, lines->vector, ct_fft_lines_precision(lines));
    }
    if (lines->are_fields && lines->fields == NULL) {
        const ct_fft_fields_job job = ct_fft_lines_fields(lines);
        lines->fields = ct_fft_fields_create(&job);
    }
    const unsigned all = flags_for(lines, flags);
    /* Loops inside take too long to plan for the few narrower tiles. */
    return make_plans(lines, workspace, all, lines->layout == CT_FFT_ROWS ? all : flags);
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
            step = ct_in_odd_lines(step);
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
    e->view = (ct_fft_view){1, &e->piece, about->element_bytes, &e->address, NULL};
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
        double start_s = ct_clock_s();
        ct_fft_lines_run(lines, &from->piece.box, NULL, &from->view, &into->view, workspace);
        double s = ct_clock_s() - start_s;
        least_s = s < least_s ? s : least_s;
    }
    return least_s;
}

ct_status ct_fft_tile_layout_choose(ct_fft_stage *stage, int index,
                                    const ct_fft_workspace *workspace, unsigned flags, int *all) {
    ct_fft_lines *lines = &stage->pass[index];
    end from;
    end into;
    double seconds[2] = {0, 0};
    const ct_fft_tile_layout layout[2] = {CT_FFT_ROWS, lines->other};
    if (lines->other != CT_FFT_COLUMNS_TO_ROWS) {
        *all = ct_fft_tile_layout_plan(lines, workspace, flags) && *all;
        return CT_OK;
    }
    ct_status status = open_end(stage, index, 0, workspace, &from);
    ct_status other = open_end(stage, index, 1, workspace, &into);
    status = status == CT_OK ? other : status;
    for (int i = 0; i < 2 && status == CT_OK; i++) {
        ct_fft_lines_set_layout(lines, layout[i]);
        int is_planned = ct_fft_tile_layout_plan(lines, workspace, flags);
        *all = *all && is_planned;
        seconds[i] = is_planned ? least_seconds(lines, &from, &into, workspace) : 0;
    }
    if (seconds[0] <= seconds[1]) {
        ct_fft_lines_set_layout(lines, CT_FFT_ROWS);
        *all = ct_fft_tile_layout_plan(lines, workspace, flags) && *all;
    }
    close_end(lines->ends.from_is_block, &from);
    close_end(lines->ends.into_is_block, &into);
    return status;
}
