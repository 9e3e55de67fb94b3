/* Unfinished files of rank 0, known to all ranks of a job. */
#ifndef CT_FILES_UNFINISHED_SHARE_H
#define CT_FILES_UNFINISHED_SHARE_H

#include <mpi.h>

/* Tells all ranks which files of rank 0 are unfinished now. Collective. */
void ct_unfinished_share(MPI_Comm comm);

#endif
