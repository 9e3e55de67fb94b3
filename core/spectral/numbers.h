/* Rows of coefficients of either precision times rows of doubles. Local and pure. */
#ifndef CT_SPECTRAL_NUMBERS_H
#define CT_SPECTRAL_NUMBERS_H

#include <cornerturn/fft_problem.h>

/* Computes in double and rounds once: a factor may be outside the precision's range. */
typedef struct ct_spectral_numbers {
    ptrdiff_t real_bytes;

    /* Numbers, `parts` to a coefficient, times one factor a coefficient. */
    void (*scale)(void *row, ptrdiff_t count, int parts, const double *factor);

    /* Complex coefficients times i and one factor each. */
    void (*times_i)(void *row, ptrdiff_t count, const double *factor);

    /* Complex coefficients times those of `other` (sign -1: conjugated) and (cosine, sine). */
    void (*multiply)(void *row, ptrdiff_t count, const void *other, double sign,
                     const double *cosine, const double *sine);

    /* Squares of magnitudes times `factor`. */
    void (*squares)(const void *row, ptrdiff_t count, int parts, double factor, double *square);

    /* The magnitude of one coefficient. */
    double (*magnitude)(const void *coefficient, int parts);
} ct_spectral_numbers;

extern const ct_spectral_numbers ct_spectral_double, ct_spectral_float;

static inline const ct_spectral_numbers *ct_spectral_of(ct_precision precision) {
    return precision == CT_FLOAT ? &ct_spectral_float : &ct_spectral_double;
}

#endif
