/* The error of a state and the work for it, for tests. */
#ifndef CT_ADI_QUERY_H
#define CT_ADI_QUERY_H

#include <cornerturn/adi.h>

/* Largest and root mean square (by volume) difference between the state and a quantity at its time.
 * Collective. */
ct_status ct_adi_difference(ct_adi_plan *plan, const ct_adi_quantity *wanted, double *largest,
                            double *mean_square_root);

/* How many multigrid hierarchies the plan has made. Local. */
int ct_adi_hierarchies(const ct_adi_plan *plan);

#endif
