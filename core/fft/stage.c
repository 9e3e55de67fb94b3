#include "fft/stage.h"

#include "kernels/strided.h"

#include <stdlib.h>

/* Blocks of several axes are about this large, so that two of them and a tile stay in the cache;
 * where their elements are neighbours in memory there are at least so many. */
enum { BLOCK_BYTES = 256 * 1024, RUN_LEAST = 8 };

static ct_fft_state after(const ct_fft_stage_plan *how, unsigned *done, int axis) {
    *done = how->direction == CT_FORWARD ? *done | 1U << axis : *done & ~(1U << axis);
    return ct_fft_state_of(how->shape, *done);
}

/* Strides of an array of these extents in C order. */
static void dense(const ct_fft_state *state, int axes, const ptrdiff_t *count,
                  ptrdiff_t stride[CT_MAX_AXES]) {
    ptrdiff_t step = state->element_bytes;
    for (int a = axes - 1; a >= 0; a--) {
        stride[a] = step;
        step *= count[a];
    }
}

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

/* Whole along the stage's axes; along the others as much as a block may have, from the fastest on.
 */
static void choose_block(const ct_fft_stage_plan *how, unsigned whole, ct_fft_stage *stage) {
    int axes = how->shape->axes;
    ct_box most = ct_fft_layout_box(&how->work, 0);
    ptrdiff_t block_bytes = stage->state[0].element_bytes;
    for (int a = 0; a < axes; a++) {
        stage->block[a] = most.count[a] > 0 ? most.count[a] : 1;
        block_bytes *= (whole >> a & 1) != 0 ? stage->state[0].extent[a] : 1;
    }
    if (stage->passes == 1) {
        return;
    }
    ptrdiff_t wanted = block_bytes > 0 && block_bytes < BLOCK_BYTES ? BLOCK_BYTES / block_bytes : 1;
    if ((whole >> (axes - 1) & 1) == 0 && wanted < RUN_LEAST) {
        wanted = RUN_LEAST;
    }
    for (int a = axes - 1; a >= 0; a--) {
        if ((whole >> a & 1) == 0) {
            stage->block[a] = wanted < stage->block[a] ? wanted : stage->block[a];
            ptrdiff_t left = stage->block[a] > 1 ? wanted / stage->block[a] : wanted;
            wanted = left > 0 ? left : 1;
        }
    }
}

/* The pass over one axis: what its ends look like decides how it is done. */
static void prepare_pass(const ct_fft_stage_plan *how, int index, ct_fft_stage *stage) {
    int axes = how->shape->axes;
    ct_fft_shape copied = *how->shape;
    int axis = how->axes > 0 ? how->axis[index] : axes - 1;
    int is_last = index == stage->passes - 1;
    ct_fft_ends ends = {.is_whole = index > 0 || how->is_whole};
    ptrdiff_t block[CT_MAX_AXES];
    if (how->axes == 0) {
        ptrdiff_t extent = stage->state[0].extent[axis];
        copied.axis[axis] = (ct_fft_axis){CT_FFT_NONE, extent, extent, extent};
    }
    for (int a = 0; a < axes; a++) {
        block[a] = stage->block[a];
        for (int i = 0; i < index; i++) {
            block[a] = stage->pass[i].axis == a ? stage->state[index].extent[a] : block[a];
        }
    }
    int from_target = index > 0 && stage->through_target;
    int into_target = is_last || stage->through_target;
    if (index == 0) {
        ct_fft_layout_strides(&how->from, 0, ends.from_stride);
    } else if (from_target) {
        ct_fft_layout_strides(&how->into, 0, ends.from_stride);
    } else {
        dense(&stage->state[index], axes, block, ends.from_stride);
    }
    block[axis] = stage->state[index + 1].extent[axis];
    if (into_target) {
        ct_fft_layout_strides(&how->into, 0, ends.into_stride);
    } else {
        dense(&stage->state[index + 1], axes, block, ends.into_stride);
    }
    block[axis] = stage->state[index].extent[axis];
    ends.is_same = (index == 0 && into_target && how->is_same) || (from_target && into_target);
    stage->pass[index] = ct_fft_lines_prepare(&copied, axis, how->direction, &stage->state[index],
                                              &stage->state[index + 1], block, &ends);
}

static int same_extents(const ct_fft_state *a, const ct_fft_state *b, int axes) {
    int same = a->element_bytes == b->element_bytes;
    for (int i = 0; i < axes; i++) {
        same = same && a->extent[i] == b->extent[i];
    }
    return same;
}

static void prepare_passes(const ct_fft_stage_plan *how, ct_fft_stage *stage) {
    for (int i = 0; i < stage->passes; i++) {
        prepare_pass(how, i, stage);
    }
}

/* Whether the result is better written past the cache: it is large, other memory than what was
 * read, and tiles have whole cache lines of it. */
