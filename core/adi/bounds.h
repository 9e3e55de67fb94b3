/* Data for bounds of the state. */
#ifndef CT_ADI_BOUNDS_H
#define CT_ADI_BOUNDS_H

#include <cornerturn/adi.h>

/* Set by ct_adi_bounds_begin; updated in steps for functions and boundary values. */
typedef struct ct_adi_known {
    int is_known, is_conserved;
    double time;                             /* of ct_adi_bounds_begin */
    double level;                            /* largest |u| then, and at faces */
    double source, inflow;                   /* largest |f|; largest flux into a cell at a face */
    double integral, absolute;               /* of u and |u| then */
    double source_integral, source_absolute; /* of f and |f| */
    double growth;                           /* largest of -sigma, from 0 */
    long long steps;
} ct_adi_known;

/* Where a negative sigma, a number, certainly makes u grow so fast that some step is past a pole of
 * the scheme: the shortest such step; else HUGE_VAL. The systems of that and of longer ones are not
 * positive definite, and a u that should grow changes its sign or decays. Local; the same on all
 * ranks. */
double ct_adi_bounds_longest(const ct_adi_plan *plan);

/* CT_ERROR_UNSUPPORTED where a step of dt is as long. Local; the same on all ranks. */
ct_status ct_adi_bounds_step(const ct_adi_plan *plan, double dt);

/* Updates the data for a step's boundary values. Local. */
void ct_adi_bounds_note(ct_adi_plan *plan);

#endif
