#include "fft/stages/stage.h"

#include "base/arithmetic/extremes.h"
#include "fft/lines/codelets/straight.h"
#include "fft/stages/join.h"
#include "kernels/cache.h"
#include "kernels/strided.h"

#include <string.h>

/* Blocks of several axes are about this large, so that two of them and a tile stay in the cache;
 * where their elements are neighbours in memory there are at least so many. Rows of a block are
 * padded so that they are not in the same cache sets. */
enum { BLOCK_BYTES = 256 * 1024, RUN_LEAST = 8 };

/* Least bytes of a row of the result in a tile for streaming, where rows begin and end inside cache
 * lines: r2c, two ranks, ms, without and with it, rows of 832 bytes (300^3) 56.7 and 53.5, 704
 * (256^3) 33.4 and 31.1, 640 (384^3) 112 and 105, 512 (60 x 500 x 500) 31.5 and 33.4. */
enum { STREAMED_ROW_BYTES = 640 };

static ct_fft_state after(const ct_fft_stage_plan *how, unsigned *done, int axis) {
    *done = how->direction == CT_FORWARD ? *done | 1U << axis : *done & ~(1U << axis);
    return ct_fft_state_of(how->shape, *done);
}

/* Strides of a block of these extents in C order, but that components are apart, with an odd number
 * of lines from row to row. Returns its bytes. */
static ptrdiff_t block_strides(const ct_fft_state *state, int axes, int component_axis,
                               const ptrdiff_t *count, ptrdiff_t stride[CT_MAX_AXES]) {
    const int fastest = component_axis >= 0 ? axes - 2 : axes - 1;
    ptrdiff_t step = state->element_bytes;
    for (int a = fastest; a >= 0; a--) {
        stride[a] = step;
        step *= count[a];
        step = a == fastest ? ct_in_odd_lines(step) : step;
    }
    if (component_axis >= 0) {
        stride[component_axis] = step;
        step *= count[component_axis];
    }
    return step;
}

/* The axis of vector components, if they lie side by side in memory. In blocks, where planes have
 * no codelets, each of them is as an array of its own, and transformed as that (128^3, three
 * components: one by one in the order of memory, blocks took 2.5 times as long). Negative: there is
 * none. */
static int find_components(const ct_fft_stage_plan *how, unsigned whole) {
    const int last = how->shape->axes - 1;
    const int is_last =
        how->from.decomposition.order[last] == last && how->into.decomposition.order[last] == last;
    return how->axes > 1 && (whole >> (last - 1) & 1) != 0 && is_last &&
                   ct_fft_has_vectors(how->shape)
               ? last
               : -1;
}

/* Whole along the stage's axes; along the others as much as a block may have, from the fastest on.
 */
static void choose_block(const ct_fft_stage_plan *how, unsigned whole, ct_fft_stage *stage) {
    int axes = how->shape->axes;
    ct_box most = ct_ownership_box(&how->work, 0);
    ptrdiff_t unused[CT_MAX_AXES] = {0};
    ct_fft_join(stage->joined, &most, unused);
    ptrdiff_t block_bytes = stage->state[0].element_bytes;
    int fastest_is_whole = 0;
    for (int a = 0; a < axes; a++) {
        stage->block[a] = most.count[a] > 0 ? most.count[a] : 1;
        fastest_is_whole = (whole >> a & 1) != 0;
        block_bytes *= fastest_is_whole ? stage->state[0].extent[a] : 1;
    }
    if (stage->passes == 1) {
        return;
    }
    if (stage->component_axis >= 0) { /* all of them */
        block_bytes *= stage->block[axes - 1];
        fastest_is_whole = 1;
    }
    ptrdiff_t wanted = block_bytes > 0 && block_bytes < BLOCK_BYTES ? BLOCK_BYTES / block_bytes : 1;
    if (!fastest_is_whole && wanted < RUN_LEAST) {
        wanted = RUN_LEAST;
    }
    for (int a = axes - 1; a >= 0; a--) {
        // NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): a is an axis
        if ((whole >> a & 1) == 0 && a != stage->component_axis) {
            stage->block[a] = wanted < stage->block[a] ? wanted : stage->block[a];
            ptrdiff_t left = stage->block[a] > 1 ? wanted / stage->block[a] : wanted;
            wanted = left > 0 ? left : 1;
        }
    }
}

static ct_direction reverse(ct_direction direction) {
    return direction == CT_FORWARD ? CT_INVERSE : CT_FORWARD;
}

