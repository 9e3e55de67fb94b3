/* The memory of the round-trip check (fft.h). */
#ifndef CT_FFT_VERIFY_H
#define CT_FFT_VERIFY_H

#include <cornerturn/fft.h>

/* Bytes of this rank's memory that ct_fft_round_trip_error takes while it lasts: the array that
 * comes back, and the plan that brings it. Plans it. Collective. */
ct_status ct_fft_round_trip_bytes(const ct_fft_plan *plan, double *bytes);

#endif
