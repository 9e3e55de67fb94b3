/* FFTW's plans for the stages of a plan, and the buffers of its threads. */
#ifndef CT_FFT_LINES_LOCAL_H
#define CT_FFT_LINES_LOCAL_H

#include "fft/plan.h"

/* Creates buffers and FFTW's plans for all stages. Collective: rank 0 plans, the others import its
 * wisdom. */
ct_status ct_fft_local_create(ct_fft_plan *plan, const char *wisdom_file);
/* What executing unaligned arrays needs, when such arrays are first given. Local. */
ct_status ct_fft_local_unaligned(ct_fft_plan *plan);
void ct_fft_local_destroy(ct_fft_plan *plan);

#endif
