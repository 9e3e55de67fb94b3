/* What is known of how large a state can be. */
#ifndef CT_ADI_BOUNDS_H
#define CT_ADI_BOUNDS_H

#include <cornerturn/adi.h>

/* Found when the bounds began or, of functions and boundary values, noted in steps. */
typedef struct ct_adi_known {
    int is_known, is_conserved;
    double time;                             /* when they began */
    double level;                            /* largest of the state then, and at faces */
    double source, inflow;                   /* largest f; largest flux into a cell at a face */
    double integral, absolute;               /* of u and |u| then */
    double source_integral, source_absolute; /* of f and |f| */
    double growth;                           /* largest of -sigma, from 0 */
    long long steps;
} ct_adi_known;

/* Takes note of what a step's boundary values can do to the state. Local. */
void ct_adi_bounds_note(ct_adi_plan *plan);

#endif
