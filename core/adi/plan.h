/* The plan. Axes are those of the box, always three; a plan of two axes uses 0 and 2. Where the
 * last of three has one cell, it changes places with the middle one: nothing moves in memory, and
 * rows are long (Douglas-Gunn, 1024 x 1024 x 1, two ranks: 22 ms a step, so 1.9). */
#ifndef CT_ADI_PLAN_H
#define CT_ADI_PLAN_H

#include "adi/advection/flow.h"
#include "adi/balance.h"
#include "adi/bounds.h"
#include "adi/coefficients/boundary.h"
#include "adi/laws.h"
#include "adi/mask/mask.h"
#include "adi/method.h"
#include "adi/multigrid/solver.h"
#include "adi/problem/axis.h"
#include "adi/problem/decompose.h"
#include "adi/problem/exchanges.h"
#include "adi/surfaces/surface.h"
#include "adi/sweeps/halo.h"
#include "adi/sweeps/sweep.h"
#include "node/context.h"

#include <cornerturn/adi.h>

/* Residuals before each linearisation of a steady state, and that at the end. */
enum { CT_ADI_ROUNDS_MOST = 200 };
typedef struct ct_adi_rounds {
    int count;
    double residual[CT_ADI_ROUNDS_MOST + 1];
} ct_adi_rounds;

/* Phases of a step. */
typedef enum ct_adi_work {
    CT_ADI_HALO,
    CT_ADI_FIRST_PASS,
    CT_ADI_REDUCE,
    CT_ADI_TRANSPOSE,
    CT_ADI_LAST_PASS,
    CT_ADI_COEFFICIENTS,
    CT_ADI_ADVECTION,
    CT_ADI_WORKS
} ct_adi_work;

struct ct_adi_plan {
    /* The problem; constant. */
    ct_context *context;
    MPI_Comm comm; /* of the context */
    int rank, size;
    ct_adi_scheme scheme;
    ct_adi_mean mean;
    ct_adi_method method;
    const ct_adi_kernels *kernels;
    ct_adi_exchanges exchanges;
    int axes;
    int thin; /* of three axes of the user's the one that is the box's middle one */
    ct_distribution distribution; /* of the user's axes */
    ct_box box;
    int grid[CT_ADI_BOX_AXES];
    ct_adi_axis axis[CT_ADI_BOX_AXES];

    /* Ranks sharing lines, and halos. */
    ct_adi_line line[CT_ADI_BOX_AXES];
    ct_adi_halo halo;
    ct_adi_sweep sweep[CT_ADI_BOX_AXES];

    /* Coefficients, changed by the ct_adi_set_ functions. */
    double kappa[CT_ADI_BOX_AXES], sigma, source;
    int is_variable;
    void *kappa_field, *sigma_field, *source_field; /* NULL: numbers */
    void *kappa_along[CT_ADI_BOX_AXES];             /* of one axis, before kappa_field; or NULL */
    double capacity, least_capacity;                /* the least of all cells */
    void *capacity_field;                           /* NULL: a number; the steps are then divided */
    ct_adi_surface surface[CT_ADI_BOX_AXES][CT_ADI_SIDES];
    ct_adi_quantity source_function;
    ct_adi_nonlinearity nonlinearity;
    ct_adi_mask mask;
    ct_adi_lawful lawful;
    ct_adi_flow flow;
    ct_adi_plan *smoother;              /* smooths the state for the nonlinearity, or NULL */
    void *face[CT_ADI_BOX_AXES];        /* variable: kappa at the faces of the box; or NULL */
    ct_adi_solver *solver;              /* by multigrid, or NULL: none yet for these */
    int hierarchies;                    /* that it has had */
    void *coupling[CT_ADI_BOX_AXES][2]; /* constant */
    void *per_width[CT_ADI_BOX_AXES];
    ct_adi_boundary_values boundary[CT_ADI_BOX_AXES][CT_ADI_SIDES];

    /* The state. */
    void *state;
    double time;
    void *saved[2]; /* doubled steps: the state before; after one whole step */
    double saved_time;
    int can_undo;
    ct_adi_known known;
    ct_adi_account account, saved_account; /* the latter of doubled steps */

