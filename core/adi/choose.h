/* Chooses the method for distributed axes. */
#ifndef CT_ADI_CHOOSE_H
#define CT_ADI_CHOOSE_H

#include <cornerturn/adi.h>

/* Callbacks to build, run and destroy whole plans of one method, given by plan.c. `build` takes a
 * checked problem. All are collective. */
typedef struct ct_adi_trial {
    ct_status (*build)(MPI_Comm comm, const ct_adi_problem *problem, const ct_adi_options *options,
                       ct_adi_plan **plan);
    ct_status (*step)(ct_adi_plan *plan, double dt);
    void (*destroy)(ct_adi_plan **plan);
} ct_adi_trial;

/* Sets the method of a plan with distribution, axes and exchange options. Collective.
 * CT_ERROR_MEMORY, CT_ERROR_MPI, and errors of `trial`. */
ct_status ct_adi_choose(ct_adi_plan *plan, const ct_adi_problem *problem,
                        const ct_adi_options *options, const ct_adi_trial *trial);

#endif
