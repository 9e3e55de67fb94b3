/*
 * Rader's transform (Proceedings of the IEEE 56, 1968) of a prime number of points, p, by all ranks
 * of a node: with a generator g modulo p, coefficient g^-q is x(0) + sum over r of x(g^r)
 * w(g^(r-q)), a cyclic convolution of p - 1 points, half as many as with a chirp.
 */
#ifndef CT_FFT_SINGLE_AXIS_RADER_H
#define CT_FFT_SINGLE_AXIS_RADER_H

#include "fft/plan.h"

#include <complex.h>

/* A number, by its place in a rank's array. */
typedef struct ct_fft_element {
    int rank, at;
} ct_fft_element;

typedef struct ct_fft_rader {
    ptrdiff_t sources, results; /* that this rank has, of the convolution and of coefficients */
    ct_fft_element *source;     /* of the input, that each number of the convolution is; or NULL */
    ct_fft_element *result;     /* of the convolution, that each coefficient is */
    int is_first;               /* this rank has coefficient 0 */
    double complex zeroth;      /* of the input, */
    double complex sum;         /* and coefficient 0, in this execution */
} ct_fft_rader;

/* Points of the convolution for a begun plan of a reduced shape; 0 where it cannot be used: for
 * other kinds, with padding, unless p is prime and p - 1 has small factors, and where arrays are
 * not shared. Local. */
ptrdiff_t ct_fft_rader_points(const ct_fft_plan *plan);

/* Creates the tables and, in the plan's work array, the kernel, divided by the points of the
 * convolution, whose plan is given. Local. CT_ERROR_MEMORY: the caller destroys what exists. */
ct_status ct_fft_rader_create(const ct_fft_plan *plan, const ct_fft_plan *convolution,
                              ct_fft_rader *rader);
void ct_fft_rader_destroy(ct_fft_rader *rader);

/* Bytes that this rank reads from other ranks' arrays by them. Local. */
double ct_fft_rader_foreign_bytes(const ct_fft_rader *rader, const ct_fft_plan *plan);

/* Before and after the convolution of the numbers in the plan's work array. Local. */
void ct_fft_rader_gather(const ct_fft_plan *plan, ct_fft_rader *rader);
void ct_fft_rader_scatter(const ct_fft_plan *plan, const ct_fft_rader *rader);

/* Coefficient 0 of the convolution, on the rank that has number 0 of the input: before it is
 * multiplied by the kernel, it is coefficient 0 of the result but for that number; which is added
 * to it afterwards, and thus to each number of the convolution. Local. */
void ct_fft_rader_add_up(ct_fft_rader *rader, ct_precision precision, const void *coefficient);
void ct_fft_rader_add_zeroth(const ct_fft_rader *rader, ct_precision precision, void *coefficient);

#endif
