/* Spectra to try what works on them with. */
#ifndef CT_TESTS_SPECTRA_H
#define CT_TESTS_SPECTRA_H

#include <cornerturn/spectral.h>

#include <math.h>

static const double pi = 3.14159265358979323846;

static inline int near(double found, double wanted) {
    return fabs(found - wanted) <= 1e-13 * (1 + fabs(wanted));
}

/* The whole spectrum of a problem. */
static inline ct_spectrum whole(const ct_fft_problem *problem, double spacing) {
    ct_spectrum spectrum = {.problem = *problem, .box.axes = problem->axes};
    (void)ct_fft_extents(problem, 1, spectrum.box.count);
    for (int a = 0; a < problem->axes; a++) {
        spectrum.spacing[a] = spacing * (a + 1);
    }
    return spectrum;
}

static inline ct_fft_problem line(ct_fft_kind kind, ptrdiff_t points) {
    return (ct_fft_problem){.axes = 1, .extent = {points}, .kind = {kind}};
}

#endif
