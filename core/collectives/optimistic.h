/*
 * Optimistic calls: on a node, a call that goes by MPI's own begins without waiting for the ranks'
 * agreement that they all call alike, which is read when it has ended.
 *
 * That is sound where every rank sends something to every other: no rank can leave MPI's call
 * before all have entered it. A rank whose call is another objects first. Where others may have
 * entered by then, it joins them, with its own arrays if their blocks are as large, else with
 * scratch memory, in vain for all.
 */
#ifndef CT_COLLECTIVES_OPTIMISTIC_H
#define CT_COLLECTIVES_OPTIMISTIC_H

#include "collectives/call.h"
#include "exchange/plan.h"

/* How a rank's call compares with the one that all expect. */
typedef enum ct_likeness {
    CT_CALL_UNLIKE, /* or wrong */
    CT_CALL_ALIKE,  /* its blocks are as large, but its arrays or types are of another kind */
    CT_CALL_SAME
} ct_likeness;

typedef enum ct_outcome {
    CT_CALL_DONE,
    CT_CALL_CHANGED, /* done, but some rank's was merely alike */
    CT_CALL_VOID     /* not done: the receive array has any content */
} ct_outcome;

/* Whether calls by the plan can go by MPI's own so: the same on all ranks, after a first vote.
 * Local. */
int ct_optimistic_serves(const ct_exchange_plan *plan);

/* Executes a call, which the plan's is said to be like, by `library`, prepared for the plan.
 * Collective; the outcome is the same on all ranks. */
ct_status ct_optimistic_execute(const ct_exchange_plan *plan, const ct_library *library,
                                const ct_call *call, ct_likeness likeness, ct_outcome *outcome);

#endif
