/*
 * The plans that a communicator keeps for calls with MPI's arguments, freed with it.
 */
#ifndef CT_COLLECTIVES_PLAN_STORE_H
#define CT_COLLECTIVES_PLAN_STORE_H

#include "collectives/call.h"
#include "collectives/patience.h"
#include "collectives/selection.h"
#include "exchange/plan.h"
#include "node/context.h"
#include "node/segment.h"

enum { CT_STORED_PLANS = 8 };

typedef struct ct_stored_plan {
    ct_exchange_plan *plan;
    ct_prepared library; /* MPI's own call, which the plan is timed against */
    ct_selection selection;
    ct_call_shape shape;
    int *numbers; /* of the shape */
} ct_stored_plan;

typedef struct ct_plan_store {
    ct_context *context;                   /* which owns this */
    ct_place_lookup sent;                  /* of the latest send array */
    ct_stored_plan plans[CT_STORED_PLANS]; /* the latest first; the same on all ranks */
    int count;
    int in_turn; /* the latest call used the latest plan */
    ct_patience patience;
    void (*leave)(const struct ct_plan_store *store); /* called before it is freed; or NULL */
} ct_plan_store;

/* Looks up a communicator's plans, creating the store at first; NULL for an intercommunicator.
 * Collective at a communicator's first call, then local. */
ct_status ct_plan_store_of(MPI_Comm comm, ct_plan_store **store);

/* Whether the ranks of the node can read a send array in place; true for NULL. Local. */
int ct_plan_store_reads(ct_plan_store *store, const void *send);

/* Moves a plan from its place, or a new one, to the front. Local. */
void ct_plan_store_first(ct_plan_store *store, int place, const ct_stored_plan *plan);

/* Creates the plan of a call and puts it first. Collective; all ranks fail together. */
ct_status ct_plan_store_add(ct_plan_store *store, const ct_call *call);

#endif
