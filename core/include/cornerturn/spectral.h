/*
 * Arithmetic on distributed spectra: filters, derivatives, products, power, Poisson's equation.
 * Each rank works on the coefficients it holds, in place and in one pass; nothing is communicated.
 *
 * A coefficient belongs to a wavenumber along each transformed axis, in cycles per unit of length:
 * k = (index + offset) / (N spacing), N being the logical length of the axis (its points, of a
 * cosine or sine transform about twice as many). The offset is 0 for c2c, r2c, dct1 and dct2, 1 for
 * dst1 and dst2, 1/2 for the others; of c2c the upper half of the indices is negative. Axes that
 * are not transformed have none: along them everything is done for each position alike.
 *
 * Of an even number of points the coefficient N/2 (Nyquist) stands for both of +-1/(2 spacing).
 * What is odd in k has no value there and is taken as 0, so that real arrays stay real; what is
 * even in k is taken as it is. The derivative of the derivative is therefore not the second
 * derivative there.
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
    ct_box box; /* of the coefficients at hand (ct_fft_output_box of a forward plan), stored densely
                   in natural order, in the precision of the problem */
} ct_spectrum;

/* Whether spacings are positive and the box lies in the spectrum. CT_ERROR_ARGUMENT. */
ct_status ct_spectrum_check(const ct_spectrum *spectrum);

/* Wavenumber of an index along an axis, signed; the largest |k| that there is. */
double ct_spectrum_wavenumber(const ct_spectrum *spectrum, int axis, ptrdiff_t index);
double ct_spectrum_largest(const ct_spectrum *spectrum);

/* Mean of the array over the transformed axes, as the coefficient of k = 0 at hand has it (that of
 * largest magnitude, where other axes are not transformed); 0 where none is at hand. Of dct1 the
 * two ends count half. `coefficients` are of a transform without a factor. */
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

/* Whether it can be applied: bounds that leave something, a width that is not negative, an axis
 * with a Fourier transform. CT_ERROR_ARGUMENT. */
ct_status ct_filter_check(const ct_spectrum *spectrum, const ct_filter *filter);

/* Multiplies the coefficients at hand by the filter. Both passed their checks. */
void ct_filter_apply(const ct_spectrum *spectrum, const ct_filter *filter, void *coefficients);

/* Whether spectra of the problem can be multiplied: no axis has a cosine or sine transform, whose
 * products are no convolutions. CT_ERROR_ARGUMENT. */
ct_status ct_spectrum_check_product(const ct_fft_problem *problem);

/* Multiplies the coefficients by those of `other` (of the same box), or by their conjugates, and
 * moves the array that they belong to by `shift` points along each axis, periodically. So the
 * inverse transform is at point n the sum over m of array(n - shift - m) other(m): the periodic
 * convolution; or of array(n - shift + m) conj(other(m)): the correlation. The spectra passed
 * ct_spectrum_check_product. */
void ct_spectrum_multiply(const ct_spectrum *spectrum, const void *other, int conjugate,
                          const ptrdiff_t shift[CT_MAX_AXES], void *coefficients);

/* Whether power can be told: like products. Bins are shells: bin b has the modes of |k| / width
 * rounded to b. The width that suits: the coarsest step in k of the axes that are at least half as
 * long as the longest; and the number of bins that takes in all modes. */
ct_status ct_spectrum_check_power(const ct_fft_problem *problem);
double ct_spectrum_bin_width(const ct_spectrum *spectrum);
double ct_spectrum_bins(const ct_spectrum *spectrum, double width);

/* Adds the coefficients at hand to bins: their number, and their power |c|^2 / N^2, N being the
 * number of points transformed, divided by the number of transforms where axes are not transformed.
 * What r2c leaves out counts as well. `coefficients` are of a transform without a factor: then the
 * sum over the bins of all ranks is the mean square of the array (Parseval). */
void ct_spectrum_power(const ct_spectrum *spectrum, const void *coefficients, double width,
                       double *power, double *modes);

/* Poisson's equation, Laplacian of u = f, with u = 0 (Dirichlet) or its derivative 0 (Neumann) at
 * each end of an axis: u and f are expanded in sines or cosines, which the kind of transform has.
 */
typedef enum ct_boundary {
    CT_BOUNDARY_NONE, /* the Laplacian has no derivative along this axis */
    CT_BOUNDARY_PERIODIC,
    CT_BOUNDARY_DIRICHLET,
    CT_BOUNDARY_NEUMANN,
    CT_BOUNDARY_DIRICHLET_NEUMANN, /* Dirichlet at the lower end */
    CT_BOUNDARY_NEUMANN_DIRICHLET,
    CT_BOUNDARIES
} ct_boundary;

/* Where the n points of an axis are, h being their spacing: point j is at (j + ct_poisson_offset) h
 * between the ends 0 and (n + ct_poisson_ends) h. */
typedef enum ct_points {
    CT_POINTS_CELL, /* in the middles of n cells: offset 1/2, ends at n h */
    CT_POINTS_NODE  /* on the corners; those where u is 0 are left out, those at a Neumann end are
                       there. Dirichlet: offset 1, ends at (n + 1) h; Neumann: 0, (n - 1) h;
                       Dirichlet  and Neumann: 1, n h; the reverse: 0, n h; periodic: 0, n h */
} ct_points;

ct_fft_kind ct_poisson_kind(ct_boundary boundary, ct_points points);
double ct_poisson_offset(ct_boundary boundary, ct_points points);
double ct_poisson_ends(ct_boundary boundary, ct_points points);

/* The transform that solves it for a right side of `axes` extents, complex (real and imaginary part
 * apart) or real: of the periodic axes the last is r2c when it is real. */
ct_fft_problem ct_poisson_problem(int axes, const ptrdiff_t *extent, const ct_boundary *boundary,
                                  ct_points points, int is_complex);

CT_PUBLIC_END

#endif
