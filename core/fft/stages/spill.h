/*
 * A result between stages that is a little larger than the output, and what becomes of each of its
 * planes takes fewer bytes: coefficients before the last stage of c2r, n / 2 + 1 complex numbers a
 * row that become n real ones. It lies in the output, plane after plane, and the last planes spill
 * into an array of the plan: of 512^3 one in 257.
 *
 *   before   |0     |1     |2     |3       the others in CT_FFT_SPILL
 *   after    |0    |1    |2    |3    |4    |
 *
 * The last stage takes planes in order, and reads each as a whole before it writes what becomes of
 * it: that ends before the next one begins, and of several threads each waits until planes before
 * its own are read (base/threads/sequence.h). So c2r that keeps its input has no array of the plan
 * as large as its coefficients, whose pages are placed in 0.55 ms a MB.
 *
 * Where planes are no planes in memory, or ranks share their rows, of each row the last coefficient
 * spills instead, for n even:
 *
 *   before   |0 .. n/2-1   |0 .. n/2-1   |0 .. n/2-1   n/2 of each in CT_FFT_SPILL
 *   after    |0 ..    n-1  |0 ..    n-1  |0 ..    n-1
 *
 * Then each row is written where it was read, in any order. FFTW's planes and ours do not take such
 * rows.
 *
 * In place, where rows of real numbers are dense, planes move in the same way without any array of
 * the plan: from coefficients to real numbers as above, the first plane first; the other way round
 * the last one first, so that what becomes of a plane begins where none before it ends. Local.
 */
#ifndef CT_FFT_STAGES_SPILL_H
#define CT_FFT_STAGES_SPILL_H

#include "fft/shape/route.h"
#include "fft/stages/stage.h"

struct ct_fft_plan;

/* The room for a result in the output, which `last` makes: of planes, where that will do, else of
 * rows; layout NULL: there is none. The same on all ranks. */
ct_fft_room ct_fft_spill_room(const struct ct_fft_plan *plan, const ct_ownership *result,
                              const ct_ownership *output, const ct_fft_leg *last);

/* Whether in place the planes of a leg may move from their places in the input to those in the
 * output, which nothing else changes: 1 from the first one on, -1 from the last one, 0 not. The
 * same on all ranks. */
int ct_fft_spill_moves(const struct ct_fft_plan *plan, const ct_fft_leg *leg);

/* With several threads planes move or spill where a rank has at least so many bytes of them: for
 * tests. */
void ct_fft_spill_set_least(ptrdiff_t bytes);

/* What spills on a rank. */
ptrdiff_t ct_fft_spill_bytes(const ct_ownership *result, const ct_fft_room *room, int rank);

/* As ct_fft_view_create, of which pieces that spill lie there. False without memory. */
int ct_fft_spill_view(const ct_ownership *result, const ct_fft_room *room, const ct_box *box,
                      int first_owner, int owners, ct_fft_view *view);

#endif
