/*
 * Which problems were planned with measurements, by ct_fft. FFTW's wisdom tells of the lines that
 * it transforms, not of the whole. So each problem is an entry of its own in FFTW's wisdom, one
 * that is of no use to FFTW: it is exported, imported, broadcast and forgotten with the rest, and a
 * program without this library reads such wisdom as its own.
 */
#ifndef CT_BINDINGS_FFTW_KNOWN_H
#define CT_BINDINGS_FFTW_KNOWN_H

#include "bindings/fftw/plan.h"

/* With FFTW_WISDOM_ONLY CT_ERROR_CONFIG, on all ranks, where some rank does not know of the problem
 * with as much rigour. Collective. */
ct_status ct_fftw_known_check(const ct_fftw_plan *plan);

/* Remembers a plan that was made. Local. */
void ct_fftw_known_add(const ct_fftw_plan *plan);

#endif
