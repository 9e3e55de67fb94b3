/* Chooses the layout of a tile of lines in its buffer. */
#ifndef CT_FFT_LINES_TILE_LAYOUT_H
#define CT_FFT_LINES_TILE_LAYOUT_H

#include "fft/stages/stage.h"

/* Times both layouts of the tiles of a pass, rows and columns, and keeps the faster. Clears *all if
 * FFTW lacks a plan (for example under FFTW_WISDOM_ONLY). Local. CT_ERROR_MEMORY. */
ct_status ct_fft_tile_layout_choose(ct_fft_stage *stage, int index,
                                    const ct_fft_workspace *workspace, unsigned flags, int *all);

/* Creates FFTW's plans for the tiles' layout, usable with any thread's workspace; overwrites this
 * one. False if FFTW has none. Local. */
int ct_fft_tile_layout_plan(ct_fft_lines *lines, const ct_fft_workspace *workspace, unsigned flags);

#endif
