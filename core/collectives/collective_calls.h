/* What each of the collectives with MPI's arguments asks for; ct_call_reader of plan_cache.h. */
#ifndef CT_COLLECTIVES_COLLECTIVE_CALLS_H
#define CT_COLLECTIVES_COLLECTIVE_CALLS_H

#include "collectives/plan_cache.h"

void ct_read_alltoall(ct_call *call, int rank, int size);
void ct_read_alltoallv(ct_call *call, int rank, int size);
void ct_read_broadcast(ct_call *call, int rank, int size);
void ct_read_allgather(ct_call *call, int rank, int size);
void ct_read_gather(ct_call *call, int rank, int size);
void ct_read_scatter(ct_call *call, int rank, int size);

#endif
