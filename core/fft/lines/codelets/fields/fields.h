/*
 * Batches of small fields, complex or real: as many at once as fill a part of the first-level cache
 * go through all their axes there, or a larger one through the second-level cache, while the next
 * ones are fetched. No plan of FFTW's is needed, and arrays may begin anywhere.
 *
 * Small complex fields lie side by side in the lanes of registers: all their axes are columns.
 * Complex fields of three axes leave along the first one if their rows are whole cache lines,
 * others along the last. Real rows of 2 H numbers are taken as complex ones of H, as in planes
 * (plane.h), and separated last or combined first. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_FIELDS_H
#define CT_FFT_LINES_CODELETS_FIELDS_H

#include "fft/lines/codelets/fields/shape.h"

typedef struct ct_fft_fields ct_fft_fields;

/* NULL: they have none, or there is no memory. The caller frees it. */
ct_fft_fields *ct_fft_fields_create(const ct_fft_fields_job *job);

/* Bytes of the work array of an execution, which begins with a cache line. */
ptrdiff_t ct_fft_fields_work_bytes(const ct_fft_fields *fields);

/* Whether results are written past the cache. */
int ct_fft_fields_stream(const ct_fft_fields *fields);

/* `count` fields from number `first` on; apart or, all of them, in place, where results that are
 * larger than what they are made from begin there too. */
void ct_fft_fields_run(const ct_fft_fields *fields, ptrdiff_t first, ptrdiff_t count,
                       const void *input, void *output, void *work);

#endif
