/* How algorithms write ranks as digits, and with that the parameters that choose bases: bits of a
 * power of two, factors of P, one radix. */
#ifndef CT_ALGORITHMS_DIGITS_H
#define CT_ALGORITHMS_DIGITS_H

#include <cornerturn/algorithm.h>

/* --partition 3,3: an ordered partition of the dimension d of 2^d ranks; of 0: 0. */
extern const ct_parameter ct_parameter_partition;

/* --factors 4,3,2: an ordered factorisation of P; of 1: 1. */
extern const ct_parameter ct_parameter_factors;

/* --radix 4: 2 .. P (2 for P = 1). Worth trying: all up to P = 40, beyond that powers of two, 3
 * and P. */
extern const ct_parameter ct_parameter_radix;

/* Whether the size is a power of two, as the `fits` of a row. */
int ct_fits_power_of_two(const ct_topology *topology);

/* The smallest divisor of `number` that is at least `least`, 1 .. number. O(sqrt(number)). */
int ct_divisor_from(int number, int least);

#endif
