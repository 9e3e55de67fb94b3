/*
 * Where a plan's arrays lie, in the words of ct_fft: balanced blocks over a grid, or a
 * decomposition where the caller's blocks are of other sizes, or padded. Local unless said
 * otherwise.
 */
#ifndef CT_BINDINGS_FFTW_LAYOUT_H
#define CT_BINDINGS_FFTW_LAYOUT_H

#include "bindings/fftw/plan.h"
#include <cornerturn/fft.h>

/* The decompositions of input and output, which options of ct_fft refer to. */
typedef struct ct_fftw_layout {
    ct_decomposition side[2];
    ptrdiff_t *numbers; /* for bounds: of each side those of the parts, and two of each axis; freed
                           by its user */
} ct_fftw_layout;

/* Collective; all ranks fail together: CT_ERROR_MEMORY. */
ct_status ct_fftw_layout_create(const ct_fftw_plan *plan, ct_fftw_layout *made);

/* Side 0, the input, or 1, the output. `with_padding`: as the caller's array lies in memory; 0:
 * with its blocks, but dense. A single axis is left to ct_fft. */
void ct_fftw_layout_side(const ct_fftw_plan *plan, int at, int axes, int with_padding,
                         ct_fftw_layout *made, ct_fft_side *into);

#endif
