/*
 * Redistributions: an array goes from any decomposition to any other, its axes in another order if
 * wanted. What two ranks have in common goes straight from the array of one to that of the other:
 * inside a node, between arrays of ct_alloc, each element is read once and written once; by
 * messages it is packed and unpacked once. Conjugation, factors and conversion are done in these
 * copies. With the algorithm "mpi", whose exchange converts nothing, they take one more pass over
 * the result, and other precisions and beta are refused.
 */
#ifndef CORNERTURN_REDISTRIBUTE_H
#define CORNERTURN_REDISTRIBUTE_H

#include <cornerturn/decomposition.h>
#include <cornerturn/exchange.h>
#include <cornerturn/numbers.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

typedef struct ct_redistribute_options {
    int conjugate;       /* 1: elements are complex, (re, im), and conjugated on the way */
    ptrdiff_t sign_byte; /* with conjugate: the byte of an element whose highest bit is the sign of
                            im; 0: its last, as in little-endian numbers */
    const ct_numbers *numbers; /* what elements consist of, factors and precisions; copied. NULL:
                                  elements are bytes, as many in the result */
    ct_exchange_options exchange;
} ct_redistribute_options;

typedef struct ct_redistribute_plan ct_redistribute_plan;

/* Axis a of `into` is axis permutation[a] of `from` (NULL: axis a), so into->extent[a] is
 * from->extent[permutation[a]]. Elements of the input have 1 to 4096 bytes. Collective; arguments
 * are the same on all ranks but for boxes and their offsets, which is checked, and are copied;
 * options NULL: all defaults. Boxes are compared in O(n log n) of n boxes of all ranks; every rank
 * then knows all of them. All ranks fail together: CT_ERROR_ARGUMENT, for boxes that overlap or
 * leave a hole with the position and the ranks, and as ct_exchange_plan_create. */
ct_status ct_redistribute_plan_create(MPI_Comm comm, const ct_decomposition *from,
                                      const int *permutation, const ct_decomposition *into,
                                      ptrdiff_t element_bytes,
                                      const ct_redistribute_options *options,
                                      ct_redistribute_plan **plan);

/* Collective. The arrays are the caller's, of ct_decomposition_elements of either decomposition,
 * and do not overlap, or with exchange.in_place are one, as large as the larger: where both sides
 * are equal, no rank has more than a box, and the permutation is its own inverse, pairs of ranks
 * swap elements as in ct_transpose_plan_create, else what a rank sends is copied first. Ghosts and
 * what lies between rows stay as they were. CT_ERROR_ARGUMENT, on all ranks, where an array is
 * missing, or as of ct_exchange_execute arrays overlap. */
ct_status ct_redistribute_execute(ct_redistribute_plan *plan, const void *input, void *output);

/* Redistributes n arrays (n >= 0, the same on all ranks), inputs[i] to outputs[i], each as by
 * ct_redistribute_execute and with the same result; no two overlap. Where ranks send messages, each
 * has one for all arrays. The first call with an n > 1 plans it and allocates memory for the
 * messages of all, which the plan keeps until another n comes. Inside a node without messages, and
 * in place, it is n executions. Collective. CT_ERROR_ARGUMENT on all ranks, before an array is
 * written, where one is missing or n differs; CT_ERROR_MEMORY. */
ct_status ct_redistribute_execute_many(ct_redistribute_plan *plan, int n,
                                       const void *const inputs[], void *const outputs[]);

/* Collective. Sets *plan to NULL. */
void ct_redistribute_plan_destroy(ct_redistribute_plan **plan);

/* The exchange inside: among the ranks that exchange with this one, directly or by way of others,
 * where these are not all (as of ct_transpose_exchange). NULL when pairs of ranks swap in place.
 * Local; owned by the plan. */
const ct_exchange_plan *ct_redistribute_exchange(const ct_redistribute_plan *plan);

/* Bytes that all ranks together send to others in one execution of one array. Local. */
double ct_redistribute_total_bytes(const ct_redistribute_plan *plan);

/* What rounding doubles to floats has saved and lost (exchange.precision); all 0 where pairs of
 * ranks swap in place, which is exact. Collective; the same on all ranks. */
ct_status ct_redistribute_rounding(const ct_redistribute_plan *plan, ct_exchange_losses *losses);

/* Bytes of memory the plan holds on this rank. Local. */
double ct_redistribute_plan_bytes(const ct_redistribute_plan *plan);

CT_PUBLIC_END

#endif
