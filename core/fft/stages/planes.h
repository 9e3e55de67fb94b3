/*
 * A stage whose lines are all in this rank's memory, at both ends: FFTW's own plans for planes of
 * all its axes, from array to array without tiles between. Local.
 */
#ifndef CT_FFT_STAGES_PLANES_H
#define CT_FFT_STAGES_PLANES_H

#include "fft/stages/stage.h"

/* FFTW's instructions want planes at multiples of so many bytes. */
enum { CT_FFT_PLANE_ALIGNMENT = 16 };

/* Decides whether the stage has such planes, where that is faster than its passes; `owner` is this
 * rank in its views, which are there; `result`: what the stage leaves (ct_fft_stage_result).
 * `preserves`: what it reads must not be overwritten. */
void ct_fft_planes_prepare(ct_fft_stage *stage, const ct_fft_stage_plan *how, const ct_box *result,
                           int owner, int preserves);

/* A plane of two axes as a whole; of vectors, with these as a batch. */
ct_fft_whole_job ct_fft_planes_both(const ct_fft_stage *stage);

/* From the first byte of a plane to its last in one of the stage's views, with gaps. */
ptrdiff_t ct_fft_planes_bytes(const ct_fft_stage *stage, const ct_fft_view *view);

/* Whether all blocks go by planes whose arrays are aligned; the passes, planned in any case, are
 * not worth much time then. */
int ct_fft_planes_serve(const ct_fft_stage *stage);

/* Whether planes multiply by the factor of the last pass in what they do anyway. */
int ct_fft_planes_scale(const ct_fft_stage *stage);

/* Creates the plans with FFTW's flags; overwrites the workspace. False if one is missing. */
int ct_fft_planes_plan(ct_fft_stage *stage, const ct_fft_workspace *workspace, unsigned flags);
void ct_fft_planes_destroy(ct_fft_stage *stage);

/* Transforms the planes of a block. False: they are not aligned as the plan wants them, or what
 * lies between their lines would be scaled, and nothing is done. `after`: the block that comes
 * after, or the same. */
int ct_fft_planes_run(const ct_fft_stage *stage, const ct_box *block, const ct_box *after,
                      const ct_fft_workspace *workspace);

#endif
