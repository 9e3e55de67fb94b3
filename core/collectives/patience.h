/*
 * When a plan is worth making, for a caller that can do without one: when the same call was asked
 * for before, not long ago, and plans made so far have been used often enough. Ranks decide by the
 * calls they make together, so each needs to bring only its own part. Local.
 */
#ifndef CT_COLLECTIVES_PATIENCE_H
#define CT_COLLECTIVES_PATIENCE_H

#include "collectives/call.h"

#include <stdint.h>

enum { CT_PATIENCE_SHAPES = 8 };

typedef struct ct_patience {
    uint64_t seen[CT_PATIENCE_SHAPES]; /* hashes of the shapes asked for, the latest first */
    uint64_t made, used;               /* plans, and calls done by them */
} ct_patience;

/* Whether this rank has been asked for the shape before and a plan is affordable. Notes the shape.
 */
int ct_patience_ends(ct_patience *patience, const ct_call_shape *shape, int size);

#endif
