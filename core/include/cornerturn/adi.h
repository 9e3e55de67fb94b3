/*
 * Alternating-direction implicit solution of diffusion problems:
 *
 *     du/dt = div(kappa grad u) - sigma u + f
 *
 * on a box of two or three axes, distributed in blocks over MPI.
 *
 * Conservative finite volumes: edges along each axis cut the box into cells, u is given at the
 * middles of cells, and the flux out of one cell is the flux into the next. Second order in space,
 * on stretched grids too. A step solves tridiagonal systems along one axis after the other. Where
 * an axis is distributed, a transpose makes its lines local and another brings them back
 * (transposing), or each rank eliminates its part of a line and only one interface unknown a line
 * and rank is exchanged (reducing).
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
#include <mpi.h>

CT_PUBLIC_BEGIN

enum { CT_ADI_AXES = 3, CT_ADI_SIDES = 2 }; /* side 0: the low end of an axis, 1: the high end */

/* How time is stepped. A = A_0 + A_1 + A_2 is the operator, one part an axis, sigma shared out
 * equally. All are unconditionally stable where kappa is constant; where it varies in space, the
 * locally one-dimensional scheme and Crank-Nicolson by conjugate gradients are. The others may then
 * amplify u if dt kappa / h^2 is large: on two axes by a factor that depends on dt kappa / h^2 but
 * not on the number of steps, on three without bound. ct_adi_bounds_check detects it. Of three axes
 * the last, where it has one cell and the middle one more, is taken before the middle one. */
typedef enum ct_adi_scheme {
    /* Douglas-Gunn where kappa is constant, Crank-Nicolson by conjugate gradients where it is a
     * field or function. */
    CT_ADI_SCHEME_AUTO,
    /* (1 - dt/2 A_2)(1 - dt/2 A_1)(1 - dt/2 A_0)(u' - u) = dt (A u + f(t + dt/2)): order 2, for
     * boundary values that change with time too. Douglas, Gunn: Numer. Math. 6 (1964) 428. */
    CT_ADI_DOUGLAS_GUNN,
    /* Two axes only. The same numbers as Douglas-Gunn, which for two axes is this scheme in terms
     * of the increment. Peaceman, Rachford: J. SIAM 3 (1955) 28. */
    CT_ADI_PEACEMAN_RACHFORD,
    /* Unsplit Crank-Nicolson up to O(dt^4): a Douglas-Gunn step and one iteration on its residual
     * with the same factors. Order 2, twice the work, a smaller error in time. */
    CT_ADI_CRANK_NICOLSON,
    /* Locally one-dimensional, each axis in turn by backward Euler: order 1, the least work, and a
     * discrete maximum principle (f = 0, sigma = 0). Yanenko: The method of fractional steps
     * (1971). */
    CT_ADI_LOD,
    /* Unsplit Crank-Nicolson: (1 - dt/2 A)(u' - u) = dt (A u + f), by conjugate gradients with a
     * multigrid preconditioner, to 1e-6 of the right side. Order 2. With f = 0 and boundary values
     * that do not change, each step decreases the energy -<u, A u> / 2 - <boundary, u> whatever dt,
     * kappa (from 0) and the accuracy of the solution: the increment d is scaled so that
     * <d, (1 - dt/2 A) d> = dt <d, A u + f>, and then the energy falls by <d, d> / dt. Needs sigma
     * above -2 / dt. */
    CT_ADI_CRANK_NICOLSON_CG,
    CT_ADI_SCHEMES
} ct_adi_scheme;

/* What holds at a face of the box; d/dn is the derivative along the outward normal. */
typedef enum ct_adi_boundary {
    CT_ADI_NEUMANN,   /* du/dn = value */
    CT_ADI_DIRICHLET, /* u = value */
    CT_ADI_ROBIN,     /* a u + b du/dn = value, a and b of one sign, not both 0 */
    CT_ADI_PERIODIC,  /* both sides of an axis or none */
    CT_ADI_FLUX,      /* kappa du/dn = value, with the kappa of each cell */
    CT_ADI_TRANSFER,  /* kappa du/dn = a (value - u), a from 0; with radiation: adi_heat.h */
    CT_ADI_BOUNDARIES
} ct_adi_boundary;

typedef struct ct_adi_face {
    ct_adi_boundary kind;
    double a, b;  /* of Robin; a of CT_ADI_TRANSFER */
    double value; /* until ct_adi_set_boundary */
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
    double low[CT_ADI_AXES];          /* the ends of the box, low < high; ignored */
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
    CT_ADI_AUTO, /* the faster by a model with the constants calibrated in exchange.tuning_file,
                    else built-in ones; by timing where exchange.planning is not CT_PLAN_ESTIMATE */
    CT_ADI_TRANSPOSING,
    CT_ADI_REDUCING
} ct_adi_method;

