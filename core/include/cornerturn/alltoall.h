/*
 * MPI_Alltoall and MPI_Alltoallv under the prefix ct_, with MPI's arguments.
 *
 * A call creates a plan unless one with the same arguments is in the communicator's cache, which
 * holds the last few plans. The cache is an attribute of the communicator: MPI_Comm_free and
 * MPI_Finalize destroy the plans, collectively, so complete what is pending on the communicator
 * before that.
 *
 * A plan is for arrays of ct_alloc (memory.h), which other ranks of the node read in place, or for
 * others. Its first 20 calls alternate with MPI's own call, and so do some later ones after 180
 * calls and then at growing intervals; all ranks continue with what was faster. Where that is
 * MPI's, a call that repeats the one before costs some nanoseconds beside it; between nodes it
 * begins with a reduction of one word. The tuning file (tuning.h) that the environment variable
 * CT_TUNING of rank 0 names is read, not written.
 *
 * exchange.h has more: strides, transposition, nonblocking execution, choice of the algorithm.
 */
#ifndef CORNERTURN_ALLTOALL_H
#define CORNERTURN_ALLTOALL_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

/* As MPI_Alltoall and MPI_Alltoallv, `send` being MPI_IN_PLACE on all ranks or on none. The arrays
 * are the caller's; those of ct_alloc (memory.h) are faster. One thread calls at a time. Collective
 * over `comm`. Where a rank's datatype has gaps (vectors, structs) or a displacement is negative,
 * and on an intercommunicator, the MPI library's own call is used.
 *
 * CT_OK equals MPI_SUCCESS. Otherwise all ranks fail together, the send array unchanged, the
 * receive array undefined: CT_ERROR_ARGUMENT for a negative count, NULL for an array that is not
 * empty, MPI_DATATYPE_NULL, and a block whose size differs between sender and receiver;
 * CT_ERROR_MEMORY; CT_ERROR_MPI, for example where MPI has no communicator left (each communicator
 * used here takes a second one). On the calling rank alone CT_ERROR_ARGUMENT for MPI_COMM_NULL. */
ct_status ct_alltoall(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                      int receive_count, MPI_Datatype receive_type, MPI_Comm comm);
ct_status ct_alltoallv(const void *send, const int *send_counts, const int *send_displacements,
                       MPI_Datatype send_type, void *receive, const int *receive_counts,
                       const int *receive_displacements, MPI_Datatype receive_type, MPI_Comm comm);

CT_PUBLIC_END

#endif
