/*
 * Alternating-direction implicit solution of
 *
 *     du/dt = div(kappa grad u) - sigma u + f
 *
 * on a box of two or three axes, distributed in blocks over MPI.
 *
 * Conservative finite volumes: the box is cut into cells by the edges along each axis, u is the
 * value at the middle of a cell, and what flows out of one cell flows into the next. Second order
 * in space, on stretched grids too. One step solves tridiagonal systems along one axis after the
 * other. Where an axis is distributed, its lines are either made local by a transpose and brought
 * back (transposing), or solved where they are, only one unknown a line and rank being exchanged
 * (reducing).
 *
 * A plan owns the state, its time and its coefficients. One thread uses it at a time. Everything is
 * in the axis order of the array: axis 0 varies slowest.
 */
#ifndef CORNERTURN_ADI_H
#define CORNERTURN_ADI_H

#include <cornerturn/exchange.h>
#include <cornerturn/grid.h>
#include <cornerturn/precision.h>
#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <cornerturn/wachspress.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

enum { CT_ADI_AXES = 3, CT_ADI_SIDES = 2 }; /* side 0: the low end of an axis, 1: the high end */

/* How time is stepped. A = A_0 + A_1 + A_2 is the operator, one part an axis, sigma shared out
 * equally. All are stable for any step where kappa is constant, the locally one-dimensional scheme
 * always. Where kappa varies in space the others may grow in steps that are long beside the cells:
 * on two axes by a factor that does not grow with their number, but with dt kappa / h^2; on three
 * without end. ct_adi_bounds_look tells. */
typedef enum ct_adi_scheme {
    /* (1 - dt/2 A_2)(1 - dt/2 A_1)(1 - dt/2 A_0)(u' - u) = dt (A u + f(t + dt/2)): order 2, for
     * boundary values that change with time too. Douglas, Gunn: Numer. Math. 6 (1964) 428. */
    CT_ADI_DOUGLAS_GUNN,
    /* Two axes only. The same numbers as Douglas-Gunn, which for two axes is this scheme in terms
     * of the increment. Peaceman, Rachford: J. SIAM 3 (1955) 28. */
    CT_ADI_PEACEMAN_RACHFORD,
    /* Crank-Nicolson without splitting, to the fourth order of dt: a Douglas-Gunn step and one
     * iteration more on what it left. Order 2, twice the work, a smaller error in time. */
    CT_ADI_CRANK_NICOLSON,
    /* Locally one-dimensional, each axis in turn by backward Euler: order 1, the least work, and no
     * new maximum or minimum ever (f = 0, sigma = 0). Yanenko: The method of fractional steps. */
    CT_ADI_LOD,
    CT_ADI_SCHEMES
} ct_adi_scheme;

/* What holds at a face of the box; d/dn is the derivative along the outward normal. */
typedef enum ct_adi_boundary {
    CT_ADI_NEUMANN,   /* du/dn = value */
    CT_ADI_DIRICHLET, /* u = value */
    CT_ADI_ROBIN,     /* a u + b du/dn = value, a and b of one sign, not both 0 */
    CT_ADI_PERIODIC,  /* both sides of an axis or none */
    CT_ADI_BOUNDARIES
} ct_adi_boundary;

typedef struct ct_adi_face {
    ct_adi_boundary kind;
    double a, b;  /* of Robin */
    double value; /* until another is set */
} ct_adi_face;

/* kappa at the face between two cells, of widths h0 and h1. */
typedef enum ct_adi_mean {
    CT_ADI_HARMONIC,  /* of resistances in series, (h0 + h1) / (h0 / kappa0 + h1 / kappa1): right
                         where kappa jumps, as between materials */
    CT_ADI_ARITHMETIC /* linear between the middles, (h1 kappa0 + h0 kappa1) / (h0 + h1): right
                         where kappa is smooth, also where it is zero in places; images */
} ct_adi_mean;

