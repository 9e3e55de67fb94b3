/* The coarsest matrix, solved directly. Local. */
#ifndef CT_ADI_MULTIGRID_BOTTOM_H
#define CT_ADI_MULTIGRID_BOTTOM_H

#include "adi/multigrid/matrix.h"

/* The factor of a matrix that one rank has whole, rows x rows numbers, or NULL without memory. Rows
 * that others determine (of insulated parts, the last one) get 0. */
double *ct_adi_bottom_factorise(const ct_adi_matrix *matrix);
void ct_adi_bottom_solve(ptrdiff_t rows, const double *factor, const double *b, double *x);

#endif
