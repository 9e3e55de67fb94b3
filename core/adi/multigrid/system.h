/* The plan's operator as a matrix. */
#ifndef CT_ADI_MULTIGRID_SYSTEM_H
#define CT_ADI_MULTIGRID_SYSTEM_H

#include "adi/multigrid/matrix.h"
#include <cornerturn/adi.h>

/* The matrix of identity - c A, rows multiplied by the volumes of their cells, which makes it
 * symmetric; rows are the cells of the box in their order. Collective; all ranks fail together.
 * CT_ERROR_MEMORY. */
ct_status ct_adi_system_make(const ct_adi_plan *plan, double identity, double c,
                             ct_adi_matrix *matrix);

#endif
