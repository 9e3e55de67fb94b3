/*
 * Plans kept with a communicator for the calls that look like MPI's.
 *
 * All ranks must take the same plan or none of them, whatever each was given. So a rank whose
 * arguments are those of the latest plan simply executes it, and one whose are not declines it, of
 * which all others hear. Whenever that happened, ranks agree by one word: which kept plans suit
 * them, and whether anything is wrong.
 */
#ifndef CT_COLLECTIVES_KEPT_H
#define CT_COLLECTIVES_KEPT_H

#include "collectives/call.h"

typedef struct ct_kept ct_kept;

/* What is kept with a communicator, made when it is asked for the first time; NULL for an
 * intercommunicator. Collective when made. It goes with the communicator. */
ct_status ct_kept_of(MPI_Comm comm, ct_kept **kept);

/* This rank in the communicator, and its ranks. Local. */
int ct_kept_rank(const ct_kept *kept);
int ct_kept_size(const ct_kept *kept);

/* Executes the call, or tells all ranks that the library must. Collective; fails on all ranks. */
ct_status ct_kept_execute(ct_kept *kept, ct_call *call, int *by_library);

#endif
