/* Spectra of real data, of which the coefficient of -k is the conjugate of that of k: half of one
 * is computed, the rest is made when it is written. Local. */
#ifndef CT_APPS_FFT_MIRROR_H
#define CT_APPS_FFT_MIRROR_H

#include "apps/fft/shape/shape.h"

/* Most boxes that the conjugates of one fill. */
enum { FFT_MIRROR_BOXES = 1 << (CT_MAX_AXES - 1) };

/* The conjugates that the result has of a box of the computed half (axes in natural order), in
 * boxes with axes as in the file; their number. */
int fft_mirror_boxes(const fft_shape *shape, const ct_box *box, ct_box mirrored[FFT_MIRROR_BOXES]);

/* The computed half at hand, and its box with axes as in the file. */
typedef struct fft_half {
    const fft_shape *shape;
    ct_box box;
    const void *at;
} fft_half;

/* Makes the elements of a part of such a mirrored box. `context`: fft_half. */
void fft_mirror_make(void *context, const ct_box *part, void *elements);

/* How many conjugates of the half at hand are not finite. */
double fft_mirror_not_finite(const fft_half *half);

#endif
