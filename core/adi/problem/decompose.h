/* Who has what: the distribution of the cells, the axes they lie along, the ranks that share lines.
 */
#ifndef CT_ADI_PROBLEM_DECOMPOSE_H
#define CT_ADI_PROBLEM_DECOMPOSE_H

#include "node/context.h"
#include <cornerturn/adi.h>

/* The ranks that share the lines of an axis, in order; this rank alone where the axis is not
 * distributed. Ranks without cells share none. */
typedef struct ct_adi_line {
    ct_context *context;
    MPI_Comm comm; /* of the context; MPI_COMM_NULL: this rank alone, or it has no cells */
    int rank, size;
    ct_exchange_options exchange; /* for exchanges among them */
} ct_adi_line;

/* The process grid and this rank's box. Local. CT_ERROR_ARGUMENT for a grid that does not fit. */
ct_status ct_adi_distribute(ct_adi_plan *plan, const ct_adi_problem *problem,
                            const ct_adi_options *options);

/* The cells along each axis, and the coefficients that are numbers. Local. CT_ERROR_MEMORY. */
ct_status ct_adi_axes_make(ct_adi_plan *plan, const ct_adi_problem *problem);

/* The distribution in which lines along an axis are whole: its ranks share the other axis with the
 * most cells a rank. Local. */
ct_distribution ct_adi_whole_lines(const ct_distribution *cells, int axis);

/* The ranks that share lines along an axis. Collective. */
ct_status ct_adi_line_make(ct_adi_plan *plan, int axis);

#endif
