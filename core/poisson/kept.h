/*
 * The Green's function of unbounded axes, kept between solutions: a row along one axis is computed
 * when it is wanted for the first time. Modes k and -k share their numbers, so that with three
 * unbounded axes an eighth of the doubled domain's is kept, as many as the array has elements.
 */
#ifndef CT_POISSON_KEPT_H
#define CT_POISSON_KEPT_H

#include "poisson/unbounded.h"

#include <stdatomic.h>

typedef struct ct_poisson_kept {
    const ct_poisson_unbounded *function; /* NULL: nothing is kept */
    double scale;                         /* of what is kept */
    ptrdiff_t *same[CT_MAX_AXES];         /* of each mode: the first with its numbers, */
    ptrdiff_t distinct[CT_MAX_AXES];      /* which is below this */
    double *_Atomic *rows[CT_MAX_AXES]; /* along the axis, at modes of the others; NULL: not wanted
                                           yet */
} ct_poisson_kept;

/* Keeps a function, which it refers to, times a scale. Local. CT_ERROR_MEMORY. */
ct_status ct_poisson_kept_create(const ct_poisson *p, const ct_poisson_unbounded *function,
                                 double scale, ct_poisson_kept *kept);

/* The numbers along `inner` at a mode of the others; that of mode i is at same[inner][i]. By
 * several threads at a time. NULL: no memory for it. */
const double *ct_poisson_kept_row(ct_poisson_kept *kept, const ptrdiff_t at[CT_MAX_AXES],
                                  int inner);

void ct_poisson_kept_free(ct_poisson_kept *kept);

#endif
