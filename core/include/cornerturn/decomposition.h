/*
 * Decompositions: which rank holds which positions of an array, and its memory layout. Balanced
 * blocks over a process grid, blocks between given bounds, ScaLAPACK's block-cyclic, or any set of
 * boxes. Positions and extents count elements. Everything here is local and free of MPI.
 *
 * A description is a plain struct: one of the functions below fills it, then fields may be changed.
 * What its pointers show is the caller's and copied when something is planned with it.
 */
#ifndef CORNERTURN_DECOMPOSITION_H
#define CORNERTURN_DECOMPOSITION_H

#include <cornerturn/grid.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

typedef enum ct_decomposition_kind {
    CT_DECOMPOSED_BLOCKS, /* balanced blocks, as ct_distribution */
    CT_DECOMPOSED_BOUNDS, /* blocks between given positions */
    CT_DECOMPOSED_CYCLIC, /* blocks of given widths, dealt out in turn along each axis */
    CT_DECOMPOSED_BOXES   /* each rank names its own boxes */
} ct_decomposition_kind;

/* All members but boxes and their memory are the same on all ranks. In memory a rank's part of a
 * grid is one array: all positions that it has along each axis, side by side, dense but for ghosts
 * and pitches. Of boxes each is such an array, and they follow one another. */
typedef struct ct_decomposition {
    ct_decomposition_kind kind;
    int axes; /* 1 .. CT_MAX_AXES */
    ptrdiff_t extent[CT_MAX_AXES];

    /* Of the three kinds over a process grid: */
    int grid[CT_MAX_AXES]; /* parts along each axis; their product is at most the number of ranks,
                              and ranks beyond it hold nothing */
    int first_fastest;     /* 1: along the first axis of the grid ranks follow one another (BLACS:
                              column-major); 0: along the last */
    const ptrdiff_t *bounds[CT_MAX_AXES]; /* part i of axis a begins at bounds[a][i] and ends before
                                             bounds[a][i + 1]: grid[a] + 1 numbers from 0 to the
                                             extent that do not fall */
    ptrdiff_t width[CT_MAX_AXES];         /* cyclic: positions of a block (ScaLAPACK: MB, NB) */
    int source[CT_MAX_AXES];              /* cyclic: who has the first block (RSRC, CSRC) */

    /* Of boxes: this rank's, in any number; none overlaps another of any rank, and all together
     * cover the array. */
    ptrdiff_t boxes;
    const ct_box *box;
    const ptrdiff_t *offset; /* element of this rank's memory where that of each box begins, which
                                no other box has a part of; NULL: one after another */

    /* In memory: */
    int order[CT_MAX_AXES]; /* the axes from the slowest to the fastest; all 0: 0 1 2 .. */
    ptrdiff_t ghosts[CT_MAX_AXES][2]; /* layers before and after it along each axis; only halos
                                         (halo.h) write there */
    ptrdiff_t pitch[CT_MAX_AXES];     /* positions of memory along each axis, ghosts included; 0: as
                                         many as there are. Not of boxes */
} ct_decomposition;

/* A decomposition of one kind; what is not given is 0, so memory is dense and in C order. `bounds`:
 * for each axis the bounds of its parts. `box`: the `boxes` boxes of this rank. Local. */
ct_decomposition ct_decompose_blocks(int axes, const ptrdiff_t *extent, const int *grid);
ct_decomposition ct_decompose_bounds(int axes, const ptrdiff_t *extent, const int *grid,
                                     const ptrdiff_t *const *bounds);
ct_decomposition ct_decompose_cyclic(int axes, const ptrdiff_t *extent, const int *grid,
                                     const ptrdiff_t *width);
ct_decomposition ct_decompose_boxes(int axes, const ptrdiff_t *extent, ptrdiff_t boxes,
                                    const ct_box *box);

/* Checks a decomposition over `size` ranks as far as one rank can: overlaps and holes between boxes
 * of several ranks are found when something is planned. CT_ERROR_ARGUMENT, naming what is
 * allowed. Local. */
ct_status ct_decomposition_check(const ct_decomposition *decomposition, int size);

/* Positions along an axis of the grid that part `part` has. Local. */
ptrdiff_t ct_decomposition_count(const ct_decomposition *decomposition, int axis, int part);

/* Elements of memory that `rank` (of boxes: this rank) needs, with ghosts and pitches. Local. */
ptrdiff_t ct_decomposition_elements(const ct_decomposition *decomposition, int rank);

CT_PUBLIC_END

#endif
