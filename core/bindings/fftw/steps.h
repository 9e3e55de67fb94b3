/* Plans as steps: by ct_fft where it has the transform, else by FFTW's own and redistributions. */
#ifndef CT_BINDINGS_FFTW_STEPS_H
#define CT_BINDINGS_FFTW_STEPS_H

#include "bindings/fftw/plan.h"

/* Adds all steps of a plan whose problem, sides and arrays are set. CT_ERROR_CONFIG where FFTW has
 * no plan. Collective. */
ct_status ct_fftw_steps_add(ct_fftw_plan *plan);

/* The same for a problem that suits ct_fft, on the caller's arrays where all ranks reach them;
 * *added is 0 where it does not suit. Collective. */
ct_status ct_fftw_transform_add(ct_fftw_plan *plan, int *added);

/* The route for these arrays, which is made if need be. Collective. */
ct_status ct_fftw_transform_route(ct_fftw_plan *plan, void *input, void *output,
                                  const ct_fftw_route **route);

/* A step that is not yet filled in. Local. */
ct_fftw_step *ct_fftw_step_add(ct_fftw_route *route, ct_fftw_memory from, ct_fftw_memory into);

/* Bytes of this rank's part of a side. Local. */
ptrdiff_t ct_fftw_bytes(const ct_fftw_plan *plan, const ct_fftw_side *side);

/* Allocates one of the plan's arrays. Collective. */
ct_status ct_fftw_work_alloc(ct_fftw_plan *plan, ct_fftw_memory memory, ptrdiff_t bytes);

#endif
