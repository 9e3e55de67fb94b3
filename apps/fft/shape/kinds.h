/* Kinds of transform, an axis each. Local. */
#ifndef CT_APPS_FFT_SHAPE_KINDS_H
#define CT_APPS_FFT_SHAPE_KINDS_H

#include "apps/fft/shape/shape.h"

/* Sets the kinds of shape->problem from the config. CT_ERROR_CONFIG. */
ct_status fft_shape_kinds(const fft_config *config, int is_real, fft_shape *shape);

/* Checks that a problem can be planned. CT_ERROR_CONFIG naming the section of the config. */
ct_status fft_check_problem(const char *section, const ct_fft_problem *problem);

/* Points that are transformed together: the product over the transformed axes. */
double fft_transformed(const ct_fft_problem *problem);

/* "c2c c2c r2c", as the user has them. Returns `text`. */
enum { FFT_KINDS_BYTES = 32 };
const char *fft_kinds_text(const fft_shape *shape, char text[FFT_KINDS_BYTES]);

#endif
