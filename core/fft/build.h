/*
 * Building a plan whose grid and pipeline are known. A plan is begun, then has its steps; one for a
 * reduced shape has its reduction instead (single_axis/reduction.h).
 */
#ifndef CT_FFT_BUILD_H
#define CT_FFT_BUILD_H

#include "fft/plan.h"

/* Checks the arguments; finds out which ranks share nodes, the shape and the route. Collective; all
 * ranks fail together. */
ct_status ct_fft_build_begin(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options, ct_fft_plan **plan);

/* The steps, work arrays and FFTW's plans, by these options' grid and pipeline. Collective; all
 * ranks fail together, leaving what is there for destroy. */
ct_status ct_fft_build_steps(ct_fft_plan *plan, const ct_fft_options *options);

/* The addresses of the work arrays of all ranks. Collective. */
ct_status ct_fft_build_find_work(ct_fft_plan *plan);

/* A plan without reduction and private plan. Collective. Sets *plan to NULL. */
void ct_fft_build_destroy(ct_fft_plan **plan);

#endif
