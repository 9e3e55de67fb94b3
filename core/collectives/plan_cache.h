/*
 * The cache of plans of a communicator, for the calls with MPI's arguments.
 *
 * All ranks must take the same plan or none of them, whatever each was given. So a rank whose
 * arguments are those of the latest plan simply executes it, and one whose are not declines it, of
 * which all others hear. Whenever that happened, ranks agree by one word: which cached plans suit
 * them, and whether anything is wrong.
 */
#ifndef CT_COLLECTIVES_PLAN_CACHE_H
#define CT_COLLECTIVES_PLAN_CACHE_H

#include "collectives/call.h"

typedef struct ct_plan_cache ct_plan_cache;

/* The cache of a communicator, created by the first look-up; NULL for an intercommunicator. Freed
 * with the communicator. Collective when it creates. */
ct_status ct_plan_cache_of(MPI_Comm comm, ct_plan_cache **cache);

/* This rank in the communicator, and its ranks. Local. */
int ct_plan_cache_rank(const ct_plan_cache *cache);
int ct_plan_cache_size(const ct_plan_cache *cache);

/* Executes the call, or tells all ranks that the library must. Collective; fails on all ranks. */
ct_status ct_plan_cache_execute(ct_plan_cache *cache, ct_call *call, int *by_library);

#endif
