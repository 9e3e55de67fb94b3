/*
 * All-to-alls with MPI's own arguments: put ct_ where MPI_ stood.
 *
 * The first call on a communicator plans; plans are kept with the communicator, the last few of
 * them, so that calls like an earlier one cost an exchange. They go with it: MPI_Comm_free, or
 * MPI_Finalize, is then a little more work, for all ranks together; complete what is pending on a
 * communicator before that.
 *
 * Each plan suits the arrays of its calls: those of ct_alloc (memory.h) are read by the other ranks
 * of the node where they are. It is tried against MPI's own call in the first 20 calls, which take
 * turns, and in 20 now and then, after 900 calls and ever more; all ranks go on with what was
 * faster by the median. Between nodes a call that goes by MPI's own begins with a reduction of one
 * word. A tuning file (tuning.h) that the environment variable CT_TUNING names on rank 0 is read,
 * not written.
 *
 * Whoever needs more (strides, transposition, slices, a say in the algorithm) has exchange.h.
 */
#ifndef CORNERTURN_ALLTOALL_H
#define CORNERTURN_ALLTOALL_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

/* As MPI_Alltoall and MPI_Alltoallv, `send` being MPI_IN_PLACE on all ranks or on none. The arrays
 * are the caller's; those of ct_alloc (memory.h) are faster. One thread calls at a time. Collective
 * over `comm`. Where a rank's types are not elements side by side (vectors, structs), or a
 * displacement is negative, and on an intercommunicator, the MPI library does it, by its rules.
 *
 * CT_OK is MPI_SUCCESS, 0. Otherwise all ranks fail together, the send array as it was, the receive
 * array of any content: CT_ERROR_ARGUMENT for a negative count, a NULL array with something in it,
 * MPI_DATATYPE_NULL and blocks that are not as large at both ends; CT_ERROR_MEMORY; CT_ERROR_MPI,
 * as where MPI has no communicator left (each communicator that is called on takes a second one).
 * On the calling rank alone CT_ERROR_ARGUMENT for MPI_COMM_NULL. */
ct_status ct_alltoall(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                      int receive_count, MPI_Datatype receive_type, MPI_Comm comm);
ct_status ct_alltoallv(const void *send, const int *send_counts, const int *send_displacements,
                       MPI_Datatype send_type, void *receive, const int *receive_counts,
                       const int *receive_displacements, MPI_Datatype receive_type, MPI_Comm comm);

CT_PUBLIC_END

#endif
