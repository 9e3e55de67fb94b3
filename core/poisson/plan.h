/* Parts of a plan, for who transforms by himself. */
#ifndef CT_POISSON_PLAN_H
#define CT_POISSON_PLAN_H

#include <cornerturn/poisson.h>

/* A plan of the systems of a problem with faces, for coefficients as of ct_poisson_stretched_fit.
 * Collective; arguments and errors as of ct_poisson_plan_create. */
ct_status ct_poisson_systems_create(MPI_Comm comm, const ct_poisson *problem,
                                    const int grid[CT_MAX_AXES], ct_box box,
                                    const ct_exchange_options *exchange, ct_poisson_plan **plan);

/* The transform along all axes of a problem but that of its faces. Local. */
ct_fft_problem ct_poisson_transform_of(const ct_poisson *p);

#endif
