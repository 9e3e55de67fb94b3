/* Where coefficients are in the systems of stretched.h. */
#ifndef CT_POISSON_STRETCHED_PLACE_H
#define CT_POISSON_STRETCHED_PLACE_H

#include "poisson/divide.h"

/* A coefficient of this rank: its place, the eigenvalue of its other axes, and of systems that are
 * singular the number, else -1. */
typedef struct ct_poisson_place {
    ptrdiff_t element, row, singular, along;
    double value;
} ct_poisson_place;

/* Number `index` of the first `count` along each axis of this rank's. */
static inline ct_poisson_place ct_poisson_place_of(const ct_poisson_plan *plan,
                                                   const ptrdiff_t count[CT_MAX_AXES],
                                                   ptrdiff_t index) {
    const ct_poisson *p = &plan->problem;
    const ct_poisson_stretched *s = &plan->stretched;
    ct_poisson_place found = {.value = p->shift};
    ptrdiff_t number = 0;
    ptrdiff_t step = 1;
    ptrdiff_t stride = 1;
    for (int a = p->axes - 1; a >= 0; a--) {
        const ptrdiff_t at = s->box.first[a] + index % count[a];
        found.element += index % count[a] * stride;
        stride *= s->box.count[a];
        index /= count[a];
        found.along = a == plan->along ? at : found.along;
        if (a == s->axis) {
            found.row = at;
        } else {
            found.value += plan->value[a][at];
            if (p->boundary[a] == CT_BOUNDARY_NONE) {
                number += at * step;
                step *= p->extent[a];
            }
        }
    }
    found.singular = s->singular > 0 && !(found.value > 0) ? number : -1;
    return found;
}

#endif
