/* Shapes of fields of a batch (fields.h): which have kernels, and what they are to those. Local. */
#ifndef CT_FFT_LINES_CODELETS_FIELDS_SHAPE_H
#define CT_FFT_LINES_CODELETS_FIELDS_SHAPE_H

#include "fft/lines/library/library.h"

enum { CT_FFT_FIELDS_AXES = 3 };

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
    int are_lanes;    /* 0; set by ct_fft_fields_in_rows */
} ct_fft_fields_job;

/* Whether such fields, however many, have kernels on this processor. */
int ct_fft_fields_suit(const ct_fft_fields_job *job);

/* The same job; of small complex fields of several axes, with all their points as a row: then they
 * lie side by side in the lanes of registers, and each axis has columns. */
ct_fft_fields_job ct_fft_fields_in_rows(const ct_fft_fields_job *job);

/* Bytes of a complex number. */
ptrdiff_t ct_fft_fields_number_bytes(const ct_fft_fields_job *job);

/* Complex numbers of a row. */
ptrdiff_t ct_fft_fields_points(const ct_fft_fields_job *job);

/* Rows of a field, and those that are transformed at once. */
ptrdiff_t ct_fft_fields_rows(const ct_fft_fields_job *job);
ptrdiff_t ct_fft_fields_rows_at_once(const ct_fft_fields_job *job);

/* Bytes of the work array from row to row: of real rows with one number more; an odd number of
 * cache lines where columns would be in few sets of the first-level cache. */
ptrdiff_t ct_fft_fields_step(const ct_fft_fields_job *job);

#endif
