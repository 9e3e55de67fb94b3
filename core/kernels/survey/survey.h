/*
 * Reductions over an array of numbers at memory bandwidth: largest, finite, squares. Local and
 * pure.
 */
#ifndef CT_KERNELS_SURVEY_H
#define CT_KERNELS_SURVEY_H

#include <cornerturn/precision.h>
#include <stddef.h>

typedef struct ct_survey {
    double largest; /* magnitude, including infinities, without NaN */
    int is_finite;  /* whether all are */
} ct_survey;

/* Passes over `count` real numbers, or elements, of one precision. */
typedef struct ct_survey_passes {
    ct_survey (*survey)(const void *numbers, ptrdiff_t count);

    /* Sum of the squares of numbers times `factor`, in double precision. */
    double (*squares)(const void *numbers, ptrdiff_t count, double factor);

    /* Number of elements, of `parts` numbers each, that are not finite; *first is the first one, or
     * `count`.
     */
    ptrdiff_t (*not_finite)(const void *elements, ptrdiff_t count, int parts, ptrdiff_t *first);
} ct_survey_passes;

extern const ct_survey_passes ct_survey_double, ct_survey_float;

static inline const ct_survey_passes *ct_survey_passes_of(ct_precision precision) {
    return precision == CT_FLOAT ? &ct_survey_float : &ct_survey_double;
}

#endif
