/*
 * Which problems this process has planned with measurements: wisdom of plans by ct_fft, which
 * FFTW's does not tell of. It is not exported.
 */
#ifndef CT_BINDINGS_FFTW_KNOWN_H
#define CT_BINDINGS_FFTW_KNOWN_H

#include "bindings/fftw/plan.h"

/* With FFTW_WISDOM_ONLY CT_ERROR_CONFIG, on all ranks, where some rank has not planned the problem
 * with as much rigour. Collective. */
ct_status ct_fftw_known_check(const ct_fftw_plan *plan);

/* Remembers a plan that was made. Local. */
void ct_fftw_known_add(const ct_fftw_plan *plan);

/* As FFTW forgets its wisdom. Local. */
void ct_fftw_known_forget(ct_precision precision);

#endif
