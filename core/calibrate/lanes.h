/*
 * Lanes: the kinds of communication between two ranks that a calibration times, each with arrays
 * and a plan.
 */
#ifndef CT_CALIBRATE_LANES_H
#define CT_CALIBRATE_LANES_H

#include "node/context.h"

#include <cornerturn/calibrate.h>
#include <cornerturn/exchange.h>
#include <stddef.h>

enum { CT_LANES = 5 };

typedef struct ct_lane {
    int way;       /* index of its curve */
    int mine;      /* this rank has a partner */
    int runs;      /* it runs at the current size */
    int messages;  /* that a rank sends in a run */
    MPI_Comm comm; /* one of the lanes' */
    void *send, *receive;
    ct_exchange_plan *plan;
} ct_lane;

typedef struct ct_lanes {
    ct_context *context;
    MPI_Comm comm;               /* of it */
    MPI_Comm neighbours, across; /* a pair of ranks on one node, on two nodes; or this rank alone */
    ptrdiff_t most_bytes, block_bytes; /* of a message: the most, now */
    int count;
    ct_lane lane[CT_LANES]; /* the same on all ranks */
} ct_lanes;

/* Lanes for messages of up to `most_bytes`. Collective; all ranks fail together. CT_ERROR_MEMORY.
 */
ct_status ct_lanes_create(MPI_Comm comm, ptrdiff_t most_bytes, ct_lanes *lanes);
void ct_lanes_destroy(ct_lanes *lanes);

/* Creates plans for messages of this size. Collective. */
ct_status ct_lanes_prepare(ct_lanes *lanes, ptrdiff_t block_bytes);

/* Runs a lane once, for ct_race; the context is the lanes. */
ct_status ct_lanes_run(void *context, int index);

/* The curve of a calibration that a lane is for. */
ct_curve *ct_lane_curve(ct_calibration *calibration, const ct_lane *lane);

#endif
