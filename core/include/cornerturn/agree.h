/*
 * One verdict for all ranks: whatever can fail on one rank alone ends here, so that everybody goes
 * on or everybody leaves, with the same message.
 */
#ifndef CORNERTURN_AGREE_H
#define CORNERTURN_AGREE_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

/* Collective over `comm`. `mine` is this rank's status. Returns CT_OK when every rank said so;
 * otherwise the status of the lowest rank that failed, whose message becomes ct_error_message() on
 * every rank (naming the rank when not all failed and comm has more than one). */
ct_status ct_agree(MPI_Comm comm, ct_status mine);

/* The verdict of rank 0, which alone did the work: the others' `mine` is CT_OK. Collective. */
ct_status ct_agree_on_first(MPI_Comm comm, ct_status mine);

CT_PUBLIC_END

#endif
