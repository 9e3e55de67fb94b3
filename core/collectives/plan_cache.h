/*
 * The cache of plans of a communicator, for the calls with MPI's arguments. It goes with the
 * communicator.
 *
 * All ranks must take the same plan or none of them, whatever each was given. So a rank whose
 * arguments are those of the latest plan simply executes it, and one whose are not declines it, of
 * which all others hear. Whenever that happened, ranks agree by one word: which cached plans suit
 * them, and whether anything is wrong.
 */
#ifndef CT_COLLECTIVES_PLAN_CACHE_H
#define CT_COLLECTIVES_PLAN_CACHE_H

#include "collectives/call.h"

/* Reads the arguments of a call on a communicator of `size` ranks. */
typedef void ct_call_reader(ct_call *call, int rank, int size);

/* Executes a call by a plan from the cache, by a new one, or by MPI's own call: on an
 * intercommunicator, and where some rank's types or arrays are foreign. Collective; fails on all
 * ranks, or for MPI_COMM_NULL on this one. */
ct_status ct_plan_cache_call(ct_call *call, ct_call_reader *read);

#endif
