/*
 * Broadcast, all-gather, gather and scatter, by schedules of the table of algorithms and plans of
 * exchange.h.
 *
 * ct_collective_plan_create creates a plan for the functions of exchange.h: execute, start, test,
 * wait, destroy, queries. The calls with MPI's arguments cache their plans with the communicator,
 * as those of alltoall.h do.
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
 * An array marked with `root` is ignored on other ranks. A rank copies its own block from `send` to
 * `receive` unless both are the same memory: a broadcast is in place with the root's vector as both
 * arrays, an all-gather with `send` at its place inside `receive`. Otherwise the arrays do not
 * overlap.
 *
 * `root` is a rank of `comm`, in an all-gather 0; it overrides a --root in the options' algorithm.
 * A row for hypercubes runs on any communicator of 2^d ranks; for all sizes "auto" also considers
 * the complete exchanges and the MPI library's own call. Options as in exchange.h, with in_place 0.
 *
 * Collective over `comm`, with the same movement, root, size and options everywhere; all ranks fail
 * together. CT_ERROR_ARGUMENT for a negative size, a root that is no rank, CT_EXCHANGE and
 * CT_POINT_TO_POINT, in_place, and arguments that differ between ranks; the rest as
 * ct_exchange_plan_create. The caller destroys the plan. */
ct_status ct_collective_plan_create(MPI_Comm comm, ct_pattern_kind movement, int root,
                                    ptrdiff_t bytes, const ct_exchange_options *options,
                                    ct_exchange_plan **plan);

/* As MPI_Bcast, MPI_Allgather, MPI_Gather and MPI_Scatter, MPI_IN_PLACE where those have it. Rules
 * as in alltoall.h: collective; the MPI library's own call for datatypes with gaps and
 * intercommunicators; all ranks fail together, with CT_ERROR_ARGUMENT for a negative count, a NULL
 * array, MPI_DATATYPE_NULL, a root that is no rank, and for roots or sizes that differ between
 * ranks. */
ct_status ct_broadcast(void *vector, int count, MPI_Datatype type, int root, MPI_Comm comm);
ct_status ct_allgather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                       int receive_count, MPI_Datatype receive_type, MPI_Comm comm);
ct_status ct_gather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                    int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm);
ct_status ct_scatter(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                     int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm);

CT_PUBLIC_END

#endif