    /* Memory of a step. */
    void *work_base; /* what was allocated for: */
    void *work;
    void *base;      /* Crank-Nicolson: the constant part of the right side */
    void *zeros;     /* a row */
    ptrdiff_t row;   /* a third of the numbers that solving lines needs at once */
    void *carry;     /* CT_ADI_CARRY numbers; a plane where the first two axes are fused */
    void *rows;      /* row buffer of a fused pass */
    void *turned[2]; /* variable: two planes of passes that turn, in the memory of the first */
    ptrdiff_t cache_bytes; /* this rank's part of the last cache */
    void *scratch[2];      /* three rows: for solving lines; for the middle axis, and three a plane
                              where fused passes take panels */
    double *numbers;       /* for factorising constant systems */
    double *points[CT_ADI_AXES], *values; /* arguments and results of a function */

    /* Results of queries. */
    double moved_bytes, bytes;
    double seconds[CT_ADI_WORKS];
    ct_adi_chosen chosen; /* the ranking of methods */
    ct_adi_rounds rounds; /* of the last steady state */
};

/* The box's axis of the user's axis `a`, and back. */
static inline int ct_adi_box_axis(const ct_adi_plan *plan, int a) {
    return plan->axes == 2 ? 2 * a : a == plan->thin ? 1 : a == 1 ? plan->thin : a;
}
static inline int ct_adi_user_axis(const ct_adi_plan *plan, int axis) {
    return plan->axes == 3 ? ct_adi_box_axis(plan, axis) : axis == 2 ? 1 : axis;
}

/* Whether the problem has this axis of the box. */
static inline int ct_adi_is_active(const ct_adi_plan *plan, int axis) {
    return plan->axes == 3 || axis != 1;
}

/* The address of a number in an array; NULL without an array. */
static inline void *ct_adi_at(const ct_adi_plan *plan, const void *numbers, ptrdiff_t index) {
    return numbers != NULL ? (char *)numbers + index * plan->kernels->bytes : NULL;
}
static inline double ct_adi_number(const ct_adi_plan *plan, const void *numbers, ptrdiff_t index) {
    return plan->kernels->bytes == sizeof(double) ? ((const double *)numbers)[index]
                                                  : (double)((const float *)numbers)[index];
}

static inline int ct_adi_is_empty(const ct_adi_plan *plan) {
    return ct_box_elements(&plan->box) == 0;
}

/* The lines along an axis of a box. */
static inline ct_adi_shape ct_adi_shape_of(const ct_box *box, int axis) {
    ct_adi_shape shape = {1, box->count[axis], 1};
    for (int a = 0; a < CT_ADI_BOX_AXES; a++) {
        shape.outer *= a < axis ? box->count[a] : 1;
        shape.inner *= a > axis ? box->count[a] : 1;
    }
    return shape;
}

/* The array of kappa along an axis, of this rank's box; NULL: a number. */
static inline const void *ct_adi_kappa_field(const ct_adi_plan *plan, int axis) {
    return plan->kappa_along[axis] != NULL ? plan->kappa_along[axis] : plan->kappa_field;
}

/* Whether the operators of the axes do not commute, but for sigma. */
static inline int ct_adi_is_rough(const ct_adi_plan *plan) {
    int is_rough = plan->capacity_field != NULL;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        is_rough = is_rough || ct_adi_kappa_field(plan, axis) != NULL ||
                   ct_adi_surface_is_rough(&plan->surface[axis][0]) ||
                   ct_adi_surface_is_rough(&plan->surface[axis][1]);
    }
    return is_rough;
}

/* The capacity of a cell of this rank's box. */
static inline double ct_adi_capacity_at(const ct_adi_plan *plan, ptrdiff_t cell) {
    return plan->capacity_field != NULL ? ct_adi_number(plan, plan->capacity_field, cell) : 1;
}

/* The area of a row of this rank's cells, across the last axis. */
static inline double ct_adi_area(const ct_adi_plan *plan, ptrdiff_t line) {
    return plan->axis[0].widths[plan->box.first[0] + line / plan->box.count[1]] *
           plan->axis[1].widths[plan->box.first[1] + line % plan->box.count[1]];
}

/* Whether a cell of this rank's box is no part of the domain. */
static inline int ct_adi_is_out(const ct_adi_plan *plan, ptrdiff_t cell) {
    return plan->mask.cell != NULL && plan->mask.cell[cell];
}

/* Volume of the whole domain. */
static inline double ct_adi_volume(const ct_adi_plan *plan) {
    double volume = 1;
    if (plan->mask.cell != NULL) {
        return plan->mask.volume;
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        volume *= plan->axis[axis].edges[plan->axis[axis].n] - plan->axis[axis].edges[0];
    }
    return volume;
}

#endif