/* The pass over one axis: what its ends look like decides how it is done. `turned` is the state
 * inside one that turns. */
static void prepare_pass(const ct_fft_stage_plan *how, int index, unsigned whole,
                         const ct_fft_state *turned, ct_fft_stage *stage) {
    int axes = how->shape->axes;
    ct_fft_shape copied = *how->shape;
    int is_back = index >= how->axes;
    int axis = how->axes == 0 ? axes - 1 : how->axis[is_back ? stage->passes - 1 - index : index];
    ct_fft_ends ends = {.from_is_block = index > 0,
                        .into_is_block = index < stage->passes - 1,
                        .turns = how->turns && index == how->axes - 1,
                        .component_axis = stage->component_axis,
                        .whole = whole};
    ct_direction direction = is_back && how->axes > 0 ? reverse(how->direction) : how->direction;
    ptrdiff_t block[CT_MAX_AXES] = {0};
    if (how->axes == 0) {
        ptrdiff_t extent = stage->state[0].extent[axis];
        copied.axis[axis] = (ct_fft_axis){CT_FFT_NONE, extent, extent, extent};
    }
    for (int a = 0; a < axes; a++) {
        block[a] = (whole >> a & 1) != 0 ? stage->state[index + 1].extent[a] : stage->block[a];
    }
    if (ends.into_is_block) {
        ptrdiff_t bytes = block_strides(&stage->state[index + 1], axes, stage->component_axis,
                                        block, stage->stride[index]);
        stage->block_bytes = bytes > stage->block_bytes ? bytes : stage->block_bytes;
        memcpy(ends.into_stride, stage->stride[index], sizeof ends.into_stride);
    } else {
        ct_fft_joined_strides(how, &how->into, stage->joined, ends.into_stride);
    }
    block[axis] = stage->state[index].extent[axis];
    if (ends.from_is_block) {
        memcpy(ends.from_stride, stage->stride[index - 1], sizeof ends.from_stride);
    } else {
        ct_fft_joined_strides(how, &how->from, stage->joined, ends.from_stride);
    }
    stage->pass[index] =
        ct_fft_lines_prepare(&copied, axis, direction, &stage->state[index],
                             ends.turns ? turned : &stage->state[index + 1], block, &ends);
}

/* Whether columns by codelets go faster while the next tile is fetched, from so many bytes of a
 * rank's array: between the second-level cache and memory as the limit (c2c, two ranks, ms, on a
 * fast machine and a slow one: 96^3 1.97 and 1.69, 2.4 and 2.3, 160^3 10.7 and 9.6, 12.4 and 12.3;
 * but 256^3 45.5 and 44, 49 and 52; 64^3 alike). */
enum { FETCHED_LEAST_BYTES = 4 << 20, FETCHED_MOST_BYTES = 32 << 20 };

static int fetches(ptrdiff_t bytes) {
    return bytes >= FETCHED_LEAST_BYTES && bytes <= FETCHED_MOST_BYTES;
}

/* Whether what a pass reads and writes, of all ranks of the node, fits the last-level cache, where
 * the next stage finds it unless it is written past it: of two axes (r2c and c2r 1024^2, two ranks,
 * ms, past it and not: 1.97 and 1.82, 2.00 and 1.82). Planes fetch what they read, and take longer
 * so (c2r 96 x 96 x 150 2.8 and 3.1). */
static int suits_cache(const ct_fft_stage_plan *how) {
    const ptrdiff_t bytes = ct_ownership_bytes(&how->from, 0) + ct_ownership_bytes(&how->into, 0);
    return how->shape->axes == 2 && how->axes == 1 &&
           bytes <= ct_cache_share_bytes(how->neighbours);
}

/* Whether the result is better written past the cache: it is large, other memory than what was
 * read, and tiles have whole cache lines of it or long rows. */
static int may_stream(const ct_fft_stage_plan *how, const ct_fft_stage *stage) {
    const ct_fft_lines *last = &stage->pass[stage->passes - 1];
    ptrdiff_t stride[CT_MAX_AXES];
    ptrdiff_t row_bytes = 0;
    int are_whole = 1;
    if (how->is_same || !ct_ownership_is_boxed(&how->into) ||
        ct_ownership_bytes(&how->into, 0) < CT_STREAM_FROM_BYTES || suits_cache(how)) {
        return 0;
    }
    ct_fft_joined_strides(how, &how->into, stage->joined, stride);
    for (int a = 0; a < how->shape->axes; a++) {
        const int is_row = stride[a] == how->into.element_bytes;
        const ptrdiff_t width = a == last->axis ? last->into.extent : last->width[a];
        const ptrdiff_t bytes = is_row ? width * stride[a] : stride[a];
        row_bytes = is_row ? bytes : row_bytes;
        are_whole = are_whole && bytes % CT_LINE_BYTES == 0;
    }
    return are_whole || row_bytes >= STREAMED_ROW_BYTES;
}

