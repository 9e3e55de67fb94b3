/* Real numbers of either precision, computed with as doubles. */
#ifndef CT_FFT_NUMBERS_H
#define CT_FFT_NUMBERS_H

#include <cornerturn/precision.h>
#include <stddef.h>

static inline ptrdiff_t ct_real_bytes(ct_precision precision) {
    return precision == CT_FLOAT ? sizeof(float) : sizeof(double);
}

static inline double ct_real_at(const void *array, ptrdiff_t i, ct_precision precision) {
    return precision == CT_FLOAT ? (double)((const float *)array)[i] : ((const double *)array)[i];
}

static inline void ct_real_set(void *array, ptrdiff_t i, ct_precision precision, double number) {
    if (precision == CT_FLOAT) {
        ((float *)array)[i] = (float)number;
    } else {
        ((double *)array)[i] = number;
    }
}

#endif
