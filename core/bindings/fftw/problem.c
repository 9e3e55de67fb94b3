#include "bindings/fftw/problem.h"
#include "base/arithmetic/extremes.h"

#include <string.h>

/* ceil(n / ranks): FFTW_MPI_DEFAULT_BLOCK. */
static ptrdiff_t default_block(ptrdiff_t n, int ranks) {
    return n / ranks + (n % ranks > 0);
}

ptrdiff_t ct_fftw_block_count(ptrdiff_t n, ptrdiff_t block, int rank) {
    const ptrdiff_t before = block > 0 && rank < n / block + 1 ? rank * block : n;
    const ptrdiff_t left = n - before;
    return left <= 0 ? 0 : left < block ? left : block;
}

/* The first position of a block, 0 of an empty one. */
static ptrdiff_t block_first(ptrdiff_t n, ptrdiff_t block, int rank) {
    return ct_fftw_block_count(n, block, rank) > 0 ? rank * block : 0;
}

static int is_refused(const ct_fftw_problem *problem) {
    const unsigned flags = problem->flags;
    const int transposes = (flags & (CT_FFTW_TRANSPOSED_IN | CT_FFTW_TRANSPOSED_OUT)) != 0;
    if (problem->howmany < 0 || problem->rank < 1 || problem->rank > CT_FFTW_AXES_MOST ||
        problem->input_block < 0 || problem->output_block < 0) {
        return 1;
    }
    for (int a = 0; a < problem->rank; a++) {
        if (problem->n[a] < 1) {
            return 1;
        }
    }
    switch (problem->type) {
    case CT_FFTW_R2C:
        return problem->rank < 2 || (flags & CT_FFTW_TRANSPOSED_IN) != 0;
    case CT_FFTW_C2R:
        return problem->rank < 2 || (flags & CT_FFTW_TRANSPOSED_OUT) != 0;
    default:
        return problem->rank < 2 && transposes;
    }
}

/* An array before anything is known of its distribution. */
static ct_fftw_side whole(const ct_fftw_problem *problem, int is_complex) {
    ct_fftw_side side = {.axes = problem->rank + 1, .is_complex = is_complex};
    const int last = problem->rank - 1;
    const int halves = problem->type == CT_FFTW_R2C || problem->type == CT_FFTW_C2R;
    memcpy(side.extent, problem->n, (size_t)problem->rank * sizeof *side.extent);
    side.extent[problem->rank] = problem->howmany;
    side.padded = side.extent[last];
    if (halves) {
        side.padded = problem->n[last] / 2 + 1;
        side.extent[last] = is_complex ? side.padded : side.extent[last];
        side.padded *= is_complex ? 1 : 2;
    }
    return side;
}

/* Distributes a side; 0 where there are more blocks than ranks. */
static int distribute(ct_fftw_side *side, int split, ptrdiff_t block, int ranks) {
    const ptrdiff_t n = side->extent[split];
    side->split = split;
    side->block = block > 0 ? block : default_block(n, ranks);
    return n / side->block + (n % side->block > 0) <= ranks;
}

int ct_fftw_sides(const ct_fftw_problem *problem, int ranks, ct_fftw_side *input,
                  ct_fftw_side *output) {
    const int is_transpose = problem->type == CT_FFTW_TRANSPOSE;
    const int transposed_in = (problem->flags & CT_FFTW_TRANSPOSED_IN) != 0;
    const int transposed_out = (problem->flags & CT_FFTW_TRANSPOSED_OUT) != 0;
    if (is_refused(problem)) {
        return 0;
    }
    *input = whole(problem, problem->type == CT_FFTW_DFT || problem->type == CT_FFTW_C2R);
    *output = whole(problem, problem->type == CT_FFTW_DFT || problem->type == CT_FFTW_R2C);
    input->swapped = transposed_in;
    output->swapped = is_transpose ? !transposed_out : transposed_out;
    return distribute(input, !is_transpose && transposed_in, problem->input_block, ranks) &&
           distribute(output, is_transpose || transposed_out, problem->output_block, ranks);
}

ptrdiff_t ct_fftw_count(const ct_fftw_side *side, int axis, int rank) {
    return axis == side->split ? ct_fftw_block_count(side->extent[axis], side->block, rank)
                               : side->extent[axis];
}

/* Positions of memory along an axis. */
static ptrdiff_t pitch(const ct_fftw_side *side, int axis, int rank) {
    return axis == side->axes - 2 && axis != side->split ? side->padded
                                                         : ct_fftw_count(side, axis, rank);
}

void ct_fftw_strides(const ct_fftw_side *side, int rank, ptrdiff_t *stride) {
    ptrdiff_t elements = 1;
    for (int k = side->axes - 1; k >= 0; k--) {
        const int axis = side->swapped && k < 2 ? 1 - k : k;
        stride[axis] = elements;
        elements *= pitch(side, axis, rank);
    }
}

ptrdiff_t ct_fftw_elements(const ct_fftw_side *side, int rank) {
    ptrdiff_t elements = 1;
    for (int a = 0; a < side->axes; a++) {
        elements *= pitch(side, a, rank);
    }
    return elements;
}

ct_fftw_side ct_fftw_other_split(const ct_fftw_side *side, int split, int ranks) {
    ct_fftw_side other = *side;
    (void)distribute(&other, split, 0, ranks);
    other.swapped = split == 1;
    return other;
}

ct_fftw_local ct_fftw_local_size(int rank, const ptrdiff_t *n, ptrdiff_t howmany, ptrdiff_t block0,
                                 ptrdiff_t block1, int me, int ranks) {
    ct_fftw_local local = {.count0 = 1, .count1 = 1, .elements = howmany};
    if (rank < 1) {
        return local;
    }
    block0 = block0 > 0 ? block0 : default_block(n[0], ranks);
    local.count0 = ct_fftw_block_count(n[0], block0, me);
    local.first0 = block_first(n[0], block0, me);
    local.count1 = local.count0;
    local.first1 = local.first0;
    local.elements = local.count0;
    if (rank > 1) {
        const ptrdiff_t usual = default_block(n[1], ranks);
        block1 = block1 > 0 ? block1 : usual;
        local.count1 = ct_fftw_block_count(n[1], block1, me);
        local.first1 = block_first(n[1], block1, me);
        /* A caller of local_size may plan with TRANSPOSED_OUT all the same, as FFTW's size allows.
         */
        local.elements = ct_most(local.count0 * n[1], local.count1 * n[0]);
        local.elements = ct_most(local.elements, ct_fftw_block_count(n[1], usual, me) * n[0]);
    }
    for (int a = 2; a < rank; a++) {
        local.elements *= n[a];
    }
    local.elements = ct_most(local.elements, 1) * howmany;
    return local;
}
