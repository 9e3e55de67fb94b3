/* Long lines as split axes (split.h). Local, pure. */
#ifndef CT_FFT_SHAPE_SPLIT_LONG_H
#define CT_FFT_SHAPE_SPLIT_LONG_H

#include "fft/shape/split.h"
#include <cornerturn/fft.h>

/* Splits an axis of up to three, or one rank's only one, if it is so long that this is faster, for
 * ranks that share memory and what the options say of both sides. */
void ct_fft_split_long(ct_fft_shape *shape, int size, const ct_fft_options *options);

#endif
