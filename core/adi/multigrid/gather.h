/* A distributed matrix as one that each rank has whole. */
#ifndef CT_ADI_MULTIGRID_GATHER_H
#define CT_ADI_MULTIGRID_GATHER_H

#include "adi/multigrid/matrix.h"

/* Where each rank's rows are in the gathered ones. */
typedef struct ct_adi_gathering {
    int *rows, *first; /* by rank; rows NULL: nothing is gathered */
} ct_adi_gathering;

/* All rows of a matrix, in the order of ranks. Collective; all ranks fail together.
 * CT_ERROR_MEMORY. */
ct_status ct_adi_gather(const ct_adi_matrix *parts, ct_adi_gathering *gathering,
                        ct_adi_matrix *whole);
void ct_adi_gathering_destroy(ct_adi_gathering *gathering);

#endif
