/* Predicts the time of an execution. */
#ifndef CT_FFT_PREDICT_H
#define CT_FFT_PREDICT_H

#include "fft/plan.h"

/* Predicted seconds with the grid and the pipeline (at least 1) of some options, for rank 0, whose
 * part is the largest: memory traffic and arithmetic of stages, overlapped with slices sent to
 * other nodes; on one node, where lines are read where they are, of stages alone. HUGE_VAL where no
 * such plan exists. Local. */
double ct_fft_predict(const ct_fft_plan *plan, const ct_fft_options *options,
                      const ct_calibration *calibration);

#endif