typedef struct ct_adi_problem {
    int axes;                         /* 2 or 3 */
    ptrdiff_t extent[CT_MAX_AXES];    /* cells along each axis, from 1 */
    double low[CT_ADI_AXES];          /* where the box begins and ends, low < high; not looked at */
    double high[CT_ADI_AXES];         /* where edges are given */
    const double *edges[CT_ADI_AXES]; /* extent + 1 ascending positions; NULL: equal cells */
    ct_adi_face face[CT_ADI_AXES][CT_ADI_SIDES];
    double diffusivity[CT_ADI_AXES]; /* kappa, each from 0 */
    double reaction;                 /* sigma */
    double source;                   /* f */
    ct_precision precision;
} ct_adi_problem;

/* A box of equal cells, 1 wide along each axis, kappa 1, no flux through its faces, double. Local.
 */
ct_adi_problem ct_adi_box_problem(int axes, const ptrdiff_t *extent);

typedef enum ct_adi_method {
    CT_ADI_AUTO, /* reducing or transposing, by the machine's constants: those calibrated in
                    exchange.tuning_file, else built-in ones; measured where exchange.planning is
                    not CT_PLAN_ESTIMATE */
    CT_ADI_TRANSPOSING,
    CT_ADI_REDUCING
} ct_adi_method;

/* Halos and reductions are exchanges among the ranks that share the lines of an axis, transposes
 * among all ranks. All are planned by options.exchange, with these exceptions. in_place and
 * private_arrays are ignored: the arrays are the plan's. `topology` and an algorithm that is not
 * for so many ranks apply to exchanges among all ranks only, others choose for themselves. The
 * tuning file is read and written by the first rank of each line: give its path on all ranks. */
typedef struct ct_adi_options {
    ct_adi_scheme scheme;
    ct_adi_method method;         /* for axes that are distributed */
    ct_adi_mean mean;             /* where kappa is a field or function */
    int grid[CT_MAX_AXES];        /* ranks along each axis; all 0: chosen, slabs along axis 0 where
                                     every rank then has some; 0: that entry is chosen */
    ct_exchange_options exchange; /* for all of them */
} ct_adi_options;

typedef struct ct_adi_plan ct_adi_plan;

/* Plans for any extents and any number of ranks, ranks that hold nothing included; the state is 0
 * at time 0. Collective over `comm`, as plans of exchange.h; problem and options (NULL:
 * defaults) are copied, edges included, and the same on all ranks. All ranks fail together:
 * CT_ERROR_ARGUMENT for a problem or options out of range, naming what is allowed; CT_ERROR_MEMORY;
 * what ct_exchange_plan_create raises. */
ct_status ct_adi_plan_create(MPI_Comm comm, const ct_adi_problem *problem,
                             const ct_adi_options *options, ct_adi_plan **plan);

/* Collective. Sets *plan to NULL. */
void ct_adi_plan_destroy(ct_adi_plan **plan);

/* The state. This rank's part of it, dense in C order, in the problem's precision; owned by the
 * plan, to be read and written between calls. Local. */
ct_box ct_adi_state_box(const ct_adi_plan *plan);
const ct_distribution *ct_adi_state_distribution(const ct_adi_plan *plan);
void *ct_adi_state(ct_adi_plan *plan);

/* The time of the state. Local; the same on all ranks. */
double ct_adi_time(const ct_adi_plan *plan);
void ct_adi_set_time(ct_adi_plan *plan, double time);

/* The `extent` middles of all cells along an axis. Local; owned by the plan. */
const double *ct_adi_middles(const ct_adi_plan *plan, int axis);

/* The cell that has a position along an axis, the nearest one for positions outside. Local. */
ptrdiff_t ct_adi_cell(const ct_adi_plan *plan, int axis, double position);

/* values[i] = what is at position[0][i], position[1][i], .. at that time, 0 <= i < count. It is
 * called with other points on every rank, any number of times, and may not communicate. */
typedef void (*ct_adi_function)(void *context, double time, ptrdiff_t count,
                                const double *const position[], double *values);

