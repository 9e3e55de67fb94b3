/*
 * Memory that exchanges are fast in: aligned for vectors and pages, in huge pages where the system
 * grants them, and shared with the other ranks of the node, who then copy each block once, from
 * its owner's array straight to its place.
 */
#ifndef CORNERTURN_MEMORY_H
#define CORNERTURN_MEMORY_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <mpi.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

/* `bytes` (0 included, each rank its own number) of memory aligned to a page from 64 KiB on and to
 * 64 bytes below. Collective over `comm`; ranks of it that run on one node see each other's part.
 * With MPI_COMM_SELF, or where the node's shared memory has too little room, it is memory of this
 * rank alone. Nothing is written to it: its pages come to be where they are first touched. The
 * caller frees it with ct_free; there may be ten thousands. All ranks fail together:
 * CT_ERROR_ARGUMENT for a negative number, CT_ERROR_MEMORY when there is none, naming the size,
 * CT_ERROR_MPI where MPI has no communicator left (the first array of a communicator takes one, see
 * exchange.h). On the calling rank alone CT_ERROR_ARGUMENT
 * for MPI_COMM_NULL and intercommunicators.
 *
 * Environment: CT_SHARED_BYTES is the most room that a node is taken to have in shared memory (0:
 * ranks share nothing); CT_ERROR_CONFIG when it is no number of bytes. */
ct_status ct_alloc(MPI_Comm comm, ptrdiff_t bytes, void **memory);

/* Gives this rank's part back and sets *memory to NULL, which is allowed. No rank waits for others,
 * which keep theirs until they free it. Before MPI_Finalize. */
void ct_free(void **memory);

CT_PUBLIC_END

#endif
