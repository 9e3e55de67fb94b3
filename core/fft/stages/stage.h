/*
 * A stage of a transform: some axes, transformed one after the other on a block of the array that
 * stays in the cache meanwhile. Local.
 */
#ifndef CT_FFT_STAGES_STAGE_H
#define CT_FFT_STAGES_STAGE_H

#include "fft/lines/codelets/tall.h"
#include "fft/lines/lines.h"
#include "redistribute/box.h"

enum { CT_FFT_PASSES_MOST = 2 * CT_MAX_AXES - 1 };

/* FFTW's plans for all axes of a stage (planes.h). */
typedef struct ct_fft_planes {
    int is_used;
    ct_fft_class class;
    int preserves, is_in_place, has_gaps;
    int has_vectors;              /* planes are whole along the component axis too */
    int is_apart;                 /* a plane lies in the workspace between two plans */
    ptrdiff_t width[CT_MAX_AXES]; /* of a plane, before */
    ptrdiff_t into_bytes;         /* and after */
    ptrdiff_t work_bytes;         /* of planes with one plan for both axes; others: 0 */
    int streams;                  /* such planes are better written past the cache */
    void *plan[2];                /* else for all axes, or for one and then for the others */
} ct_fft_planes;

typedef struct ct_fft_stage {
    int passes; /* one an axis; of a stage that turns, there and back */
    ct_fft_lines pass[CT_FFT_PASSES_MOST];
    ct_fft_state state[CT_FFT_PASSES_MOST + 1]; /* before and after each pass */
    ct_box work;                                /* this rank's, before */
    unsigned joined;              /* axes taken as one with the next, a bit each (join.h) */
    int component_axis;           /* whose positions are apart in blocks; negative: none */
    ptrdiff_t block[CT_MAX_AXES]; /* positions of it; of a single pass, a tile */
    ptrdiff_t stride[CT_FFT_PASSES_MOST]
                    [CT_MAX_AXES]; /* bytes, of the block after each pass but the last */
    ptrdiff_t block_bytes;         /* of the largest block between two passes */
    int in_order;    /* blocks move, each to where it or those before it were read (spill.h), */
    int is_backward; /* the last one first */
    ct_fft_view from, into; /* of the work, before and after */
    ct_fft_planes planes;
    ptrdiff_t tall_bytes; /* of the tile of planes that are columns (codelets/tall.h); 0: none */
    ct_fft_codelet_tall *tall;
} ct_fft_stage;

/* The output, in whose places a result lies but for what spills (spill.h): planes along the first
 * axis, or of each row along this axis the last number. layout NULL: it lies elsewhere. */
typedef struct ct_fft_room {
    const ct_ownership *layout;
    int axis;
} ct_fft_room;

/* What a stage is made from. The layouts are those its ends have in memory; is_same: in the same
 * places of it. */
typedef struct ct_fft_stage_plan {
    const ct_fft_shape *shape;
    ct_direction direction;
    int axes, axis[CT_MAX_AXES]; /* to transform, in order; none: a copy */
    unsigned done;               /* axes that are transformed (forward) before */
    ct_ownership from, into, work;
    ct_fft_room room[2]; /* of the ends */
    int is_same;
    int moves;      /* in place, to other places: ct_fft_spill_moves */
    int neighbours; /* ranks of the node, this one too */
    int measures;   /* FFTW does; else some of its plans are slow */
    int turns;      /* the last axis is transformed and, after the hook, it and the others back */
    int joins;      /* adjacent axes may be taken as one: the stage has no slices */
} ct_fft_stage_plan;

/* Whether its planes move from the room of the output to their own places. */
static inline int ct_fft_stage_spills(const ct_fft_stage_plan *how) {
    return how->room[0].layout != NULL && how->room[0].axis == 0 && how->room[1].layout == NULL;
}

/* Whether it reads or writes rows whose last numbers spill. */
static inline int ct_fft_stage_cuts_rows(const ct_fft_stage_plan *how) {
    return how->room[0].axis > 0 || how->room[1].axis > 0;
}

/* Everything but views, buffers and FFTW's plans. */
ct_fft_stage ct_fft_stage_prepare(const ct_fft_stage_plan *how, int rank);

/* Runs the part of it that is in a box, each block on one of the threads that have a workspace.
 * `progress` (or NULL) is called on this thread. */
typedef struct ct_fft_progress {
    void (*watch)(void *context, double done);
    void *context;
    double first, share; /* the part of the whole that is done, and that this one is */
} ct_fft_progress;
void ct_fft_stage_run(const ct_fft_stage *stage, const ct_box *part,
                      const ct_fft_workspace *workspace, int threads,
                      const ct_fft_progress *progress);

/* Whether one of its passes turns. */
static inline int ct_fft_stage_turns(const ct_fft_stage *stage) {
    int turns = 0;
    for (int i = 0; i < stage->passes; i++) {
        turns = turns || stage->pass[i].turns;
    }
    return turns;
}

/* One of the blocks of a part, or of the planes of a block, in the order in which they go; after
 * the last one that again. */
static inline ct_box ct_fft_stage_tile(const ct_fft_stage *stage, const ct_box *part,
                                       const ptrdiff_t *width, ptrdiff_t number) {
    const ptrdiff_t last = ct_box_tiles(part, width) - 1;
    const ptrdiff_t at = number < last ? number : last;
    return ct_box_tile(part, width, stage->is_backward ? last - at : at);
}

/* The box a rank works on, or a part of it, after the stage. */
ct_box ct_fft_stage_result(const ct_fft_stage *stage);
ct_box ct_fft_stage_result_of(const ct_fft_stage *stage, const ct_box *part);

#endif