/* Reductions are exchanges among the ranks that share the lines of an axis, halos and transposes
 * among all ranks. All are planned by options.exchange, with these exceptions. in_place and
 * private_arrays are ignored: the arrays are the plan's. `topology`, and an algorithm that does not
 * run on the ranks of a line, apply to exchanges among all ranks only; the others choose for
 * themselves. The first rank of each line reads and writes the tuning file: give its path on all
 * ranks. */
typedef struct ct_adi_options {
    ct_adi_scheme scheme;
    ct_adi_method method;         /* for axes that are distributed */
    ct_adi_mean mean;             /* where kappa is a field or function */
    int grid[CT_MAX_AXES];        /* ranks along each axis; 0: that entry is chosen; all 0: slabs
                                     along axis 0 where no rank is then empty, nor has fewer than
                                     4 planes of 4096 cells or more; along axis 1 where that gives
                                     each at least 4 rows of such planes; else chosen */
    ct_exchange_options exchange; /* for all of them; but halos are exact whatever its precision is,
                                     since the operator amplifies their rounding errors, while those
                                     of reductions and transposes are relative to an increment */
} ct_adi_options;

typedef struct ct_adi_plan ct_adi_plan;

/* Any extents and any number of ranks; some ranks may hold nothing. The state is 0 at time 0.
 * Collective over `comm`, as plans of exchange.h; problem and options (NULL: defaults) are copied,
 * edges included, and the same on all ranks. All ranks fail together: CT_ERROR_ARGUMENT for a
 * problem or options out of range, naming what is allowed; CT_ERROR_MEMORY; what
 * ct_exchange_plan_create raises. */
ct_status ct_adi_plan_create(MPI_Comm comm, const ct_adi_problem *problem,
                             const ct_adi_options *options, ct_adi_plan **plan);

/* Collective. Sets *plan to NULL. */
void ct_adi_plan_destroy(ct_adi_plan **plan);

/* This rank's part of the state: its box, the distribution it belongs to, and the values, dense in
 * C order in the problem's precision; owned by the plan, to be read and written between calls.
 * Local. */
ct_box ct_adi_state_box(const ct_adi_plan *plan);
const ct_distribution *ct_adi_state_distribution(const ct_adi_plan *plan);
void *ct_adi_state(ct_adi_plan *plan);

/* The time of the state. Local; the same on all ranks. */
double ct_adi_time(const ct_adi_plan *plan);
void ct_adi_set_time(ct_adi_plan *plan, double time);

/* The `extent` middles of all cells along an axis. Local; owned by the plan. */
const double *ct_adi_middles(const ct_adi_plan *plan, int axis);

/* Index of the cell that contains a position along an axis; the first or last one for positions
 * outside. Local. */
ptrdiff_t ct_adi_cell(const ct_adi_plan *plan, int axis, double position);

/* Sets values[i] to the value at (position[0][i], position[1][i], ..) and `time`, 0 <= i < count.
 * Called with different points on every rank, any number of times; may not communicate. */
typedef void (*ct_adi_function)(void *context, double time, ptrdiff_t count,
                                const double *const position[], double *values);

/* A quantity in space: one number, an array, or a function. A field is this rank's part, dense in C
 * order in the problem's precision, and is copied. For a face it is the layer, one cell thick, of
 * the state's box at that face; ranks whose box does not reach the face may give NULL. */
typedef enum ct_adi_kind { CT_ADI_NUMBER, CT_ADI_FIELD, CT_ADI_FUNCTION } ct_adi_kind;
typedef struct ct_adi_quantity {
    ct_adi_kind kind;
    double number;
    const void *field;
    ct_adi_function function;
    void *context; /* must live as long as the quantity is in use */
} ct_adi_quantity;

/* Replace the quantities of the problem. Collective; the same kind, number and function on all
 * ranks. CT_ERROR_ARGUMENT, on all ranks and with nothing changed, for a negative kappa, a value
 * that is not finite, a missing field or function, or the boundary values of a periodic face.
 *
 * When a function is evaluated: diffusivity and reaction once, now, at the state's time; the source
 * in every step at dt/2 (locally one-dimensional: at dt); boundary values on the face at the begin
 * and the end of every step.
 *
 * The diffusivity is a factor of the flux through Neumann and Robin faces, where that of the cell
 * would be of order 1 in space. So a function is evaluated on these faces too, and a field is
 * continued linearly to them with CT_ADI_ARITHMETIC. With CT_ADI_HARMONIC, and where what comes out
 * is no number from 0, that of the cell holds. */
ct_status ct_adi_set_diffusivity(ct_adi_plan *plan, const ct_adi_quantity *kappa);
ct_status ct_adi_set_reaction(ct_adi_plan *plan, const ct_adi_quantity *sigma);
ct_status ct_adi_set_source(ct_adi_plan *plan, const ct_adi_quantity *f);
ct_status ct_adi_set_boundary(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value);

/* Sets the state to that quantity at the state's time. Collective, errors as above, but a field or
 * a function may have values that are not finite, as in cells that a mask takes out later. */
ct_status ct_adi_set_state(ct_adi_plan *plan, const ct_adi_quantity *value);

