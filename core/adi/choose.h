/* Which method a plan takes where axes are distributed. */
#ifndef CT_ADI_CHOOSE_H
#define CT_ADI_CHOOSE_H

#include <cornerturn/adi.h>

/* How measuring builds, runs and destroys whole plans of one method: plan.c tells, which calls
 * ct_adi_choose. `build` takes a problem that was checked. All are collective. */
typedef struct ct_adi_trial {
    ct_status (*build)(MPI_Comm comm, const ct_adi_problem *problem, const ct_adi_options *options,
                       ct_adi_plan **plan);
    ct_status (*step)(ct_adi_plan *plan, double dt);
    void (*destroy)(ct_adi_plan **plan);
} ct_adi_trial;

/* Sets the method of a plan that has its distribution, axes and exchange options. Measuring leaves
 * no trace in it. Collective. CT_ERROR_MEMORY, CT_ERROR_MPI, and what `trial` fails with. */
ct_status ct_adi_choose(ct_adi_plan *plan, const ct_adi_problem *problem,
                        const ct_adi_options *options, const ct_adi_trial *trial);

#endif
