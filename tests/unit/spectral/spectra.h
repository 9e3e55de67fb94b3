/* Spectra to try what works on them with. */
#ifndef CT_TESTS_SPECTRA_H
#define CT_TESTS_SPECTRA_H

#include <cornerturn/spectral.h>

#include <math.h>
#include <stdlib.h>

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

/* Coefficient i of the test's spectra. */
static inline double part(ptrdiff_t i, int is_imaginary) {
    return is_imaginary ? 0.5 - (double)(i * i % 11) : 1 + (double)(i % 7);
}

/* Fills a box of a spectrum whose whole extents are `whole` with what belongs to each place. */
static inline double *fill(const ct_box *box, const ptrdiff_t *whole) {
    ptrdiff_t count = ct_box_elements(box);
    double *numbers = calloc((size_t)(2 * count + 1), sizeof *numbers);
    for (ptrdiff_t k = 0; k < count && numbers != NULL; k++) {
        ptrdiff_t rest = k;
        ptrdiff_t place = 0;
        ptrdiff_t stride = 1;
        for (int a = box->axes - 1; a >= 0; a--) {
            const ptrdiff_t here = box->count[a] > 0 ? box->count[a] : 1;
            place += (box->first[a] + rest % here) * stride;
            stride *= whole[a];
            rest /= here;
        }
        numbers[2 * k] = part(place, 0);
        numbers[2 * k + 1] = part(place, 1);
    }
    return numbers;
}

#endif
