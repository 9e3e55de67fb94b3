/* Ownership of any decomposition, of which each rank knows its own boxes only. */
#ifndef CT_REDISTRIBUTE_GATHER_H
#define CT_REDISTRIBUTE_GATHER_H

#include "redistribute/decomposed/ownership.h"

#include <mpi.h>

/* Checks a decomposition, which is the same on all ranks but for boxes, gathers these and copies
 * what its pointers show. Collective; all ranks fail together: CT_ERROR_ARGUMENT, CT_ERROR_MEMORY.
 * The caller destroys it. */
ct_status ct_ownership_create(MPI_Comm comm, const ct_decomposition *decomposition,
                              ptrdiff_t element_bytes, ct_ownership *ownership);

/* Local. Copies of the struct go with it. */
void ct_ownership_destroy(ct_ownership *ownership);

#endif
