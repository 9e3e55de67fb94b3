/*
 * Block distributions: who holds which part of an array. Extents and positions count elements; the
 * last axis varies fastest (C order). Everything here is local and free of MPI.
 */
#ifndef CORNERTURN_GRID_H
#define CORNERTURN_GRID_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

enum { CT_MAX_AXES = 4 };

/* Part of an array: along axis a the positions first[a] .. first[a] + count[a] - 1. */
typedef struct ct_box {
    int axes;
    ptrdiff_t first[CT_MAX_AXES], count[CT_MAX_AXES];
} ct_box;

/* Elements in the box; 0 when any count is. Local. */
ptrdiff_t ct_box_elements(const ct_box *box);

/* The balanced block distribution of `extent` positions over `parts`: part `index` gets
 * floor(extent / parts) of them, the first extent mod parts parts one more. Parts beyond `extent`
 * are empty. Local. */
ptrdiff_t ct_block_first(ptrdiff_t extent, int parts, int index);
ptrdiff_t ct_block_count(ptrdiff_t extent, int parts, int index);

/* The slab of a whole array of `axes` extents that `index` of `parts` holds when `axis` is
 * distributed. Local. */
ct_box ct_slab(int axes, const ptrdiff_t *extent, int axis, int parts, int index);

/* An array in balanced blocks over a process grid of as many axes; rank r has the coordinates of r
 * in the grid, last axis fastest. Ranks beyond the grid hold nothing. */
typedef struct ct_distribution {
    int axes; /* 1 .. CT_MAX_AXES */
    ptrdiff_t extent[CT_MAX_AXES];
    int grid[CT_MAX_AXES]; /* parts along each axis; their product is at most the number of ranks */
    ptrdiff_t pitch; /* of a rank's part in memory: elements from the beginning of one row (a line
                        along the last axis) to that of the next; 0: the row's own length */
} ct_distribution;

/* Checks a distribution of elements of `element_bytes` over `size` ranks. CT_ERROR_ARGUMENT, naming
 * what is allowed. Local. */
ct_status ct_distribution_check(const ct_distribution *distribution, int size,
                                ptrdiff_t element_bytes);

/* The box of `rank`. Rank 0's is the largest along every axis. Local. */
ct_box ct_distribution_box(const ct_distribution *distribution, int rank);

/* Elements of memory that this part takes: its rows, each as long as the pitch. Local. */
ptrdiff_t ct_distribution_elements(const ct_distribution *distribution, int rank);

/* Elements from a position of the part to the next along each axis. Local. */
void ct_distribution_strides(const ct_distribution *distribution, int rank,
                             ptrdiff_t strides[CT_MAX_AXES]);

/* Chooses the entries of a grid of at most `size` ranks that are 0. Criteria in order: the largest
 * part is smallest; parts are nearest to cubes, so that the blocks of a transpose are large; the
 * first axes have the most parts. No axis has more parts than positions. CT_ERROR_ARGUMENT where
 * the given entries need more ranks. Local. */
ct_status ct_grid_auto(int axes, const ptrdiff_t *extent, int size, int *grid);

CT_PUBLIC_END

#endif