/* A quantity in space: one number, an array, or a function. A field is this rank's part, dense in C
 * order in the problem's precision, and is copied. For a face it is the part of the state's box
 * that lies at the face, one cell thick; ranks whose box does not are not asked for it. */
typedef enum ct_adi_kind { CT_ADI_NUMBER, CT_ADI_FIELD, CT_ADI_FUNCTION } ct_adi_kind;
typedef struct ct_adi_quantity {
    ct_adi_kind kind;
    double number;
    const void *field;
    ct_adi_function function;
    void *context; /* must live as long as the quantity is in use */
} ct_adi_quantity;

/* Setting quantities, in place of those of the problem. Collective; the same kind, number and
 * function on all ranks. CT_ERROR_ARGUMENT, on all ranks, for a negative kappa or a value that is
 * not finite, a missing field or function; nothing is changed then.
 *
 * diffusivity, reaction: functions are evaluated now, at the state's time, and whenever these are
 * called again. source: a function is evaluated in every step, halfway (locally one-dimensional: at
 * its end). boundary: a function is evaluated on the face itself at the begin and the end of every
 * step; CT_ERROR_ARGUMENT for a periodic face. */
ct_status ct_adi_set_diffusivity(ct_adi_plan *plan, const ct_adi_quantity *kappa);
ct_status ct_adi_set_reaction(ct_adi_plan *plan, const ct_adi_quantity *sigma);
ct_status ct_adi_set_source(ct_adi_plan *plan, const ct_adi_quantity *f);
ct_status ct_adi_set_boundary(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value);

/* The state becomes that quantity at its time. Collective, errors as above. */
ct_status ct_adi_set_state(ct_adi_plan *plan, const ct_adi_quantity *value);

/* Nonlinear diffusion of images: kappa = g(|grad v|) anew in every step, v being the state, or,
 * with a smoothing, the state after diffusing for smoothing^2 / 2 with kappa 1 (a Gaussian of that
 * width). Steps are then locally one-dimensional (CT_ERROR_ARGUMENT for another scheme): no new
 * maximum or minimum, the mean is kept. */
typedef enum ct_adi_edge_stop {
    CT_ADI_LINEAR,           /* none: kappa as it was set */
    CT_ADI_PERONA_MALIK,     /* 1 / (1 + s^2), s = |grad v| / contrast */
    CT_ADI_PERONA_MALIK_EXP, /* exp(-s^2). Perona, Malik: IEEE PAMI 12 (1990) 629 */
    CT_ADI_WEICKERT,         /* 1 - exp(-3.31488 / s^8). Weickert: Anisotropic diffusion (1998) */
    CT_ADI_EDGE_STOPS
} ct_adi_edge_stop;
typedef struct ct_adi_nonlinearity {
    ct_adi_edge_stop kind;
    double contrast;  /* above 0; units of u over length */
    double smoothing; /* from 0; a length */
} ct_adi_nonlinearity;
ct_status ct_adi_set_nonlinearity(ct_adi_plan *plan, const ct_adi_nonlinearity *nonlinearity);

/* Advances the state by dt > 0. Factorisations are kept while dt and the coefficients stay.
 * Collective. CT_ERROR_ARGUMENT for another dt. */
ct_status ct_adi_step(ct_adi_plan *plan, double dt);

/* Advances by dt in two halves, and compares with one whole step: *error is the largest difference
 * over 2^order - 1, an estimate of the error of the state in this step. ct_adi_undo then goes back
 * to before it (once; CT_ERROR_ARGUMENT without such a step before). Takes the memory of two more
 * states. Collective; the same number on all ranks. */
ct_status ct_adi_step_doubled(ct_adi_plan *plan, double dt, double *error);
ct_status ct_adi_undo(ct_adi_plan *plan);

/* Order in time of the plan's scheme. Local. */
int ct_adi_order(const ct_adi_plan *plan);

/* Steady state: A u + f = 0 at the state's time, by iterations that are steps of lengths which
 * follow each other in a cycle, Wachspress's parameters. The residual is the root of the mean of
 * (A u + f)^2 by volume, relative to the first one. Where only no-flux and periodic faces, without
 * sigma, leave the level of u open, that of the first state stays. */
