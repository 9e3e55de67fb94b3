/* Internal queries of a plan. */
#ifndef CT_FFT_QUERY_H
#define CT_FFT_QUERY_H

#include "fft/plan.h"

/* The layout of the input or output; a rank's box there, with a split axis as one. Local. */
const ct_ownership *ct_fft_layout_at(const ct_fft_plan *plan, int is_input);
ct_box ct_fft_box_at(const ct_fft_plan *plan, int is_input, int rank);

#endif