static int may_stream(const ct_fft_stage_plan *how, const ct_fft_stage *stage) {
    const ct_fft_lines *last = &stage->pass[stage->passes - 1];
    const ptrdiff_t line_bytes = 64;
    ptrdiff_t stride[CT_MAX_AXES];
    int streams =
        !how->is_same && !last->rows && ct_fft_layout_bytes(&how->into, 0) >= CT_STREAM_FROM_BYTES;
    ct_fft_layout_strides(&how->into, 0, stride);
    for (int a = 0; a < how->shape->axes; a++) {
        ptrdiff_t bytes =
            stride[a] == how->into.state.element_bytes ? last->width[a] * stride[a] : stride[a];
        streams = streams && bytes % line_bytes == 0;
    }
    return streams;
}

ct_fft_stage ct_fft_stage_prepare(const ct_fft_stage_plan *how, int rank) {
    ct_fft_stage stage = {.passes = how->axes > 0 ? how->axes : 1};
    unsigned done = how->done;
    unsigned whole = 0;
    stage.state[0] = ct_fft_state_of(how->shape, done);
    stage.state[1] = stage.state[0];
    for (int i = 0; i < how->axes; i++) {
        stage.state[i + 1] = after(how, &done, how->axis[i]);
        whole |= 1U << how->axis[i];
    }
    stage.through_target =
        same_extents(&stage.state[1], &stage.state[stage.passes], how->shape->axes);
    stage.work = ct_fft_layout_box(&how->work, rank);
    choose_block(how, whole, &stage);
    prepare_passes(how, &stage);
    if (may_stream(how, &stage)) {
        stage.through_target = 0;
        prepare_passes(how, &stage);
        stage.pass[stage.passes - 1].streams = 1;
    }
    return stage;
}

ptrdiff_t ct_fft_stage_block_bytes(const ct_fft_stage *stage) {
    ptrdiff_t most = 0;
    for (int i = 1; i < stage->passes && !stage->through_target; i++) {
        ct_box block = {.axes = stage->work.axes};
        for (int a = 0; a < block.axes; a++) {
            block.count[a] = stage->block[a];
        }
        block = in_state(stage, &stage->state[i], &block);
        ptrdiff_t bytes = ct_box_elements(&block) * stage->state[i].element_bytes;
        most = bytes > most ? bytes : most;
    }
    return most;
}

ct_box ct_fft_stage_result(const ct_fft_stage *stage) {
    return in_state(stage, &stage->state[stage->passes], &stage->work);
}

/* All passes over one block. */
static void run_block(const ct_fft_stage *stage, const ct_box *block, char *const scratch[2]) {
    ct_fft_piece piece[2];
    ct_fft_view view[2];
    for (int i = 0; i < stage->passes; i++) {
        ct_box box = i == 0 ? *block : in_state(stage, &stage->state[i], block);
        const ct_fft_view *from = i == 0                  ? &stage->from
                                  : stage->through_target ? &stage->into
                                                          : &view[(i - 1) % 2];
        const ct_fft_view *into = &stage->into;
        if (i < stage->passes - 1 && !stage->through_target) {
            ct_fft_piece *made = &piece[i % 2];
            *made = (ct_fft_piece){.box = in_state(stage, &stage->state[i + 1], block)};
            dense(&stage->state[i + 1], box.axes, made->box.count, made->stride);
            view[i % 2] = (ct_fft_view){1, made, stage->state[i + 1].element_bytes,
                                        (char *const *)&scratch[i % 2]};
            into = &view[i % 2];
        }
        ct_fft_lines_run(&stage->pass[i], &box, from, into);
    }
}

void ct_fft_stage_run(const ct_fft_stage *stage, const ct_box *part, char *const scratch[2],
                      const ct_fft_teller *teller) {
    double all = (double)ct_box_elements(part);
    double done = 0;
    ct_box block = {.axes = 0};
    while (ct_box_next(part, stage->block, &block)) {
        run_block(stage, &block, scratch);
        done += (double)ct_box_elements(&block);
        if (teller != NULL && teller->watch != NULL) {
            teller->watch(teller->context, teller->first + teller->share * done / all);
        }
    }
}

int ct_fft_view_create(const ct_fft_layout *layout, const ct_box *box, int first_owner, int owners,
                       ct_fft_view *view) {
    *view = (ct_fft_view){.element_bytes = layout->state.element_bytes};
    view->piece = calloc((size_t)owners, sizeof *view->piece);
    for (int owner = 0; view->piece != NULL && owner < owners; owner++) {
        ct_box theirs = ct_fft_layout_box(layout, first_owner + owner);
        ct_fft_piece piece = {.box = ct_box_common(&theirs, box), .owner = owner};
        ct_fft_layout_strides(layout, first_owner + owner, piece.stride);
        for (int a = 0; a < box->axes; a++) {
            piece.offset += (piece.box.first[a] - theirs.first[a]) * piece.stride[a];
        }
        if (ct_box_elements(&piece.box) > 0) {
            view->piece[view->count++] = piece;
        }
    }
    return view->piece != NULL;
}

void ct_fft_view_destroy(ct_fft_view *view) {
    free(view->piece);
    *view = (ct_fft_view){.count = 0};
}
