/* The shape of convolutions and correlations. Local. */
#ifndef CT_APPS_FFT_SHAPE_PRODUCT_H
#define CT_APPS_FFT_SHAPE_PRODUCT_H

#include "apps/fft/shape/shape.h"
#include "io/array/info.h"

/* Sets both problems, their padding and the output's extents. CT_ERROR_CONFIG; CT_ERROR_FILE where
 * the second dataset does not fit. */
ct_status fft_product_shape(const fft_config *config, const ct_array_info *second,
                            fft_shape *shape);

#endif
