/* What is known of how large a state can be. */
#ifndef CT_ADI_BOUNDS_H
#define CT_ADI_BOUNDS_H

#include <cornerturn/adi.h>

/* Found out when they began, or, of functions, noted in steps. */
typedef struct ct_adi_known {
    int is_known, is_conserved;
    double time;                             /* when they began */
    double level;                            /* largest of the state then, and at faces */
    double source, inflow;                   /* largest f; what a face is to the cells at it */
    double integral, absolute;               /* of u and |u| then */
    double source_integral, source_absolute; /* of f and |f| */
    double growth;                           /* largest of -sigma, from 0 */
    long long steps;
} ct_adi_known;

/* Takes note of what a step's boundary values can do to the state. Local. */
void ct_adi_bounds_note(ct_adi_plan *plan);

/* Of the whole box. Local. */
double ct_adi_volume(const ct_adi_plan *plan);

#endif
