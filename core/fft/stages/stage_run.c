/* Running a stage. */
#include "fft/stages/stage.h"

#include "base/threads/sequence.h"
#include "base/threads/threads.h"
#include "fft/lines/codelets/straight.h"
#include "fft/stages/planes.h"

#include <string.h>

/* Progress is reported about so many times. */
enum { TOLD_MOST = 256 };

/* The positions of `at` with all that the state has along the stage's axes. */
static ct_box in_state(const ct_fft_stage *stage, const ct_fft_state *state, const ct_box *at) {
    ct_box box = *at;
    for (int i = 0; i < stage->passes && !stage->pass[i].is_copy; i++) {
        int a = stage->pass[i].axis;
        box.first[a] = 0;
        box.count[a] = ct_box_elements(at) > 0 ? state->extent[a] : 0;
    }
    return box;
}

ct_box ct_fft_stage_result_of(const ct_fft_stage *stage, const ct_box *part) {
    return in_state(stage, &stage->state[stage->passes], part);
}

ct_box ct_fft_stage_result(const ct_fft_stage *stage) {
    return ct_fft_stage_result_of(stage, &stage->work);
}

/* All passes over one block; `after` comes after it. */
static void run_block(const ct_fft_stage *stage, const ct_box *block, const ct_box *after,
                      const ct_fft_workspace *workspace) {
    ct_fft_piece piece[2];
    ct_fft_view view[2];
    const ct_fft_view *from = &stage->from;
    if (ct_fft_planes_run(stage, block, after, workspace) ||
        (stage->tall != NULL && ct_fft_lines_straight_plane(stage->tall, stage->pass, block, from,
                                                            &stage->into, workspace))) {
        return;
    }
    for (int i = 0, next = 0; i < stage->passes; i++) {
        ct_box box = i == 0 ? *block : in_state(stage, &stage->state[i], block);
        const ct_fft_view *into = &stage->into;
        if (stage->pass[i].turns && i > 0) { /* in its block */
            into = from;
        } else if (i < stage->passes - 1) {
            ct_fft_piece *made = &piece[next];
            *made = (ct_fft_piece){.box = in_state(stage, &stage->state[i + 1], block)};
            memcpy(made->stride, stage->stride[i], sizeof made->stride);
            view[next] = (ct_fft_view){1, made, stage->state[i + 1].element_bytes,
                                       (char *const *)&workspace->block[next], NULL};
            into = &view[next];
            next = 1 - next;
        }
        ct_fft_lines_run(&stage->pass[i], &box, after, from, into, workspace);
        from = into;
    }
}

/* A part on its way: in boxes of some width, on so many threads, of which the first tells how far
 * it is. */
typedef struct run {
    const ct_fft_stage *stage;
    const ct_box *part;
    const ptrdiff_t *width;
    ptrdiff_t boxes;
    int threads;
    const ct_fft_progress *told;
} run;

/* One of the boxes; this thread comes next to that which is as many further on as there are
 * threads. */
static void run_numbered(const run *r, ptrdiff_t number, const ct_fft_workspace *workspace) {
    const ct_fft_progress *told = ct_thread_number() == 0 ? r->told : NULL;
    const ct_box block = ct_fft_stage_tile(r->stage, r->part, r->width, number);
    const ct_box after = ct_fft_stage_tile(r->stage, r->part, r->width, number + r->threads);
    run_block(r->stage, &block, &after, workspace);
    if (told != NULL && number % (r->boxes / TOLD_MOST + 1) == 0) {
        told->watch(told->context,
                    told->first + told->share * (double)(number + 1) / (double)r->boxes);
    }
}

/* Boxes that move, on several threads: a plane each where there are planes, since it is read as a
 * whole before it is written. */
static void run_in_order(run r, const ct_fft_workspace *workspace) {
    ct_sequence sequence = {.taken = 0};
    if (r.stage->planes.plan[0] != NULL) {
        r.width = r.stage->planes.width;
        r.boxes = ct_box_tiles(r.part, r.width);
    }
#if defined(_OPENMP)
#pragma omp parallel num_threads(r.threads)
#endif
    {
        ct_fft_workspace mine = workspace[ct_thread_number()];
        for (mine.piece = ct_sequence_take(&sequence); mine.piece.number < r.boxes;
             mine.piece = ct_sequence_take(&sequence)) {
            run_numbered(&r, mine.piece.number, &mine);
            ct_sequence_pass(&mine.piece); /* if it was not in what reads it */
        }
    }
}

void ct_fft_stage_run(const ct_fft_stage *stage, const ct_box *part,
                      const ct_fft_workspace *workspace, int threads,
                      const ct_fft_progress *progress) {
    const run r = {.stage = stage,
                   .part = part,
                   .width = stage->block,
                   .boxes = ct_box_tiles(part, stage->block),
                   .threads = threads,
                   .told = progress != NULL && progress->watch != NULL ? progress : NULL};
    if (threads == 1 || r.boxes == 1) { /* a team of one thread takes 0.4 us to form */
        for (ptrdiff_t i = 0; i < r.boxes; i++) {
            run_numbered(&r, i, workspace);
        }
        return;
    }
    if (stage->in_order) {
        run_in_order(r, workspace);
        return;
    }
#if defined(_OPENMP)
#pragma omp parallel for schedule(dynamic) num_threads(threads)
#endif
    for (ptrdiff_t i = 0; i < r.boxes; i++) {
        run_numbered(&r, i, &workspace[ct_thread_number()]);
    }
}
