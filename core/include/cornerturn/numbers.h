/*
 * Arithmetic on the way from one array to another: result = alpha op(A) + beta result, as pxtran
 * has it, with A and result in either precision.
 */
#ifndef CORNERTURN_NUMBERS_H
#define CORNERTURN_NUMBERS_H

#include <cornerturn/precision.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* What elements consist of. Arithmetic is in double precision and rounded once; a double too large
 * for a result in floats becomes infinite there, as in C. */
typedef struct ct_numbers {
    int parts;               /* 1: real; 2: complex (re, im) */
    ct_precision from, into; /* of the input and of the result */
    double alpha[2];         /* re and im, which is 0 for real numbers */
    double beta[2];          /* likewise; both 0: what the result holds before is not read */
} ct_numbers;

/* With alpha 1 and beta 0. Local. */
ct_numbers ct_numbers_real(ct_precision from, ct_precision into);
ct_numbers ct_numbers_complex(ct_precision from, ct_precision into);

CT_PUBLIC_END

#endif
