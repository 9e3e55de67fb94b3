/*
 * The transform that diagonalises the Laplacian: u is extended oddly (u = 0) or evenly (u' = 0)
 * about each end, which is on a point or half way between two. That determines one of the eight
 * cosine and sine transforms.
 *
 * Source: G. Strang, "The discrete cosine transform", SIAM Review 41 (1999) 135; U. Schumann and R.
 * A. Sweet, "Fast Fourier transforms for direct solution of Poisson's equation with staggered
 * boundary conditions", J. Comput. Phys. 75 (1988) 123. Eigenvalues here are those of the
 * derivative, -(2 pi k)^2, not of a difference: for a right side whose extension is smooth the
 * error falls faster than any power of the spacing.
 */
#include "spectral/rows.h"

typedef struct choice {
    ct_fft_kind kind;
    double offset, ends;
} choice;

static choice choice_of(ct_boundary boundary, ct_points points) {
    static const choice choices[CT_BOUNDARIES][2] = {
        [CT_BOUNDARY_NONE] = {{CT_FFT_NONE, 0.5, 0}, {CT_FFT_NONE, 0, 0}},
        [CT_BOUNDARY_PERIODIC] = {{CT_FFT_C2C, 0.5, 0}, {CT_FFT_C2C, 0, 0}},
        [CT_BOUNDARY_DIRICHLET] = {{CT_FFT_DST2, 0.5, 0}, {CT_FFT_DST1, 1, 1}},
        [CT_BOUNDARY_NEUMANN] = {{CT_FFT_DCT2, 0.5, 0}, {CT_FFT_DCT1, 0, -1}},
        [CT_BOUNDARY_DIRICHLET_NEUMANN] = {{CT_FFT_DST4, 0.5, 0}, {CT_FFT_DST3, 1, 0}},
        [CT_BOUNDARY_NEUMANN_DIRICHLET] = {{CT_FFT_DCT4, 0.5, 0}, {CT_FFT_DCT3, 0, 0}},
        [CT_BOUNDARY_UNBOUNDED] = {{CT_FFT_C2C, 0.5, 0}, {CT_FFT_C2C, 0, -1}}};
    return choices[boundary][points];
}

ct_fft_kind ct_poisson_kind(ct_boundary boundary, ct_points points) {
    return choice_of(boundary, points).kind;
}

double ct_poisson_offset(ct_boundary boundary, ct_points points) {
    return choice_of(boundary, points).offset;
}

double ct_poisson_ends(ct_boundary boundary, ct_points points) {
    return choice_of(boundary, points).ends;
}

ct_fft_problem ct_poisson_problem(int axes, const ptrdiff_t *extent, const ct_boundary *boundary,
                                  ct_points points, int is_complex) {
    ct_fft_problem problem = {.axes = axes, .is_complex = is_complex != 0};
    int is_real_left = !is_complex;
    for (int a = axes - 1; a >= 0; a--) {
        problem.extent[a] = extent[a];
        problem.kind[a] = choice_of(boundary[a], points).kind;
        if (boundary[a] == CT_BOUNDARY_UNBOUNDED) { /* an even number, for cosine transforms */
            problem.length[a] = 2 * ct_fft_good_length(extent[a]);
        }
        if (problem.kind[a] == CT_FFT_C2C && is_real_left) {
            problem.kind[a] = CT_FFT_R2C;
            is_real_left = 0;
        }
    }
    return problem;
}
