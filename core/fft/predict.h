/* What an execution takes by the model. */
#ifndef CT_FFT_PREDICT_H
#define CT_FFT_PREDICT_H

#include "fft/plan.h"

/* Seconds of an execution with the grid and the pipeline (at least 1) of some options, by the model
 * on what rank 0 has, which is most: stages move their part through memory and calculate; slices
 * that go to other nodes are on their way while the next are transformed. HUGE_VAL where such a
 * plan cannot be made. Local. */
double ct_fft_predict(const ct_fft_plan *plan, const ct_fft_options *options,
                      const ct_calibration *calibration);

#endif