/* Nonlinear diffusion of images: every step recomputes kappa = g(|grad v|), v being the state, or,
 * with a smoothing, the state convolved with a Gaussian of that width (diffused for smoothing^2 / 2
 * with kappa 1). Needs CT_ADI_LOD (else CT_ERROR_ARGUMENT), which conserves the mean and the
 * maximum principle. Collective; copied. */
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

/* Advances the state by dt. Factorisations are reused as long as dt and the coefficients do not
 * change. Collective. CT_ERROR_ARGUMENT unless dt is above 0 and finite. CT_ERROR_UNSUPPORTED where
 * sigma is a negative number and dt so long that the systems of the scheme are not positive
 * definite: u would change its sign instead of growing. */
ct_status ct_adi_step(ct_adi_plan *plan, double dt);

/* Advances by dt in two halves and compares with one whole step: *error is the largest difference
 * over 2^order - 1, Richardson's estimate of the error of this step. ct_adi_undo restores the state
 * before it, once (CT_ERROR_ARGUMENT if the last step was not such a one). Takes the memory of two
 * more states. Where ct_adi_step refuses such a dt because of sigma the state stays as it is, and
 * *error is HUGE_VAL. Collective; the same number on all ranks. */
ct_status ct_adi_step_doubled(ct_adi_plan *plan, double dt, double *error);
ct_status ct_adi_undo(ct_adi_plan *plan);

/* The scheme in use: not CT_ADI_SCHEME_AUTO, and another one after kappa was set. Local. */
ct_adi_scheme ct_adi_scheme_used(const ct_adi_plan *plan);

/* Order in time of the plan's scheme. Local. */
int ct_adi_order(const ct_adi_plan *plan);

/* The integral of the state over the box, by a compensated sum, so that its error does not grow
 * with the number of cells; and its least and greatest value, NAN where a value is not finite.
 * Collective; the same on all ranks. */
ct_status ct_adi_integral(const ct_adi_plan *plan, double *integral);
ct_status ct_adi_range(const ct_adi_plan *plan, double *least, double *most);

/* Detects instability and lost accuracy: compares the state with bounds that follow from the state
 * at ct_adi_bounds_begin. has_grown: |u| exceeds the maximum principle's bound 1.5 times (locally
 * one-dimensional), or 100 times and its root mean square 10 times (the other schemes, which bound
 * that mean where kappa is constant). has_lost: the integral is off by more than 1e-4 of that of
 * |u|; only where no flux passes the faces, sigma is 0 and f is no function. Each call makes one
 * pass over the state. Before ct_adi_bounds_begin, or after time went back, only is_finite means
 * anything. Collective; the same on all ranks. */
typedef struct ct_adi_bounds {
    int is_finite, has_grown, has_lost;
    double largest, bound; /* the largest |u|; its bound by the maximum principle */
    double integral, wanted_integral;
} ct_adi_bounds;
ct_status ct_adi_bounds_begin(ct_adi_plan *plan);
ct_status ct_adi_bounds_check(ct_adi_plan *plan, ct_adi_bounds *found);

/* The value of the cell with this index along each axis. Collective; the same on all ranks.
 * CT_ERROR_ARGUMENT for an index outside. */
ct_status ct_adi_value(const ct_adi_plan *plan, const ptrdiff_t *cell, double *value);

/* The method in use (CT_ADI_AUTO where no axis is distributed), and why, as a sentence that names
 * the constants of the prediction and what was wrong with their file. Local; owned by the plan. */
ct_adi_method ct_adi_method_used(const ct_adi_plan *plan);
const char *ct_adi_reason(const ct_adi_plan *plan);

/* The ranking of methods, best first; NULL past the end. Local; owned by the plan. */
const ct_score *ct_adi_score(const ct_adi_plan *plan, int index);

/* Bytes that all ranks together receive from others in one step (moved); that they must at least
 * read and write in memory, if the increment has an array of its own (swept; without one 4 arrays
 * are moved instead of 5); that the plan holds on this rank (plan). Local. */
double ct_adi_moved_bytes(const ct_adi_plan *plan);
double ct_adi_swept_bytes(const ct_adi_plan *plan);
double ct_adi_plan_bytes(const ct_adi_plan *plan);

/* What rounding doubles to floats (exchange.precision) has saved and lost since the plan was
 * created. Collective; the same on all ranks. */
ct_status ct_adi_rounding(const ct_adi_plan *plan, ct_exchange_losses *losses);

/* Phases of a step: their names for a report, and the seconds this rank spent in each since the
 * plan was created. 0 <= phase < ct_adi_phases, at most CT_ADI_PHASES_MOST. Names are static.
 * Local. */
enum { CT_ADI_PHASES_MOST = 8 };
int ct_adi_phases(const ct_adi_plan *plan);
const char *ct_adi_phase_name(const ct_adi_plan *plan, int phase);
double ct_adi_seconds(const ct_adi_plan *plan, int phase);

CT_PUBLIC_END

#endif
