/* Numbers to transform, and what rounding may make of one. */
#ifndef CT_TESTS_FFT_SAMPLES_H
#define CT_TESTS_FFT_SAMPLES_H

#include "fft/numbers.h"

#include <float.h>

/* Between -1 and 1, without a pattern that a transform would show. */
static inline double sample_at(ptrdiff_t i) {
    return (double)((i * 7919 + 104729) % 1000) / 500 - 1;
}

static inline double rounding_of(ct_precision precision) {
    return precision == CT_FLOAT ? (double)FLT_EPSILON : DBL_EPSILON;
}

#endif
