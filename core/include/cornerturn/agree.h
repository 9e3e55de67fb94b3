/*
 * Agreement on a status: what can fail on one rank alone ends in this reduction, so that all ranks
 * continue, or all return the same error with the same message.
 */
#ifndef CORNERTURN_AGREE_H
#define CORNERTURN_AGREE_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

/* Collective over `comm`. `mine` is this rank's status. Returns CT_OK where it is CT_OK on all
 * ranks; otherwise the status of the lowest rank that failed, whose message becomes
 * ct_error_message() on every rank (and names the rank when not all failed). On the calling rank
 * alone CT_ERROR_ARGUMENT for MPI_COMM_NULL and intercommunicators, as of all collective calls. */
ct_status ct_agree(MPI_Comm comm, ct_status mine);

/* The same by a broadcast, where rank 0 alone did the work: the others' `mine` is CT_OK.
 * Collective. */
ct_status ct_agree_on_first(MPI_Comm comm, ct_status mine);

CT_PUBLIC_END

#endif
