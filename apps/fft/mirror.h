/* Hermitian symmetry of spectra of real data: half is computed, the rest is generated as conjugates
 * during writing. Local. */
#ifndef CT_APPS_FFT_MIRROR_H
#define CT_APPS_FFT_MIRROR_H

#include "apps/fft/shape/shape.h"

/* Most boxes of the conjugates of one box. */
enum { FFT_MIRROR_BOXES = 1 << (CT_MAX_AXES - 1) };

/* The boxes, with axes as in the file, of the conjugates of a box of the computed half (axes in
 * natural order). Returns their number. */
int fft_mirror_boxes(const fft_shape *shape, const ct_box *box, ct_box mirrored[FFT_MIRROR_BOXES]);

/* This rank's part of the computed half, and its box with axes as in the file. */
typedef struct fft_half {
    const fft_shape *shape;
    ct_box box;
    const void *at;
} fft_half;

/* Generates the elements of a part of such a mirrored box. `context`: fft_half. */
void fft_mirror_make(void *context, const ct_box *part, void *elements);

/* Number of conjugates of this rank's part that are not finite. */
double fft_mirror_not_finite(const fft_half *half);

#endif
