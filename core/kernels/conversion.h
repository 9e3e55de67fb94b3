/*
 * What becomes of elements on their way from one array to another: conjugation, a factor, another
 * precision, addition to what is there. Copies between blocks (strided.h) do it while they read and
 * write, so it takes no pass of its own.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CT_KERNELS_CONVERSION_H
#define CT_KERNELS_CONVERSION_H

#include <cornerturn/precision.h>
#include <stddef.h>

/* What became of doubles that were rounded to floats. */
typedef struct ct_rounding {
    double worst;      /* largest relative error of those within the range of floats */
    double overflows;  /* finite doubles that became infinite */
    double underflows; /* those so small that floats have not all digits of them, or none */
} ct_rounding;

/* into = alpha op(from) + beta into, element by element. Arithmetic is in double precision and
 * rounded once, to that of `into`. */
typedef struct ct_conversion {
    ptrdiff_t from_bytes, into_bytes; /* of an element */
    int numbers;             /* of an element: 1 real, 2 complex (re, im), more: a vector of
                                reals; 0: bytes, which are copied */
    ct_precision from, into; /* of these numbers */
    int conjugates;
    ptrdiff_t sign_byte; /* of bytes to conjugate: the one whose highest bit is the sign of im */
    double alpha[2], beta[2]; /* complex, of complex elements; else the second is 0 */
    ct_rounding *rounding;    /* counts, where doubles become floats and nothing else is done; NULL:
                                 nobody asks */
} ct_conversion;

/* Elements of so many numbers (1 and 2 as above) of these precisions, with alpha 1 and beta 0; of
 * so many bytes. */
ct_conversion ct_conversion_numbers(int numbers, ct_precision from, ct_precision into);
ct_conversion ct_conversion_bytes(ptrdiff_t element_bytes);

/* Whether it changes nothing, so that bytes may be copied; whether it reads `into`. */
int ct_conversion_is_copy(const ct_conversion *conversion);
int ct_conversion_adds(const ct_conversion *conversion);

/* Converts `count` elements side by side, at any alignment. The arrays do not overlap, or are one
 * and elements have as many bytes in it. */
void ct_convert(const ct_conversion *conversion, ptrdiff_t count, const void *from, void *into);

#endif
