/*
 * Broadcast, all-gather, gather and scatter: by schedules of the same table as exchanges, through
 * the same plans.
 *
 * ct_collective_plan_create makes a plan, which everything in exchange.h then serves: execute,
 * start, test, wait, destroy, what was chosen and why. The calls with MPI's arguments keep their
 * plans with the communicator, as those of alltoall.h do.
 */
#ifndef CORNERTURN_COLLECTIVE_H
#define CORNERTURN_COLLECTIVE_H

#include <cornerturn/exchange.h>
#include <cornerturn/pattern.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* Names that `algorithm` of the options may have for a movement, in order: "auto", the rows of the
 * algorithm table that deliver it and need no particular network, complete exchanges among them,
 * "mpi". NULL past the end. Local. */
const char *ct_collective_name(ct_pattern_kind movement, int index);

/* Plans a movement of `bytes` bytes a vector or block, contiguous:
 *
 *                     execute's `send`               execute's `receive`
 *   CT_BROADCAST      root: its vector               the vector
 *   CT_ALL_GATHER     this rank's vector             the vectors of all ranks, in their order
 *   CT_GATHER         this rank's block              root: the blocks of all ranks, in their order
 *   CT_SCATTER        root: a block for each rank    this rank's block
 *
 * in their order. An array that a rank has no part in is NULL there, or anything. What this rank
 * keeps of its own is copied, unless its place in `receive` is where it is in `send`: so a movement
 * is in place, for a broadcast with the root's vector as both arrays, for an all-gather with a
 * `send` inside `receive`. Otherwise the arrays do not overlap.
 *
 * `root` is a rank of `comm`; in an all-gather 0. A --root in the options' algorithm is replaced by
 * it. A row for 2^d ranks takes any communicator of that size for a hypercube; "auto" has, for all
 * sizes, the complete exchanges and the MPI library's own to choose from besides. Options as in
 * exchange.h, but that in_place is 0.
 *
 * Collective over `comm`, with the same movement, root, size and options everywhere; all ranks fail
 * together. CT_ERROR_ARGUMENT for a negative size, a root that is no rank, CT_EXCHANGE and
 * CT_POINT_TO_POINT, in_place, and arguments that differ between ranks; the rest as
 * ct_exchange_plan_create. */
ct_status ct_collective_plan_create(MPI_Comm comm, ct_pattern_kind movement, int root,
                                    ptrdiff_t bytes, const ct_exchange_options *options,
                                    ct_exchange_plan **plan);

/* As MPI_Bcast, MPI_Allgather, MPI_Gather and MPI_Scatter, MPI_IN_PLACE where those have it. What
 * alltoall.h says of its calls holds here too: collective; the MPI library does it for types with
 * holes and on intercommunicators; all ranks fail together, with CT_ERROR_ARGUMENT for a negative
 * count, a NULL array, MPI_DATATYPE_NULL, a root that is no rank, and for roots or sizes that
 * differ between ranks. */
ct_status ct_broadcast(void *vector, int count, MPI_Datatype type, int root, MPI_Comm comm);
ct_status ct_allgather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                       int receive_count, MPI_Datatype receive_type, MPI_Comm comm);
ct_status ct_gather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                    int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm);
ct_status ct_scatter(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                     int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm);

CT_PUBLIC_END

#endif
