/*
 * Memory for fast exchanges: aligned, in huge pages where the system grants them, and shared with
 * the other ranks of the node, which copy each block once, from the sender's array to its place.
 */
#ifndef CORNERTURN_MEMORY_H
#define CORNERTURN_MEMORY_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

/* Allocates `bytes` >= 0, which may differ by rank, aligned to a page from 64 KiB on, to 64 bytes
 * below. Collective over `comm`; its ranks on one node map each other's parts. With MPI_COMM_SELF,
 * or where the node's shared memory is full, the memory is this rank's alone. Pages are not
 * touched: the first write places them; but where a node's parts are 32 MiB together at most, or
 * with at most 8 ranks 1 GiB and half the room, each rank places its own, as zeros, and maps those
 * of the others. The caller frees it with ct_free; tens of thousands may live at once. All ranks
 * fail together: CT_ERROR_ARGUMENT for a negative number; CT_ERROR_MEMORY, naming the size;
 * CT_ERROR_MPI where MPI has no communicator left (the first array of a communicator takes one, see
 * exchange.h). On the calling rank alone CT_ERROR_ARGUMENT for MPI_COMM_NULL and
 * intercommunicators.
 *
 * Environment: CT_SHARED_BYTES limits the shared memory used on a node (0: ranks share nothing);
 * CT_ERROR_CONFIG if it is no number of bytes. */
ct_status ct_alloc(MPI_Comm comm, ptrdiff_t bytes, void **memory);

/* Frees this rank's part and sets *memory to NULL; *memory may be NULL. Local; other ranks' parts
 * live until they free them, but this rank reaches them by its own part, of 0 bytes too: it keeps
 * it as long as the array is used. Call before MPI_Finalize. */
void ct_free(void **memory);

CT_PUBLIC_END

#endif
