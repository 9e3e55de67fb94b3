/* What is known of ranks with whole fields before they have plans. Local. */
#ifndef CT_FFT_LINES_WHOLE_CHOICE_H
#define CT_FFT_LINES_WHOLE_CHOICE_H

#include "fft/lines/codelets/fields/fields.h"
#include "fft/plan.h"

/* Whether whole fields are transformed without stages, where that is faster. Ranks may differ in
 * threads, and so in this: all do so or none. Local. */
int ct_fft_is_whole(const ct_fft_plan *plan);

/* The fields of this rank. False: their axes are too many, or not the last ones. Local. */
int ct_fft_whole_fields(const ct_fft_plan *plan, ct_fft_fields_job *job);

/* Whether fields that kernels take may be faster by FFTW's measured plan (rival.h); the same on all
 * ranks. Local. */
int ct_fft_whole_has_rival(const ct_fft_plan *plan, const ct_fft_fields_job *job);

/* Bytes of this rank's input or output, as stages would see it. Local. */
ptrdiff_t ct_fft_whole_bytes(const ct_fft_plan *plan, int is_input);

#endif
