/*
 * Batches of small fields, complex or real: as many at once as fill a part of the first-level cache
 * go through all their axes there, or a larger one through the second-level cache, while the next
 * ones are fetched. No plan of FFTW's is needed, and arrays may begin anywhere.
 *
 * Complex fields of three axes leave along the first one if their rows are whole cache lines,
 * others along the last. Real rows of 2 H numbers are taken as complex ones of H, as in planes
 * (plane.h), and separated last or combined first. Local.
 */
#ifndef CT_FFT_LINES_CODELETS_FIELDS_H
#define CT_FFT_LINES_CODELETS_FIELDS_H

#include "fft/lines/library.h"

enum { CT_FFT_FIELDS_AXES = 3 };

typedef struct ct_fft_fields ct_fft_fields;

/* A batch of dense fields in C order. */
typedef struct ct_fft_fields_job {
    ct_precision precision;
    ct_fft_class class;     /* complex, or real along the last axis */
    ct_direction direction; /* of complex ones */
    int axes;
    ptrdiff_t extent[CT_FFT_FIELDS_AXES];
    ptrdiff_t fields; /* about so many are transformed at once */
    double factor;    /* of the results */
    int streams;      /* these are better written past the cache; not in place */
} ct_fft_fields_job;

/* Whether such fields, however many, have kernels on this processor. */
int ct_fft_fields_suit(const ct_fft_fields_job *job);

/* NULL: they have none, or there is no memory. The caller frees it. */
ct_fft_fields *ct_fft_fields_create(const ct_fft_fields_job *job);

/* Bytes of the work array of an execution, which begins with a cache line. */
ptrdiff_t ct_fft_fields_work_bytes(const ct_fft_fields *fields);

/* `count` fields from number `first` on; apart or, all of them, in place, where results that are
 * larger than what they are made from begin there too. */
void ct_fft_fields_run(const ct_fft_fields *fields, ptrdiff_t first, ptrdiff_t count,
                       const void *input, void *output, void *work);

#endif