typedef struct ct_adi_steady_options {
    double tolerance;    /* of the relative residual, above 0 */
    int most_iterations; /* from 1 */
    int parameters;      /* in a cycle, 1 to CT_ADI_PARAMETERS_MOST; 0: as many as the tolerance
                            needs in theory */
    void (*watch)(void *context, int iteration, double residual); /* or NULL; after each one on
                                                                     every rank, 0: the start */
    void *context;
} ct_adi_steady_options;
typedef struct ct_adi_steady_result {
    int iterations, parameters, converged;
    int diverged;          /* the residual is 1e6, or not finite: on more than two axes, or where
                              kappa varies, there may be no end to its growth */
    double residual;       /* relative, at the end */
    double first_residual; /* absolute, at the start */
    double low, high;      /* bounds of the spectrum of -A_a, the same for all axes */
} ct_adi_steady_result;

/* Iterates until the tolerance, divergence, or the most iterations; not to converge is no failure.
 * Collective. CT_ERROR_ARGUMENT for options out of range. */
ct_status ct_adi_steady(ct_adi_plan *plan, const ct_adi_steady_options *options,
                        ct_adi_steady_result *result);

/* About the state. Collective; the same on all ranks. The integral is over the volume; the order of
 * its sum depends on the ranks, its compensated error does not. A range of a state with values that
 * are not finite is NAN. */
ct_status ct_adi_integral(const ct_adi_plan *plan, double *integral);
ct_status ct_adi_range(const ct_adi_plan *plan, double *least, double *most);

/* Whether the state is one that the equation can have come to from the state when the bounds began:
 * not larger than the maximum principle allows (1.5 times that with the locally one-dimensional
 * scheme, with others 100 times, and 10 times its mean square root, which those keep to where kappa
 * is constant), and, where nothing leaves through the faces and sigma is 0 and f is no function, of
 * an integral that is right to 1e-4 of that of |u|. Both take one pass over the state. Before the
 * bounds began, or after time went back, only is_finite is of use. Collective; the same on all
 * ranks. */
typedef struct ct_adi_bounds {
    int is_finite, has_grown, has_lost;
    double largest, bound; /* magnitude; by the maximum principle */
    double integral, wanted_integral;
} ct_adi_bounds;
ct_status ct_adi_bounds_begin(ct_adi_plan *plan);
ct_status ct_adi_bounds_look(ct_adi_plan *plan, ct_adi_bounds *found);

/* The value of the cell with this index along each axis. CT_ERROR_ARGUMENT outside. */
ct_status ct_adi_value(const ct_adi_plan *plan, const ptrdiff_t *cell, double *value);

/* The way in use; CT_ADI_AUTO where no axis is distributed. And why, as a sentence that says which
 * constants predictions are by and what was wrong with their file. Local. */
ct_adi_method ct_adi_method_used(const ct_adi_plan *plan);
const char *ct_adi_reason(const ct_adi_plan *plan);

/* What was considered, best first; NULL past the end. Local; owned by the plan. */
const ct_score *ct_adi_score(const ct_adi_plan *plan, int index);

/* Bytes that ranks get from others in one step, all together; bytes of arrays of the state's size
 * that a step reads and writes at least; bytes of memory the plan holds on this rank. Local. */
double ct_adi_moved_bytes(const ct_adi_plan *plan);
double ct_adi_swept_bytes(const ct_adi_plan *plan);
double ct_adi_plan_bytes(const ct_adi_plan *plan);

/* Phases of a step, in words for a report, and the seconds this rank spent in each since the plan
 * was made. 0 <= phase < ct_adi_phases, at most CT_ADI_PHASES_MOST. Local. */
enum { CT_ADI_PHASES_MOST = 8 };
int ct_adi_phases(const ct_adi_plan *plan);
const char *ct_adi_phase_name(const ct_adi_plan *plan, int phase);
double ct_adi_seconds(const ct_adi_plan *plan, int phase);

CT_PUBLIC_END

#endif
