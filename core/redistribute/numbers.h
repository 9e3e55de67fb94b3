/* What the options of a redistribution do to elements. Local, pure. */
#ifndef CT_REDISTRIBUTE_NUMBERS_H
#define CT_REDISTRIBUTE_NUMBERS_H

#include "kernels/conversion.h"

#include <cornerturn/redistribute.h>

/* Checks them, for elements of `element_bytes` in the input. CT_ERROR_ARGUMENT. */
ct_status ct_numbers_conversion(ptrdiff_t element_bytes, const ct_redistribute_options *options,
                                ct_conversion *conversion);

#endif
