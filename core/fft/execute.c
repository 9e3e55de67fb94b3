/* Executing a transform. Forward: planes are transformed while in cache and cut into the blocks
 * that the exchange sends; the received blocks, one after the other, are the spectral slab, whose
 * lines are gathered a tile at a time, transformed in cache and written once. Inverse is the same
 * backwards. */
#include "fft/plan.h"

#include "base/mpi.h"
#include "kernels/stream.h"

#include <stdint.h>
#include <string.h>

enum { ALIGNMENT_BYTES = 64 };

static void rescale(ct_complex *elements, ptrdiff_t count, double factor) {
    for (ptrdiff_t i = 0; i < count && factor != 1; i++) {
        elements[i] *= factor;
    }
}

/* Tells the watcher that `done` of `all` parts of a local transform, first or last, are done. */
static void tell(const ct_fft_plan *plan, int is_last, ptrdiff_t done, ptrdiff_t all) {
    if (plan->watch != NULL) {
        plan->watch(plan->watch_context, 0.5 * ((is_last ? 1 : 0) + (double)done / (double)all));
    }
}

static void planes_to_blocks(ct_fft_plan *plan, const ct_complex *input, ct_complex *blocks) {
    const ptrdiff_t nx = plan->extent[2];
    const ptrdiff_t plane_elements = plan->extent[1] * nx;
    for (ptrdiff_t z = 0; z < plan->array.count[0]; z++) {
        ct_complex *plane =
            plan->size == 1 ? plan->work + z * plane_elements : plan->local.plane_buffer;
        fftw_execute_dft(plan->local.plane, (ct_complex *)(input + z * plane_elements), plane);
        for (int peer = 0; plan->size > 1 && peer < plan->size; peer++) {
            ptrdiff_t rows = 0;
            ct_complex *block = blocks + ct_fft_array_block(plan, peer, &rows);
            if (peer == plan->rank) {
                ptrdiff_t planes = 0;
                block = plan->work + ct_fft_spectral_block(plan, peer, &planes);
            }
            memcpy(block + z * rows * nx,
                   plane + ct_block_first(plan->extent[1], plan->size, peer) * nx,
                   (size_t)(rows * nx) * sizeof *plane);
        }
        tell(plan, 0, z + 1, plan->array.count[0]);
    }
}

static void blocks_to_planes(ct_fft_plan *plan, ct_complex *output) {
    const ptrdiff_t nx = plan->extent[2];
    const ptrdiff_t plane_elements = plan->extent[1] * nx;
    for (ptrdiff_t z = 0; z < plan->array.count[0]; z++) {
        ct_complex *plane =
            plan->size == 1 ? plan->work + z * plane_elements : plan->local.plane_buffer;
        for (int peer = 0; plan->size > 1 && peer < plan->size; peer++) {
            ptrdiff_t rows = 0;
            const ct_complex *block = plan->work + ct_fft_array_block(plan, peer, &rows);
            memcpy(plane + ct_block_first(plan->extent[1], plan->size, peer) * nx,
                   block + z * rows * nx, (size_t)(rows * nx) * sizeof *plane);
        }
        fftw_execute_dft(plan->local.plane, plane, output + z * plane_elements);
        rescale(output + z * plane_elements, plane_elements, plan->factor);
        tell(plan, 1, z + 1, plan->array.count[0]);
    }
}

/* Fills the tile with `lines` lines that begin at `input`; lines that it has more are zero, so that
 * transforming them is harmless. */
static void read_tile(const ct_fft_plan *plan, const ct_complex *input, ptrdiff_t columns,
                      int lines) {
    const ct_fft_local *local = &plan->local;
    for (ptrdiff_t k = 0; k < plan->extent[0]; k++) {
        ct_complex *row = local->tile + k * local->pitch;
        memcpy(row, input + k * columns, (size_t)lines * sizeof *row);
        memset(row + lines, 0, (size_t)(local->width - lines) * sizeof *row);
    }
}

/* Writes the first `lines` lines of a transformed tile, positions from .. to-1 along axis 0, to
 * `column` of `target`, which begins with position `from`. */
static void write_tile(const ct_fft_plan *plan, ptrdiff_t columns, ptrdiff_t column, int lines,
                       ptrdiff_t from, ptrdiff_t to, double factor, ct_complex *target) {
    const ct_fft_local *local = &plan->local;
    for (ptrdiff_t k = from; k < to; k++) {
        ct_complex *row = local->tile + k * local->pitch;
        ct_complex *into = target + (k - from) * columns + column;
        if (plan->streams) {
            rescale(row, lines, factor);
            ct_stream_copy(into, row, (size_t)lines * sizeof *row);
            continue;
        }
        for (int j = 0; j < lines; j++) {
            into[j] = row[j] * factor;
        }
    }
}

/* Transforms all lines along axis 0 of the spectral slab `input`. Positions that are planes of mine
 * go to `own`, the others to `output` at their place in the slab. */
static void transform_lines(ct_fft_plan *plan, const ct_complex *input, ct_complex *output,
                            ct_complex *own, double factor) {
    const ct_fft_local *local = &plan->local;
    const ptrdiff_t nz = plan->extent[0];
    const ptrdiff_t columns = plan->spectral.count[1] * plan->extent[2];
    const ptrdiff_t mine = plan->array.first[0];
    const ptrdiff_t after = mine + plan->array.count[0];
    for (ptrdiff_t column = 0; column < columns; column += local->width) {
        ptrdiff_t left = columns - column;
        int lines = left < local->width ? (int)left : local->width;
        read_tile(plan, input + column, columns, lines);
        fftw_execute(local->lines);
        write_tile(plan, columns, column, lines, 0, mine, factor, output);
        write_tile(plan, columns, column, lines, mine, after, factor, own);
        write_tile(plan, columns, column, lines, after, nz, factor, output + after * columns);
        tell(plan, plan->options.direction == CT_FORWARD, column + lines, columns);
    }
}

ct_status ct_fft_execute(ct_fft_plan *plan, const void *input, void *output) {
    ct_complex *result = output;
    ct_status status = CT_OK;
    if (input == output || (uintptr_t)input % ALIGNMENT_BYTES != 0 ||
        (uintptr_t)output % ALIGNMENT_BYTES != 0) {
        return ct_raise(CT_ERROR_ARGUMENT, "an FFT needs two arrays aligned to %d bytes",
                        ALIGNMENT_BYTES);
    }
    int forward = plan->options.direction == CT_FORWARD;
    ptrdiff_t rows = 0;
    double start_s = MPI_Wtime();
    if (forward) {
        planes_to_blocks(plan, input, result);
    } else {
        transform_lines(plan, input, result,
                        plan->work + ct_fft_array_block(plan, plan->rank, &rows), 1);
    }
    ct_stream_fence();
    double first_s = MPI_Wtime();
    CT_TRY(ct_exchange_execute(plan->exchange, result, plan->work));
    double exchange_s = MPI_Wtime();
    if (forward) {
        transform_lines(plan, plan->work, result,
                        result + plan->array.first[0] * plan->spectral.count[1] * plan->extent[2],
                        plan->factor);
    } else {
        blocks_to_planes(plan, result);
    }
    ct_stream_fence();
    plan->seconds[CT_FFT_FIRST] = first_s - start_s;
    plan->seconds[CT_FFT_EXCHANGE] = exchange_s - first_s;
    plan->seconds[CT_FFT_LAST] = MPI_Wtime() - exchange_s;
cleanup:
    return status;
}
