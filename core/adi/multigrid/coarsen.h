/* The next coarser matrix. */
#ifndef CT_ADI_MULTIGRID_COARSEN_H
#define CT_ADI_MULTIGRID_COARSEN_H

#include "adi/multigrid/matrix.h"

/* Joins pairs of rows: pair[i] is the coarse row of row i or -1 (memory of the caller, rows +
 * ghosts numbers), and `coarse` has the sums of rows and columns of each pair. Collective; all
 * ranks fail together. CT_ERROR_MEMORY. */
ct_status ct_adi_coarsen(const ct_adi_matrix *fine, int *pair, ct_adi_matrix *coarse);

#endif
