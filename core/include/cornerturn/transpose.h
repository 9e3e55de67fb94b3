/*
 * Distributed transposes: from an array in one block distribution to the array with permuted axes
 * in another. Matrix transposes, axis permutations, changes between slabs or pencils along
 * different axes and plain redistributions are special cases.
 *
 * Between ranks of a node with arrays of ct_alloc each element is read once and written once;
 * others are copied to a shared array first (exchange.h), in place through buffers. With messages,
 * packing transposes and unpacking copies rows.
 */
#ifndef CORNERTURN_TRANSPOSE_H
#define CORNERTURN_TRANSPOSE_H

#include <cornerturn/exchange.h>
#include <cornerturn/grid.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef struct ct_transpose_options {
    int conjugate;       /* 1: elements are complex, (re, im), and conjugated on the way */
    ptrdiff_t sign_byte; /* with conjugate: the byte of an element whose highest bit is the sign of
                            im; 0: its last, as in little-endian numbers */
    ct_exchange_options exchange;
} ct_transpose_options;

typedef struct ct_transpose_plan ct_transpose_plan;

/* Whether a transpose in place is done by swaps, without a second array: both distributions are
 * equal and the permutation (as below) is its own inverse. Local; 0 for arguments that cannot be
 * planned. */
int ct_transpose_swaps(const ct_distribution *from, const int *permutation,
                       const ct_distribution *into);

/* Axis a of the result is axis permutation[a] of the input (NULL: the axes in reverse order), so
 * into->extent[a] must be from->extent[permutation[a]].
 *
 * With options->exchange.in_place there is one array. Where ct_transpose_swaps says so (a square
 * matrix; a cube with two axes exchanged), pairs of ranks swap their elements tile by tile, and
 * what the options say about an algorithm is only checked. A rank's buffers are at most 1/12 of its
 * part and 640 KiB, and shared inside the node: tiles of arrays that are not of ct_alloc pass
 * through them. Any other transpose in place first copies what a rank sends.
 *
 * Elements have 1 to 4096 bytes. Collective; arguments are the same on all ranks, which is checked,
 * and are copied; options NULL: all defaults. All ranks fail together: CT_ERROR_ARGUMENT, and as
 * ct_exchange_plan_create. */
ct_status ct_transpose_plan_create(MPI_Comm comm, const ct_distribution *from,
                                   const int *permutation, const ct_distribution *into,
                                   ptrdiff_t element_bytes, const ct_transpose_options *options,
                                   ct_transpose_plan **plan);

/* Collective. The arrays are the caller's, of ct_distribution_elements of either distribution, and
 * do not overlap; with in_place both arguments are one array, as large as the larger. Memory
 * between the rows of a pitched result stays as it was. CT_ERROR_ARGUMENT, on all ranks, where an
 * array is missing, or as of ct_exchange_execute arrays overlap. */
ct_status ct_transpose_execute(ct_transpose_plan *plan, const void *input, void *output);

/* Collective. Sets *plan to NULL. */
void ct_transpose_plan_destroy(ct_transpose_plan **plan);

/* The exchange inside: among the ranks of this rank's row of the grid where both process grids
 * divide an axis alike (unless the options name a topology, or an algorithm that does not run on so
 * few ranks), else among all. NULL when pairs of ranks swap in place. Local; owned by the plan. */
const ct_exchange_plan *ct_transpose_exchange(const ct_transpose_plan *plan);

/* Bytes that all ranks together send to others in one execution. Local. */
double ct_transpose_total_bytes(const ct_transpose_plan *plan);

/* As ct_redistribute_rounding (redistribute.h). Collective. */
ct_status ct_transpose_rounding(const ct_transpose_plan *plan, ct_exchange_losses *losses);

/* Bytes of memory the plan holds on this rank. Local. */
double ct_transpose_plan_bytes(const ct_transpose_plan *plan);

CT_PUBLIC_END

#endif
