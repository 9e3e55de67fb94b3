/* Doubles rounded to floats, with an account of what that loses. Local, pure. */
#ifndef CT_KERNELS_ROUNDING_H
#define CT_KERNELS_ROUNDING_H

#include "kernels/conversion.h"

/* Rounds `count` numbers side by side, at any alignment, and adds to *rounding. NaN and infinite
 * numbers stay what they are, and lose nothing. */
void ct_round(ptrdiff_t count, const void *from, void *into, ct_rounding *rounding);

#endif
