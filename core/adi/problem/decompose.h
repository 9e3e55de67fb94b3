/* The distribution of the cells, their axes, and the ranks that share lines.
 */
#ifndef CT_ADI_PROBLEM_DECOMPOSE_H
#define CT_ADI_PROBLEM_DECOMPOSE_H

#include "adi/problem/exchanges.h"
#include "node/context.h"
#include <cornerturn/adi.h>

/* The ranks that share the lines of an axis, in order; this rank alone where the axis is not
 * distributed. Ranks without cells share none. */
typedef struct ct_adi_line {
    ct_context *context;
    MPI_Comm comm; /* of the context; MPI_COMM_NULL: only this rank, or no cells */
    int rank, size;
    ct_exchange_options exchange; /* of exchanges among them */
} ct_adi_line;

/* Sets the process grid and this rank's box. Local. CT_ERROR_ARGUMENT for a grid that does not
 * fit. */
ct_status ct_adi_distribute(ct_adi_plan *plan, const ct_adi_problem *problem,
                            const ct_adi_options *options);

/* Sets the cells along each axis and the constant coefficients. Local. CT_ERROR_MEMORY. */
ct_status ct_adi_axes_make(ct_adi_plan *plan, const ct_adi_problem *problem);

/* The distribution with whole lines along an axis: its parts go to the other axis with the most
 * cells a rank. Local. */
ct_distribution ct_adi_whole_lines(const ct_distribution *cells, int axis);

/* Finds the ranks that share lines along an axis of a process grid: those with the same `others`,
 * a number for the coordinates along the other axes, in the order of `coordinate`. is_empty: this
 * rank has no cells. `parts` that have cells: below 2, each rank has its lines alone. Collective.
 */
ct_status ct_adi_line_find(ct_context *context, const ct_adi_exchanges *exchanges, int parts,
                           int is_empty, int others, int coordinate, ct_adi_line *line);

/* The same for an axis of a plan. */
ct_status ct_adi_line_make(ct_adi_plan *plan, int axis);

#endif
