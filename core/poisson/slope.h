/*
 * The derivative of an array along an axis that has ends, at its own points. It is that of the
 * series of sines or cosines that the ends allow: sines become cosines and the reverse, so the
 * inverse transform is of another kind, and at nodes of another length. Along cells of any width it
 * is that of the parabola through the middles of three neighbours. Lines are made whole by one
 * redistribution, where they are not.
 */
#ifndef CT_POISSON_SLOPE_H
#define CT_POISSON_SLOPE_H

#include <cornerturn/poisson.h>

typedef struct ct_poisson_slope ct_poisson_slope;
struct ct_poisson_plan;

/* Along an axis of a plan's problem that is neither periodic nor unbounded, or is that of its
 * faces; of arrays in the plan's decomposition. Collective. */
ct_status ct_poisson_slope_create(struct ct_poisson_plan *plan, int axis, ct_poisson_slope **slope);

/* Replaces an array by its derivative. Collective. */
ct_status ct_poisson_slope_execute(ct_poisson_slope *slope, void *array);

void ct_poisson_slope_destroy(ct_poisson_slope **slope);

#endif