/* Planes that are columns go by tiles of about so many bytes in the second-level cache, of at least
 * four cache lines of each of their rows (c2c 4 x 250 x 1000, two ranks, 256 and 512 bytes a row:
 * 2.70 and 2.62 ms; with AVX2 8 x 512 x 1024, 128 and 256: 32 and 24, 8 x 1024 x 1024, 128, 256
 * and 512: 65, 55 and 60). */
enum { TALL_BYTES = 512 * 1024, TALL_MOST_BYTES = 5 << 19, TALL_ROW_LEAST = 4 * CT_LINE_BYTES };

/* Whether both axes of the stage, the first of three or four of the array, are transformed so; then
 * blocks are such tiles, whole along the last axis if it is short. */
static void find_tall(const ct_fft_stage_plan *how, ct_fft_stage *stage) {
    const ct_fft_axis *axis = how->shape->axis;
    const int last = how->shape->axes - 1;
    int suits = how->axes == 2 && (last == 2 || last == 3) && !how->turns && !stage->in_order &&
                how->axis[0] == 1 && how->axis[1] == 0;
    for (int a = 0; a < 2; a++) {
        suits = suits && ct_fft_axis_is_whole(&axis[a]);
    }
    const ptrdiff_t rows = suits ? axis[0].length * axis[1].length : 1;
    const ptrdiff_t wanted = ct_most(TALL_BYTES / rows / TALL_ROW_LEAST, 1) * TALL_ROW_LEAST;
    const ptrdiff_t bytes =
        suits && wanted * rows <= TALL_MOST_BYTES ? ct_least(wanted, CT_TALL_ROW_MOST) : 0;
    stage->tall_bytes = bytes > 0 ? ct_fft_tall_plane_bytes(axis[0].length, axis[1].length,
                                                            how->shape->precision, bytes)
                                  : 0;
    if (stage->tall_bytes > 0) {
        const ptrdiff_t elements = bytes / stage->state[0].element_bytes;
        const int is_joined = (stage->joined >> 2 & 1) != 0; /* with the third axis */
        stage->block[last] =
            is_joined ? elements : ct_least(elements, stage->state[0].extent[last]);
        if (last > 2) {
            stage->block[2] = elements / stage->block[last];
        }
    }
}

ct_fft_stage ct_fft_stage_prepare(const ct_fft_stage_plan *how, int rank) {
    ct_fft_stage stage = {.passes = how->axes == 0 ? 1
                                    : how->turns   ? 2 * how->axes - 1
                                                   : how->axes,
                          .joined = ct_fft_joined_axes(how),
                          .in_order = how->moves != 0 || ct_fft_stage_spills(how),
                          .is_backward = how->moves < 0};
    unsigned done = how->done;
    unsigned whole = 0;
    stage.state[0] = ct_fft_state_of(how->shape, done);
    stage.state[1] = stage.state[0];
    for (int i = 0; i < how->axes; i++) {
        stage.state[i + 1] = after(how, &done, how->axis[i]);
        whole |= 1U << how->axis[i];
    }
    const ct_fft_state turned = stage.state[how->axes];
    for (int i = how->axes; how->turns && i <= stage.passes; i++) {
        stage.state[i] = stage.state[2 * how->axes - 1 - i];
    }
    stage.work = ct_ownership_box(&how->work, rank);
    stage.component_axis = find_components(how, whole);
    choose_block(how, whole, &stage);
    find_tall(how, &stage);
    for (int i = 0; i < stage.passes; i++) {
        prepare_pass(how, i, whole, &turned, &stage);
    }
    stage.pass[0].work_bytes = stage.tall_bytes;
    if (stage.passes == 1) {
        memcpy(stage.block, stage.pass[0].width, sizeof stage.block);
        const ptrdiff_t bytes = ct_ownership_bytes(&how->from, rank);
        stage.pass[0].fetches = fetches(bytes);
        if (!stage.in_order) {
            ct_fft_lines_find_rows(&stage.pass[0]);
        }
    }
    stage.pass[stage.passes - 1].streams = may_stream(how, &stage);
    return stage;
}
