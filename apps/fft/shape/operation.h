/* The shape of operations on the spectrum: all but plain transforms. Local. */
#ifndef CT_APPS_FFT_SHAPE_OPERATION_H
#define CT_APPS_FFT_SHAPE_OPERATION_H

#include "apps/fft/shape/shape.h"
#include "io/array/info.h"

/* Completes a shape whose input is known. CT_ERROR_CONFIG; CT_ERROR_FILE where the data do not fit.
 */
ct_status fft_operation_shape(const fft_config *config, const ct_array_info *info,
                              const ct_array_info *second, fft_shape *shape);

#endif
