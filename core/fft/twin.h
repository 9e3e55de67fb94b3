/* A second plan with the same steps, exchanges and arrays in between, for batches of fields. */
#ifndef CT_FFT_TWIN_H
#define CT_FFT_TWIN_H

#include "fft/plan.h"

/* Makes it when it is first needed. None is where there is nothing to send. Collective; all ranks
 * fail together. */
ct_status ct_fft_twin_create(ct_fft_plan *plan);

#endif
