/* Counts how often data pass through memory: what packs, unpacks, copies and transforms read from
 * arrays and messages and write to them, in every function that does so. A pass reads and writes
 * every element once. What stays in the cache does not count: tiles, and the blocks between two
 * axes of a stage; nor what the MPI library copies. The linker wraps the functions. */
#ifndef CT_TESTS_PASSES_H
#define CT_TESTS_PASSES_H

#include "exchange/run/execution.h"
#include "exchange/run/simulated.h"
#include "fft/lines/codelets/straight.h"
#include "fft/lines/lines.h"
#include "fft/lines/whole/choice.h"
#include "fft/lines/whole/whole.h"
#include "fft/stages/planes.h"
#include "kernels/buffered/block_copy.h"
#include "redistribute/swap/swap.h"

#include <mpi.h>

static double moved_bytes; /* read from memory, and written */
static int is_counted;     /* by a caller of what is now called */
static const ct_fft_lines *lines;
static const ct_fft_workspace *buffers; /* tiles of these lines */
static const ct_swap *swapping;

// NOLINTBEGIN(clang-diagnostic-reserved-identifier): the linker's names
#define WRAPPED(type, name, ...)                                                                   \
    type __real_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__);                                                               \
    type __wrap_##name(__VA_ARGS__)

static int is_in(const void *address, const char *memory, ptrdiff_t bytes) {
    const ptrdiff_t at = (const char *)address - memory;
    return at >= 0 && at < bytes;
}

/* With an end in the cache, or none. */
static double strided_bytes(const ct_strided *copy, const void *from, const void *into) {
    int ends = 2;
    if (lines != NULL) {
        const int gathers =
            is_in(into, buffers->buffer[0], ct_fft_end_most_bytes(lines, &lines->from));
        ends = !(gathers ? lines->ends.from_is_block : lines->ends.into_is_block);
    } else if (swapping != NULL) {
        const ptrdiff_t bytes = (ptrdiff_t)ct_swap_bytes(swapping);
        ends -= is_in(from, swapping->memory, bytes) || is_in(into, swapping->memory, bytes);
    }
    return ends * (double)ct_strided_bytes(copy);
}

WRAPPED(void, ct_strided_copy, const ct_strided *copy, const void *from, void *into) {
    moved_bytes += is_counted ? 0 : strided_bytes(copy, from, into);
    __real_ct_strided_copy(copy, from, into);
}

WRAPPED(void, ct_block_copy_run, const ct_block_copy *copy, const void *from, void *into) {
    const int was_counted = is_counted;
    moved_bytes += 2 * (double)(copy->lines_up ? ct_strided_bytes(&copy->first) : copy->bytes);
    is_counted = 1;
    __real_ct_block_copy_run(copy, from, into);
    is_counted = was_counted;
}

/* Messages: packed and unpacked bytes are told, whatever copies them. */
static void count_packed(ct_work work, ptrdiff_t bytes) {
    moved_bytes += work == CT_WORK_COPY ? 2 * (double)bytes : 0;
}

WRAPPED(ct_status, ct_send_start, ct_execution *run, int step) {
    is_counted++;
    const ct_status status = __real_ct_send_start(run, step);
    is_counted--;
    return status;
}

WRAPPED(int, ct_send_push, ct_execution *run, int step) {
    is_counted++;
    const int done = __real_ct_send_push(run, step);
    is_counted--;
    return done;
}

WRAPPED(ct_status, ct_receive_advance, ct_execution *run, int step, int *done) {
    is_counted++;
    const ct_status status = __real_ct_receive_advance(run, step, done);
    is_counted--;
    return status;
}

WRAPPED(void, ct_fft_lines_run, const ct_fft_lines *of, const ct_box *box, const ct_box *after,
        const ct_fft_view *from, const ct_fft_view *into, const ct_fft_workspace *workspace) {
    lines = of;
    buffers = workspace;
    __real_ct_fft_lines_run(of, box, after, from, into, workspace);
    lines = NULL;
}

/* Lines of complex numbers without a tile. */
WRAPPED(int, ct_fft_lines_straight, const ct_fft_lines *of, const ct_box *box,
        const ct_fft_view *from, const ct_fft_view *into, const ct_fft_workspace *workspace) {
    const int was_counted = is_counted;
    is_counted = 1;
    const int done = __real_ct_fft_lines_straight(of, box, from, into, workspace);
    is_counted = was_counted;
    if (done) {
        const int ends = !of->ends.from_is_block + !of->ends.into_is_block;
        moved_bytes += ends * (double)(ct_box_elements(box) * from->element_bytes);
    }
    return done;
}

/* Planes that are not left to the passes. */
WRAPPED(int, ct_fft_planes_run, const ct_fft_stage *stage, const ct_box *block, const ct_box *after,
        const ct_fft_workspace *workspace) {
    const int done = __real_ct_fft_planes_run(stage, block, after, workspace);
    if (done) {
        moved_bytes +=
            (double)(ct_box_elements(block) * stage->from.element_bytes +
                     ct_box_tiles(block, stage->planes.width) * stage->planes.into_bytes);
    }
    return done;
}

WRAPPED(void, ct_fft_whole_run, const ct_fft_plan *plan) {
    __real_ct_fft_whole_run(plan);
    moved_bytes += (double)(ct_fft_whole_bytes(plan, 1) + ct_fft_whole_bytes(plan, 0));
}

WRAPPED(ct_status, ct_swap_execute, const ct_swap *swap, void *array) {
    swapping = swap;
    const ct_status status = __real_ct_swap_execute(swap, array);
    swapping = NULL;
    return status;
}
// NOLINTEND(clang-diagnostic-reserved-identifier)

/* Bytes of all ranks since the last call, as copies: half of what is read and written. */
static double copied(void) {
    double bytes = moved_bytes / 2;
    MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    moved_bytes = 0;
    return bytes;
}

#endif
