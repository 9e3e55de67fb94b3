/*
 * Optimistic calls: on a node, MPI's own call is entered before the ranks have agreed that all
 * calls match; the agreement is checked when it has ended.
 *
 * Valid where every rank sends something to every other, so that no rank leaves MPI's call before
 * all have entered. A rank whose call differs objects first. If others may have entered already, it
 * enters too: with its own arrays if block sizes match, else with scratch memory, and the call is
 * void on all ranks.
 */
#ifndef CT_COLLECTIVES_OPTIMISTIC_H
#define CT_COLLECTIVES_OPTIMISTIC_H

#include "collectives/call.h"
#include "exchange/plan.h"

/* How a rank's call compares with the expected one. */
typedef enum ct_likeness {
    CT_CALL_UNLIKE, /* or wrong */
    CT_CALL_ALIKE,  /* same block sizes, but arrays or types of another kind */
    CT_CALL_SAME
} ct_likeness;

typedef enum ct_outcome {
    CT_CALL_DONE,
    CT_CALL_CHANGED, /* done, but some rank's call was only CT_CALL_ALIKE */
    CT_CALL_VOID     /* not done: the receive array is undefined */
} ct_outcome;

/* Bits of a rank's vote: it enters MPI's call at once, as its call is CT_CALL_SAME; its blocks are
 * as large as the plan's. */
enum { CT_OPTIMISTIC_ENTERS = 1, CT_OPTIMISTIC_FITS = 2 };

/* Whether calls of the plan can be optimistic. Local; the same on all ranks, after a first vote. */
int ct_optimistic_serves(const ct_exchange_plan *plan);

/* Executes a call by `library`, prepared for the plan; the likeness says how this rank's call
 * compares. Collective; the outcome is the same on all ranks. */
ct_status ct_optimistic_execute(const ct_exchange_plan *plan, const ct_library *library,
                                const ct_call *call, ct_likeness likeness, ct_outcome *outcome);

/* The end of that, for a rank that does the rest itself (settled.h): the outcome of a call that
 * this rank has entered, or not. Collective. */
ct_status ct_optimistic_outcome(ct_context *context, int entered, ct_outcome *outcome);

#endif
