/*
 * Arithmetic on distributed spectra: filters, derivatives, products, power, Poisson's equation.
 * Each rank works on the coefficients it holds, in place and in one pass; nothing is communicated.
 *
 * A coefficient has a wavenumber along each transformed axis, in cycles per unit of length: k =
 * (index + offset) / (N spacing), N being the logical length of the axis (its points, of a cosine
 * or sine transform about twice as many). The offset is 0 for c2c, r2c, dct1 and dct2, 1 for dst1
 * and dst2, 1/2 for the others; the upper half of c2c's indices is negative. Axes that are not
 * transformed have no wavenumber: all positions along them are treated alike.
 *
 * With an even number of points the Nyquist coefficient N/2 represents both of +-1/(2 spacing).
 * Filters odd in k are 0 there, so that real arrays stay real; even ones are applied as they are.
 * So two first derivatives are not the second derivative there.
 *
 * Everything here is local and free of MPI.
 */
#ifndef CORNERTURN_SPECTRAL_H
#define CORNERTURN_SPECTRAL_H

#include <cornerturn/fft_problem.h>
#include <cornerturn/public.h>

CT_PUBLIC_BEGIN

/* Part of the spectrum of a problem (one that can be planned). */
typedef struct ct_spectrum {
    ct_fft_problem problem;
    double spacing[CT_MAX_AXES]; /* of the points of the array along each transformed axis */
    ct_box box; /* of this rank's coefficients (ct_fft_output_box of a forward plan), dense in
                   natural order, in the precision of the problem */
} ct_spectrum;

/* CT_ERROR_ARGUMENT unless spacings are positive and the box lies in the spectrum. Local. */
ct_status ct_spectrum_check(const ct_spectrum *spectrum);

/* Signed wavenumber of an index along an axis, 0 along one that is not transformed.
 * CT_ERROR_ARGUMENT for an axis or an index that the spectrum does not have. Local. */
ct_status ct_spectrum_wavenumber(const ct_spectrum *spectrum, int axis, ptrdiff_t index,
                                 double *wavenumber);

/* The largest |k| of the spectrum. Local. */
double ct_spectrum_largest(const ct_spectrum *spectrum);

/* Mean of the array over the transformed axes, from the coefficient of k = 0 (of a batch, the mean
 * of largest magnitude); 0 on ranks without it. The ends of dct1 count half. `coefficients` are of
 * an unnormalised transform. Local. */
double ct_spectrum_mean(const ct_spectrum *spectrum, const void *coefficients);

typedef enum ct_filter_kind {
    CT_FILTER_PASS,      /* 1 where from <= |k| <= to, else 0 */
    CT_FILTER_GAUSSIAN,  /* exp(-2 (pi width |k|)^2): smoothing with a Gaussian whose standard
                            deviation is `width` */
    CT_FILTER_GRADIENT,  /* 2 pi i k_axis: the derivative along an axis */
    CT_FILTER_RIESZ,     /* -i k_axis / |k|, 0 at k = 0: the Riesz transform along an axis */
    CT_FILTER_LAPLACIAN, /* -(2 pi |k|)^2 */
    CT_FILTER_INVERSE_LAPLACIAN /* -1 / (2 pi |k|)^2, 0 at k = 0: the solution of Poisson's equation
                                   with mean 0 */
} ct_filter_kind;

typedef struct ct_filter {
    ct_filter_kind kind;
    int axis;        /* of gradient and Riesz transform; c2c or r2c */
    double from, to; /* wavenumbers; those within 1e-9 of a bound are on it. INFINITY: no bound */
    double width;    /* a length */
} ct_filter;

/* CT_ERROR_ARGUMENT for bounds that exclude every mode, a negative width, or an axis without a
 * Fourier transform. Local. */
ct_status ct_filter_check(const ct_spectrum *spectrum, const ct_filter *filter);

/* Multiplies this rank's coefficients by the filter. Spectrum and filter have passed their
 * checks. Local. */
