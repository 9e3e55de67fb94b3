/* Arguments that all ranks must give alike. */
#ifndef CT_BASE_SAME_H
#define CT_BASE_SAME_H

#include <cornerturn/status.h>
#include <mpi.h>

enum { CT_SAME_MOST_BYTES = 512 };

/* Whether this rank's bytes, as many on all ranks, are not those of rank 0; the caller agrees with
 * the others on what to say (ct_agree). Collective. CT_ERROR_MPI. */
ct_status ct_same_compare(MPI_Comm comm, const void *mine, int bytes, int *differs);

#endif
