/*
 * Poisson's and Helmholtz's equation in one call: -div grad u + shift u = f on a distributed array,
 * by the transforms that diagonalise the operator (spectral.h): forward, division, inverse, fused
 * in one pass where they meet (fft_filter.h).
 */
#ifndef CORNERTURN_POISSON_H
#define CORNERTURN_POISSON_H

#include <cornerturn/fft.h>
#include <cornerturn/public.h>
#include <cornerturn/spectral.h>

CT_PUBLIC_BEGIN

/* What stands for -d2/dx2. The differences are the usual central ones; beyond an end they see the
 * odd (Dirichlet) or even (Neumann) continuation. */
typedef enum ct_poisson_symbol {
    CT_POISSON_SPECTRAL, /* the derivative of the series */
    CT_POISSON_SECOND,   /* (-1, 2, -1) / h^2 */
    CT_POISSON_FOURTH,   /* (1, -16, 30, -16, 1) / (12 h^2) */
    CT_POISSON_SYMBOLS
} ct_poisson_symbol;

/* The equation. Axes may be unbounded, and one axis may have cells of any widths.
 *
 * Along up to three unbounded axes u is that of free space, f being 0 outside the array: the
 * convolution with 1 / (4 pi r) along three, -ln(r) / (2 pi) along two, -r / 2 along one; with
 * exp(-sqrt(shift) r) and Bessel functions where there is a shift, or a wavenumber along the other
 * axes. Unbounded axes are transformed at twice their length; zeros are not sent, and whole lines
 * of them not transformed. They cost least as the first axes of the array, which are transformed
 * last. A plan keeps what its first solution computes of 1 / r: with three unbounded axes about as
 * much memory as f takes in double precision.
 *
 * An axis with `faces` has cells of any widths, and points are their middles. There -d2/dx2 is what
 * flows out of a cell, by differences of neighbours over the distance of their middles: of second
 * order where widths vary smoothly. Tridiagonal systems take the place of a transform. The axis is
 * periodic or has ends of any kind; no axis is then unbounded, at least one other has a derivative,
 * and the shift is from 0. With removes_mean means are those over the volume. */
typedef struct ct_poisson {
    int axes;
    ptrdiff_t extent[CT_MAX_AXES];
    double spacing[CT_MAX_AXES]; /* of the points; ignored along axes without a derivative, or of
                                    faces */
    ct_boundary boundary[CT_MAX_AXES];
    ct_points points;         /* where they are: ct_poisson_offset */
    double shift;             /* of any sign; with an unbounded axis from 0 */
    ct_poisson_symbol symbol; /* with an unbounded axis: spectral */
    ct_precision precision;
    int is_complex;      /* u and f */
    int removes_mean;    /* 1: where u is determined only up to some modes, these are taken out of f
                            (with shift 0, periodic and Neumann: its mean) and are 0 in u; 0: f that
                            has them is refused, as there is no u */
    int order;           /* along unbounded axes: 0, that of the series, for f smooth and 0 at their
                            ends; 2, 4, 6 or 8: as with the regularised Green's functions HEJ2 to
                            HEJ8, with which little shows of jumps in f */
    const double *faces; /* NULL, or the extent + 1 faces of the cells along faces_axis, which rise;
                            copied when planned */
    int faces_axis;
} ct_poisson;

typedef struct ct_poisson_plan ct_poisson_plan;

/* Options as of ct_fft_filter_plan_create; direction and scaling are ignored. Collective, arguments
 * the same on all ranks. All ranks fail together: CT_ERROR_ARGUMENT for a problem out of range,
 * naming what is allowed, and what ct_fft_filter_plan_create raises. The caller destroys the plan.
 */
ct_status ct_poisson_plan_create(MPI_Comm comm, const ct_poisson *problem,
                                 const ct_fft_options *options, ct_poisson_plan **plan);

/* This rank's part of f and u, dense in C order or as options.array says, and its bytes, as
 * ct_fft_filter_box. Local. */
ct_box ct_poisson_box(const ct_poisson_plan *plan);
ptrdiff_t ct_poisson_bytes(const ct_poisson_plan *plan);

/* Sets u, which with in_place is the array of f, to the solution. Arrays as of ct_fft_execute.
 * Collective. CT_ERROR_ARGUMENT on all ranks where f has a mode that no u has (removes_mean), more
 * than the root of the rounding error of all of it: u is then the solution without that mode, and
 * the message says the mode's size. */
ct_status ct_poisson_solve(ct_poisson_plan *plan, const void *f, void *u);

/* Sets g to the derivative of the solution along an axis, at the points of u. By the symbol's first
 * derivative, (-1, 0, 1) / (2 h), (1, -8, 0, 8, -1) / (12 h), or that of the series, 0 at the
 * Nyquist wavenumber: differences see beyond ends what the symbol sees there. Along the axis of
 * faces it is that of the parabola through three middles, or through what an end has (u = 0, or no
 * slope), of second order where widths vary smoothly. Between ends, and along faces, it takes
 * besides a solution transforms along that axis alone (of faces none) and, where the axis is
 * distributed, two redistributions; the first call plans them. Collective. As ct_poisson_solve;
 * CT_ERROR_UNSUPPORTED along axes without a boundary, CT_ERROR_MEMORY. */
ct_status ct_poisson_gradient(ct_poisson_plan *plan, int axis, const void *f, void *g);

/* The transform inside, as ct_fft_filter_transform. Local; owned by the plan. */
ct_fft_plan *ct_poisson_transform(ct_poisson_plan *plan);

/* Collective. Sets *plan to NULL. */
void ct_poisson_plan_destroy(ct_poisson_plan **plan);

CT_PUBLIC_END

#endif
