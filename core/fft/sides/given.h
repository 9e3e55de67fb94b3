/* Sides of a transform that the caller gives as decompositions. */
#ifndef CT_FFT_SIDES_GIVEN_H
#define CT_FFT_SIDES_GIVEN_H

#include "fft/plan.h"

#include <stdint.h>

/* Fails where options give decompositions on some ranks only, or besides a grid or an order.
 * Collective. */
ct_status ct_fft_given_check(MPI_Comm comm, const ct_fft_problem *problem,
                             const ct_fft_options *options);

/* Takes what is given, once the plan has its shape and knows whether it is shared, and makes the
 * plan's options show copies. Collective; all ranks fail together. */
ct_status ct_fft_given_create(ct_fft_plan *plan, const ct_fft_options *options);
void ct_fft_given_destroy(ct_fft_plan *plan);

/* Hashes what is given into a key for the tuning file; the same on all ranks. */
uint64_t ct_fft_given_hash(const ct_fft_plan *plan, uint64_t hash);

/* The options of a plan for another plan with the same sides: of what stages and exchanges see, not
 * of arrays that are redistributed before. */
ct_fft_options ct_fft_given_options(const ct_fft_plan *plan);

#endif
