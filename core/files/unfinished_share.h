/* Distributes rank 0's list of unfinished files. */
#ifndef CT_FILES_UNFINISHED_SHARE_H
#define CT_FILES_UNFINISHED_SHARE_H

#include <mpi.h>

/* Broadcasts rank 0's list of unfinished files. Collective. */
void ct_unfinished_share(MPI_Comm comm);

#endif
