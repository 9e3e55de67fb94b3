/*
 * Real lines of N = 2 H numbers by complex transforms of H: x is taken as z(m) = x(2m) + i x(2m+1),
 * whose transform Z gives that of x, of which H + 1 coefficients are kept,
 *
 *   X(k) = E(k) + w^k O(k),  X(H-k) = conj(E(k) - w^k O(k)),  w = exp(-2 pi i / N),
 *   E(k) = (Z(k) + conj Z(H-k)) / 2,  O(k) = -i (Z(k) - conj Z(H-k)) / 2,  Z(H) = Z(0),
 *
 * and the way back is the same with other factors (Press et al., Numerical Recipes, 12.3). This is
 * what is done between Z and X, in rows that are in the cache; and the like for pairs of real lines
 * of cosine transforms, and for an axis that is split in two. Local.
 */
#ifndef CT_FFT_LINES_HALVES_H
#define CT_FFT_LINES_HALVES_H

#include "fft/lines/twiddles.h"

#include <cornerturn/fft.h>
#include <cornerturn/precision.h>
#include <stddef.h>

typedef struct ct_fft_halves ct_fft_halves;

/* Of `count` lines. */
typedef void ct_fft_halves_run(const ct_fft_halves *halves, void *numbers, ptrdiff_t pitch,
                               ptrdiff_t count);

typedef struct ct_fft_halves_kernels {
    /* Of rows of H + 1 complex numbers, `pitch` of them apart, makes X of Z (forward), or Z of X
     * for an inverse without its factor 1/N, in place. The imaginary parts of X(0) and X(H), which
     * real lines do not have, count as 0. */
    ct_fft_halves_run *rows;
    /* The same of columns, whose numbers are `pitch` apart: whole cache lines. Inverse only. */
    ct_fft_halves_run *columns;
    /* Of rows of N complex numbers, for cosine transforms (pairs_source.h), in place: forward makes
     * y(k) = w^k V(k) + w^-k V(N-k) of V, w = exp(-i pi / 2N), V(N) = V(0); inverse makes V(k) =
     * w^-k (y(k) - i y(N-k)) of y, y(N) = 0. */
    ct_fft_halves_run *cosines;
    /* See ct_fft_backend. */
    void (*twiddle)(const ct_fft_twiddled *tile, const ct_fft_twiddles *twiddles,
                    ct_direction direction);
} ct_fft_halves_kernels;

struct ct_fft_halves {
    ptrdiff_t half; /* H; of cosine transforms N */
    ct_direction direction;
    double factor; /* of E; 1 of what Z becomes */
    void *factors; /* of pairs (k, H - k): twice the real part, then both signs of the imaginary */
    ct_fft_halves_kernels run;
};

/* The result is multiplied by `scale`. False without memory. */
int ct_fft_halves_create(ptrdiff_t half, ct_direction direction, ct_precision precision,
                         double scale, ct_fft_halves *halves);
int ct_fft_cosines_create(ptrdiff_t points, ct_direction direction, ct_precision precision,
                          ct_fft_halves *cosines);
void ct_fft_halves_destroy(ct_fft_halves *halves);

/* Bytes of the work array of a plane of so many lines along the other axis, in rows of whole cache
 * lines. */
ptrdiff_t ct_fft_plane_bytes(ptrdiff_t lines, ptrdiff_t columns, ptrdiff_t element_bytes);

/* Those for one precision. */
ct_fft_halves_kernels ct_fft_halves_double(void);
ct_fft_halves_kernels ct_fft_halves_float(void);

#endif
