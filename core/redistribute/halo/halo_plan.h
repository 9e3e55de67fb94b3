/* The inside of a halo plan. */
#ifndef CT_REDISTRIBUTE_HALO_PLAN_H
#define CT_REDISTRIBUTE_HALO_PLAN_H

#include "redistribute/halo/direct.h"
#include "redistribute/halo/packed.h"

struct ct_halo_plan {
    int arrays, axes;
    ct_halo_direct
        *direct; /* of the only array with all ranks, or of each with those of the node */
    int directs;
    ct_halo_packed packed;  /* of several arrays with the other ranks */
    ptrdiff_t *layer_first; /* apart: where layers begin, two for each axis of each box, and */
    ptrdiff_t layer_elements;

    /* Between start and the end. */
    int under_way;
    ct_status failed; /* of an exchange that has ended */
    void **array;     /* as they were given */
};

#endif
