/*
 * A result between stages that is a little larger than the output, and what becomes of each of its
 * planes takes fewer bytes: coefficients before the last stage of c2r, n / 2 + 1 complex numbers a
 * row that become n real ones. It lies in the output, plane after plane, and the last planes spill
 * into an array of the plan: of 512^3 one in 257.
 *
 *   before   |0     |1     |2     |3       the others in CT_FFT_SPILL
 *   after    |0    |1    |2    |3    |4    |
 *
 * The last stage takes planes in order, on one thread, and reads each as a whole before it writes
 * what becomes of it: that ends before the next one begins. So c2r that keeps its input has no
 * array of the plan as large as its coefficients, whose pages are placed in 0.55 ms a MB. Local.
 */
#ifndef CT_FFT_STAGES_SPILL_H
#define CT_FFT_STAGES_SPILL_H

#include "fft/lines/view.h"
#include "fft/shape/route.h"

/* Whether a result may lie so in memory that has `room` for the output, which `last` makes. Pure.
 */
int ct_fft_spill_suits(const ct_ownership *result, const ct_ownership *room,
                       const ct_fft_leg *last);

/* What spills on a rank. */
ptrdiff_t ct_fft_spill_bytes(const ct_ownership *result, const ct_ownership *room, int rank);

/* As ct_fft_view_create, of which pieces that spill lie there; room NULL: none do. False without
 * memory. */
int ct_fft_spill_view(const ct_ownership *result, const ct_ownership *room, const ct_box *box,
                      int first_owner, int owners, ct_fft_view *view);

#endif
