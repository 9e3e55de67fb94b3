/*
 * Many tridiagonal systems at once: along every line of an axis of a distributed array
 *
 *     lower[i] x[i-1] + diagonal[i] x[i] + upper[i] x[i+1] = r[i],
 *
 * one matrix for all lines or one for each, open or cyclic. Factorised once, solved as often as
 * wanted. Where the axis is distributed, the array is redistributed to whole lines and back
 * (transposing), or each rank eliminates its part of a line and only one unknown a line and rank is
 * exchanged (reducing).
 *
 * Rows are not exchanged: elimination is stable for matrices that are diagonally dominant by rows,
 * and for symmetric positive definite ones, as of implicit differences and splines. A pivot that is
 * lost in rounding is an error, never a result.
 */
#ifndef CORNERTURN_TRIDIAGONAL_H
#define CORNERTURN_TRIDIAGONAL_H

#include <cornerturn/decomposition.h>
#include <cornerturn/exchange.h>
#include <cornerturn/precision.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

typedef struct ct_tridiagonal_problem {
    ct_decomposition array; /* right sides, and solutions in their place */
    int axis;               /* of the lines */
    int is_cyclic;          /* lower[0] is the factor of the last unknown, upper[n-1] that of the
                               first; else they are not read */
    int is_variable;        /* each line has its matrix; else one for all lines */
    int parts;              /* numbers of an element: 1 real; 2 complex (re, im) with real
                               coefficients */
    ct_precision precision;
} ct_tridiagonal_problem;

typedef enum ct_tridiagonal_method {
    CT_TRIDIAGONAL_AUTO, /* the faster by a model with the constants calibrated in
                            exchange.tuning_file, else built-in ones; by timing where
                            exchange.planning is not CT_PLAN_ESTIMATE */
    CT_TRIDIAGONAL_TRANSPOSING,
    CT_TRIDIAGONAL_REDUCING
} ct_tridiagonal_method;

/* in_place and private_arrays of the exchanges are ignored. A topology, and an algorithm that does
 * not run on the ranks of a line, apply to transposing only. */
typedef struct ct_tridiagonal_options {
    ct_tridiagonal_method method; /* of a distributed axis */
    ct_exchange_options exchange;
} ct_tridiagonal_options;

typedef struct ct_tridiagonal_plan ct_tridiagonal_plan;

/* Any extents and any number of ranks; some ranks may hold nothing. Whole lines are solved in place
 * in blocks (CT_DECOMPOSED_BLOCKS or _BOUNDS) with the axes in order and without ghosts or pitches;
 * of such blocks distributed lines can be reduced. Arrays of other decompositions are always
 * transposed. Collective over `comm`, as plans of exchange.h; problem and options (NULL: defaults)
 * are copied and the same on all ranks. All ranks fail together: CT_ERROR_ARGUMENT for a problem or
 * options out of range, naming what is allowed; CT_ERROR_MEMORY; what ct_redistribute_plan_create
 * raises. */
ct_status ct_tridiagonal_plan_create(MPI_Comm comm, const ct_tridiagonal_problem *problem,
                                     const ct_tridiagonal_options *options,
                                     ct_tridiagonal_plan **plan);

/* Factorises the matrices; again for others. One matrix: `extent[axis]` doubles each, the same on
 * all ranks. One a line: arrays of real numbers of the problem's precision, decomposed like the
 * right sides (faster from ct_alloc). All are copied. Collective. CT_ERROR_ARGUMENT, on all ranks,
 * where an array is missing, where one matrix differs between ranks, and where a pivot is lost in
 * rounding (a singular matrix, or one that needs its rows exchanged), with its line and row: the
 * plan then has no matrix. CT_ERROR_MEMORY. */
ct_status ct_tridiagonal_factorise(ct_tridiagonal_plan *plan, const void *lower,
                                   const void *diagonal, const void *upper);

/* Replaces each of n arrays of right sides (n >= 0) by the solutions. Faster with arrays of
 * ct_alloc(comm, ..) where the axis is transposed. Collective. CT_ERROR_ARGUMENT, on all ranks and
 * with nothing changed, for a missing array, different n, or no matrix. */
ct_status ct_tridiagonal_solve(ct_tridiagonal_plan *plan, int n, void *const arrays[]);

/* The method in use (CT_TRIDIAGONAL_AUTO where all lines are whole on their rank), and why, as a
 * sentence. Local; owned by the plan. */
ct_tridiagonal_method ct_tridiagonal_method_used(const ct_tridiagonal_plan *plan);
const char *ct_tridiagonal_reason(const ct_tridiagonal_plan *plan);

/* The ranking of methods, best first; NULL past the end, and without a choice. Local; owned by the
 * plan. */
const ct_score *ct_tridiagonal_score(const ct_tridiagonal_plan *plan, int index);

/* Bytes of memory the plan holds on this rank. Local. */
double ct_tridiagonal_plan_bytes(const ct_tridiagonal_plan *plan);

/* Collective. Sets *plan to NULL. */
void ct_tridiagonal_plan_destroy(ct_tridiagonal_plan **plan);

CT_PUBLIC_END

#endif
