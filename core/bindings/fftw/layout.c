#include "bindings/fftw/layout.h"

#include "base/fail.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

static int is_balanced(const ct_fftw_side *side, int size) {
    const ptrdiff_t n = side->extent[side->split];
    int balanced = 1;
    for (int part = 0; part < size; part++) {
        balanced =
            balanced && ct_fftw_block_count(n, side->block, part) == ct_block_count(n, size, part);
    }
    return balanced;
}

/* ct_fft takes balanced blocks as they are if they are dense in memory. */
static int is_dense(const ct_fftw_side *side) {
    return side->padded == side->extent[side->axes - 2];
}

ct_status ct_fftw_layout_create(const ct_fftw_plan *plan, ct_fftw_layout *made) {
    const size_t numbers = 2 * ((size_t)plan->size + 1 + (size_t)2 * CT_MAX_AXES);
    made->numbers = malloc(numbers * sizeof *made->numbers);
    return ct_agree(plan->comm, made->numbers != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for bounds"));
}

/* One side as a decomposition, which lies in memory as the caller's with its padding, or dense. */
static const ct_decomposition *decompose(const ct_fftw_plan *plan, int at, int axes,
                                         int with_padding, ct_fftw_layout *made) {
    const ct_fftw_side *side = at == 0 ? &plan->input : &plan->output;
    ptrdiff_t *next = made->numbers + (at == 0 ? 0 : plan->size + 1 + 2 * CT_MAX_AXES);
    const ptrdiff_t *bounds[CT_MAX_AXES];
    int grid[CT_MAX_AXES];
    for (int a = 0; a < axes; a++) {
        grid[a] = a == side->split ? plan->size : 1;
        bounds[a] = next;
        *next++ = 0;
        for (int part = 1; part < grid[a]; part++, next++) {
            *next = next[-1] + ct_fftw_block_count(side->extent[a], side->block, part - 1);
        }
        *next++ = side->extent[a];
    }
    made->side[at] = ct_decompose_bounds(axes, side->extent, grid, bounds);
    for (int a = 0; a < axes; a++) {
        made->side[at].order[a] = side->swapped && a < 2 ? 1 - a : a;
    }
    const int padded = side->axes - 2;
    if (with_padding && !is_dense(side) && padded != side->split) {
        made->side[at].pitch[padded] = side->padded;
    }
    return &made->side[at];
}

void ct_fftw_layout_side(const ct_fftw_plan *plan, int at, int axes, int with_padding,
                         ct_fftw_layout *made, ct_fft_side *into) {
    const ct_fftw_side *from = at == 0 ? &plan->input : &plan->output;
    if (axes == 1) {
        return; /* ct_fft chooses, see add_line */
    }
    if (!is_balanced(from, plan->size) || (with_padding && !is_dense(from))) {
        into->decomposition = decompose(plan, at, axes, with_padding, made);
        return;
    }
    for (int a = 0; a < axes; a++) {
        into->grid[a] = a == from->split ? plan->size : 1;
        into->order[a] = from->swapped && a < 2 ? 1 - a : a;
    }
}
