/* Chooses the method for a distributed axis. */
#ifndef CT_TRIDIAGONAL_CHOOSE_H
#define CT_TRIDIAGONAL_CHOOSE_H

#include <cornerturn/tridiagonal.h>

/* Callbacks to build, run and destroy plans of one method, given by plan.c. Collective. */
typedef struct ct_tridiagonal_trial {
    ct_status (*build)(MPI_Comm comm, const ct_tridiagonal_problem *problem,
                       const ct_tridiagonal_options *options, ct_tridiagonal_plan **plan);
    ct_status (*factorise)(ct_tridiagonal_plan *plan, const void *lower, const void *diagonal,
                           const void *upper);
    void (*destroy)(ct_tridiagonal_plan **plan);
} ct_tridiagonal_trial;

/* Sets what the plan has chosen. Collective. CT_ERROR_MEMORY, CT_ERROR_MPI, and errors of the
 * trial. */
ct_status ct_tridiagonal_choose(ct_tridiagonal_plan *plan, const ct_tridiagonal_problem *problem,
                                const ct_tridiagonal_options *options,
                                const ct_tridiagonal_trial *trial);

#endif
