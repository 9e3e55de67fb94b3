/*
 * Builds a plan with known grid and pipeline: ct_fft_build_begin, then ct_fft_build_steps or, for a
 * reduced shape, the reduction (single_axis/reduction.h).
 */
#ifndef CT_FFT_BUILD_H
#define CT_FFT_BUILD_H

#include "fft/plan.h"

/* Checks the arguments; finds nodes, shape and route. returns: the plan will go to the other side
 * and back, which no split axis does (filter.h). Collective; all ranks fail together. */
ct_status ct_fft_build_begin(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, int returns, ct_fft_plan **plan);

/* Creates the steps, work arrays and FFTW's plans for these options' grid and pipeline. Collective;
 * all ranks fail together; the caller destroys the plan after a failure too. */
ct_status ct_fft_build_steps(ct_fft_plan *plan, const ct_fft_options *options);

/* Finds the addresses of all ranks' work arrays. Collective. */
ct_status ct_fft_build_find_work(ct_fft_plan *plan);

/* Destroys a plan but for its reduction and private plan. Collective. Sets *plan to NULL. */
void ct_fft_build_destroy(ct_fft_plan **plan);

#endif