void ct_filter_apply(const ct_spectrum *spectrum, const ct_filter *filter, void *coefficients);

/* CT_ERROR_ARGUMENT where an axis has a cosine or sine transform, whose products are not
 * convolutions. Local. */
ct_status ct_spectrum_check_product(const ct_fft_problem *problem);

/* Multiplies the coefficients by those of `other` (of the same box), or by their conjugates, and
 * shifts the array periodically by `shift` points along each axis. The inverse transform at point n
 * is then the sum over m of array(n - shift - m) other(m), a periodic convolution, or of array(n -
 * shift + m) conj(other(m)), a correlation. The problem has passed ct_spectrum_check_product.
 * Local. */
void ct_spectrum_multiply(const ct_spectrum *spectrum, const void *other, int conjugate,
                          const ptrdiff_t shift[CT_MAX_AXES], void *coefficients);

/* Power spectra: bin b is the shell of modes whose |k| / width rounds to b. check_power:
 * CT_ERROR_ARGUMENT as check_product. bin_width: the default width, the coarsest step in k among
 * axes at least half as long as the longest. bins: the number of bins that covers all modes. Local.
 */
ct_status ct_spectrum_check_power(const ct_fft_problem *problem);
double ct_spectrum_bin_width(const ct_spectrum *spectrum);
double ct_spectrum_bins(const ct_spectrum *spectrum, double width);

/* Adds this rank's modes to the bins: their number to `modes`, and |c|^2 / N^2, N being the number
 * of points transformed, to `power` (of a batch, the mean over its transforms). The conjugates that
 * r2c omits are counted. `coefficients` are of an unnormalised transform; the sum over all bins and
 * ranks is then the mean square of the array (Parseval). Local. */
void ct_spectrum_power(const ct_spectrum *spectrum, const void *coefficients, double width,
                       double *power, double *modes);

/* Poisson's equation, Laplacian of u = f, with u = 0 (Dirichlet) or zero derivative (Neumann) at
 * each end of an axis: u and f are expanded in the sines or cosines that satisfy these.
 */
typedef enum ct_boundary {
    CT_BOUNDARY_NONE, /* no derivative along this axis */
    CT_BOUNDARY_PERIODIC,
    CT_BOUNDARY_DIRICHLET,
    CT_BOUNDARY_NEUMANN,
    CT_BOUNDARY_DIRICHLET_NEUMANN, /* Dirichlet at the lower end */
    CT_BOUNDARY_NEUMANN_DIRICHLET,
    CT_BOUNDARY_UNBOUNDED, /* free space on both sides, of f that is 0 there: ct_poisson_plan */
    CT_BOUNDARIES
} ct_boundary;

/* Positions of the n points of an axis with spacing h: point j is at (j + ct_poisson_offset) h
 * between the ends 0 and (n + ct_poisson_ends) h. Local. */
typedef enum ct_points {
    CT_POINTS_CELL, /* middles of n cells: offset 1/2, ends at n h */
    CT_POINTS_NODE  /* nodes of the grid, without those at Dirichlet ends, with those at Neumann
                       ends. Dirichlet: offset 1, ends at (n + 1) h; Neumann: 0, (n - 1) h;
                       Dirichlet and Neumann: 1, n h; the reverse: 0, n h; periodic: 0, n h;
                       unbounded: 0, (n - 1) h */
} ct_points;

ct_fft_kind ct_poisson_kind(ct_boundary boundary, ct_points points);
double ct_poisson_offset(ct_boundary boundary, ct_points points);
double ct_poisson_ends(ct_boundary boundary, ct_points points);

/* The transform that solves it for a right side of `axes` extents, complex (real and imaginary part
 * apart) or real: of the periodic and unbounded axes the last is r2c when it is real. Unbounded
 * ones are padded with zeros to twice their points, or somewhat more. Local. */
ct_fft_problem ct_poisson_problem(int axes, const ptrdiff_t *extent, const ct_boundary *boundary,
                                  ct_points points, int is_complex);

CT_PUBLIC_END

#endif
