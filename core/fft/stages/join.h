/*
 * Adjacent axes taken as one by a stage that transforms another one, or the first two: where an
 * array has the rows of an axis one after the other, that axis and the rows' are one axis of all
 * their positions. Tiles of it begin and end with cache lines even where rows do not, as those of
 * half spectra: second stage of r2c 256^3, two ranks, 13.1 ms by rows and 10.7 so, of c2c 22.
 * Local, pure.
 */
#ifndef CT_FFT_STAGES_JOIN_H
#define CT_FFT_STAGES_JOIN_H

#include "fft/stages/stage.h"

/* The axes, a bit each, that the stage takes as one with the next axis. */
unsigned ct_fft_joined_axes(const ct_fft_stage_plan *how);

/* Makes `box` and the strides of its memory those of joined axes: the first of two has one position
 * then, and the second those of both. The box is whole along all second axes. */
void ct_fft_join(unsigned joined, ct_box *box, ptrdiff_t stride[CT_MAX_AXES]);

/* Strides of a typical part of a layout in memory, `from` or `into`, the same on all ranks: of rank
 * 0's. */
void ct_fft_joined_strides(const ct_fft_stage_plan *how, const ct_ownership *layout,
                           unsigned joined, ptrdiff_t stride[CT_MAX_AXES]);

/* Joins the axes of the pieces of a view. */
void ct_fft_view_join(unsigned joined, ct_fft_view *view);

/* Joins the axes of the stage's work and of its views, which are there. */
void ct_fft_stage_join(ct_fft_stage *stage);

#endif
