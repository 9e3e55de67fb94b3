/*
 * The plan cache of a communicator, for the calls with MPI's arguments; freed with the
 * communicator.
 *
 * All ranks must use the same plan, whatever their arguments. A rank whose arguments match the
 * latest plan executes it; a rank with other arguments takes part but declines, which all ranks
 * learn. They then agree by one reduction of a word: which cached plans match, and whether
 * arguments are wrong.
 */
#ifndef CT_COLLECTIVES_PLAN_CACHE_H
#define CT_COLLECTIVES_PLAN_CACHE_H

#include "collectives/call.h"

/* Reads the arguments of a call on a communicator of `size` ranks. */
typedef void ct_call_reader(ct_call *call, int rank, int size);

/* Executes a call by a cached or a new plan, or by MPI's own call (on an intercommunicator, and
 * where some rank's types are not contiguous). Collective; all ranks fail together, or only this
 * one for MPI_COMM_NULL. What the MPI library is to do, and what is wrong on some rank, is left to
 * the call's caller if it has one; then this fails only after data may have moved. */
ct_status ct_plan_cache_call(ct_call *call, ct_call_reader *read);

#endif
