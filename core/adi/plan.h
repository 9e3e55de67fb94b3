/* The inside of a plan. Axes are those of the box, three always: those of two axes are 0 and 2. */
#ifndef CT_ADI_PLAN_H
#define CT_ADI_PLAN_H

#include "adi/axis.h"
#include "adi/bounds.h"
#include "adi/exchanges.h"
#include "node/context.h"
#include <cornerturn/adi.h>
#include <cornerturn/transpose.h>

/* The ranks that share the lines of an axis, in order; alone where an axis is not distributed. */
typedef struct ct_adi_line {
    ct_context *context;
    MPI_Comm comm; /* of it. MPI_COMM_NULL: this rank alone, or it has no cells */
    int rank, size;
    ct_exchange_options exchange; /* for exchanges among them */
} ct_adi_line;

/* Layers of the state's box that its neighbours have. */
typedef struct ct_adi_halo {
    ptrdiff_t cells;            /* of a layer */
    ct_exchange_plan *exchange; /* NULL: none has any */
    void *mine;                 /* first layer, last layer */
    void *theirs;               /* the layer after the last, that before the first */
} ct_adi_halo;

/* Lines that go on at other ranks, or at their own beginning, after all that a rank has: the last
 * unknown of every rank is solved for, in systems of as many unknowns as there are ranks. */
typedef struct ct_adi_reduction {
    ptrdiff_t lines; /* of this rank; it solves for the part `chunk` of them */
    ptrdiff_t chunk;
    int is_cyclic;
    ct_exchange_plan *collect, *spread;
    void *mine; /* two numbers a line: last d and sum; in return: unknown before, last unknown */
    void *collected; /* [size][2][chunk] */
    void *solved;    /* [1 + size][chunk]: those before the first, then all */
    void *weight;    /* of variable systems while they are summed */
    ct_adi_rest rest;
} ct_adi_reduction;

typedef enum ct_adi_way {
    CT_ADI_WAY_NONE,  /* nothing happens along this axis */
    CT_ADI_WAY_LOCAL, /* this rank has whole lines */
    CT_ADI_WAY_REDUCED,
    CT_ADI_WAY_TRANSPOSED
} ct_adi_way;

/* The systems along one axis: of the state's box, or of the box where its lines are whole. */
typedef struct ct_adi_sweep {
    ct_adi_way way;
    ct_box box;
    ct_adi_systems systems;
    double c;                   /* of the factorisation; 0: none yet */
    void *memory;               /* of the arrays of the systems, constant or variable */
    void *face;                 /* of a box that is not the state's: kappa at faces */
    ct_adi_reduction reduction; /* where lines go on */
    ct_transpose_plan *there, *back;
    void *turned[2]; /* arrays of that box, shared: the unknowns; sigma */
} ct_adi_sweep;

/* Boundary values at a face that this rank has cells at: of a patch of those cells and, for
 * functions, some more around it. */
typedef struct ct_adi_rim {
    int is_here, is_zero;
    ct_adi_quantity value;        /* its field is in `now` */
    int across[2];                /* the axes along the face */
    ptrdiff_t first[2], count[2]; /* of the patch; beyond the box where an axis is periodic */
    ptrdiff_t margin[2];          /* cells of the patch before those of the box */
    ptrdiff_t cells[2];           /* of the box */
    double *now, *next;           /* values, of the patch */
    double now_time;
    int is_known;    /* `now` is of now_time */
    double *factor;  /* of the box's cells: what a value of 1 adds to A u */
    double *flux[2]; /* of them: what is being added, by the operator and by sweeps, */
    int has_flux[2]; /* where it is not 0 throughout */
    int is_noted;    /* values and factors are as when the next two were found: for bounds.h, */
    double level, inflow; /* what u is drawn to, and what the face is to the cells at it */
} ct_adi_rim;

typedef enum ct_adi_work {
    CT_ADI_HALO,
    CT_ADI_FIRST_PASS,
    CT_ADI_REDUCE,
    CT_ADI_TURN,
    CT_ADI_LAST_PASS,
    CT_ADI_COEFFICIENTS,
    CT_ADI_WORKS
} ct_adi_work;

struct ct_adi_plan {
    ct_context *context;
    MPI_Comm comm; /* of it */
    int rank, size;
    ct_adi_scheme scheme;
    ct_adi_mean mean;
    ct_adi_method method;
    const ct_adi_kernels *kernels;
    ct_adi_exchanges exchanges;
    int axes;
    ct_distribution distribution; /* as the user has it */
    ct_box box;
    int grid[CT_ADI_BOX_AXES];
    ct_adi_axis axis[CT_ADI_BOX_AXES];
    ct_adi_line line[CT_ADI_BOX_AXES];
    ct_adi_halo halo[CT_ADI_BOX_AXES];
    ct_adi_sweep sweep[CT_ADI_BOX_AXES];
    ct_adi_rim rim[CT_ADI_BOX_AXES][CT_ADI_SIDES];

    double kappa[CT_ADI_BOX_AXES], sigma, source;
    int is_variable;
    void *kappa_field, *sigma_field, *source_field; /* NULL: numbers */
    ct_adi_quantity source_function;
    ct_adi_nonlinearity nonlinearity;
    ct_adi_plan *smoother;              /* where the state is smoothed for it; NULL: it is not */
    void *face[CT_ADI_BOX_AXES];        /* variable: kappa at the faces of the box */
    void *coupling[CT_ADI_BOX_AXES][2]; /* constant */
    void *per_width[CT_ADI_BOX_AXES];
    void *zeros;        /* a row */
    ptrdiff_t row;      /* numbers of the longest row of lines that are solved at once */
    void *carry;        /* CT_ADI_CARRY numbers, and not less than a plane that may be crossed */
    void *rows;         /* that are crossed together, from the operator on */
    int streams;        /* the work array is written past the cache where it is crossed */
    ct_adi_aside aside; /* of the next rows: what is still to be written, what to read */
    void *scratch[2];   /* three such rows; the same of the middle axis, while others are solved */
    double *numbers;    /* of factorising constant systems */

    void *state, *work;
    void *base;    /* Crank-Nicolson: the part of the equation that stays */
    void *kept[2]; /* of doubled steps: the state before; that after one whole step */
    double kept_time;
    int can_undo;
    double *points[CT_ADI_AXES], *values; /* of one call of a function */
    double time;
    ct_adi_known known;

    double moved_bytes, bytes;
    double seconds[CT_ADI_WORKS];
    ct_score *score; /* of what was considered, best first */
    int scores;
    char reason[2048];
};

/* The axis of the box that is axis `a` of the user. */
static inline int ct_adi_box_axis(const ct_adi_plan *plan, int a) {
    return plan->axes == 2 && a == 1 ? 2 : a;
}

/* Whether something happens along an axis of the box. */
static inline int ct_adi_is_active(const ct_adi_plan *plan, int axis) {
    return plan->axes == 3 || axis != 1;
}

/* A number of an array, from an index on or alone. */
static inline void *ct_adi_at(const ct_adi_plan *plan, const void *numbers, ptrdiff_t index) {
    return numbers != NULL ? (char *)numbers + index * plan->kernels->bytes : NULL;
}
static inline double ct_adi_number(const ct_adi_plan *plan, const void *numbers, ptrdiff_t index) {
    double number = 0;
    plan->kernels->load(ct_adi_at(plan, numbers, index), 1, &number);
    return number;
}

static inline int ct_adi_is_empty(const ct_adi_plan *plan) {
    return ct_box_elements(&plan->box) == 0;
}

static inline ct_adi_shape ct_adi_shape_of(const ct_box *box, int axis) {
    ct_adi_shape shape = {1, box->count[axis], 1};
    for (int a = 0; a < CT_ADI_BOX_AXES; a++) {
        shape.outer *= a < axis ? box->count[a] : 1;
        shape.inner *= a > axis ? box->count[a] : 1;
    }
    return shape;
}

/* Parts of creating a plan. distribute: the process grid and this rank's box. axes: cells along
 * each axis and the problem's numbers. line: the ranks that share lines along an axis, those
 * without cells left out. The first two are local, the last is collective. */
ct_status ct_adi_distribute(ct_adi_plan *plan, const ct_adi_problem *problem,
                            const ct_adi_options *options);
ct_status ct_adi_axes_make(ct_adi_plan *plan, const ct_adi_problem *problem);
ct_status ct_adi_line_make(ct_adi_plan *plan, int axis);

/* Memory of this rank alone, counted; NULL where there is none. ct_adi_array: that others reach
 * where lines are transposed, and else of this rank alone too: such memory has the larger pages.
 * Both are zeros. The latter is collective, after the choice of the method. */
void *ct_adi_memory(ct_adi_plan *plan, ptrdiff_t numbers, ptrdiff_t bytes);
ct_status ct_adi_array(ct_adi_plan *plan, ptrdiff_t numbers, void **memory);

/* Whether cells lie beyond a side of the box, along an axis. Local. */
int ct_adi_goes_on(const ct_adi_plan *plan, int axis, int side);

/* Halos: created for the ranks of a line; exchanged for an array of the state's box, along all
 * axes: collective over lines. Local: the first or last layer of an array of any box, made dense;
 * what lies beyond an array of the state's box, wherever it is, zeros where there is nothing. */
ct_status ct_adi_halo_create(ct_adi_plan *plan, int axis);
ct_status ct_adi_halo_exchange(ct_adi_plan *plan, const void *array);
void ct_adi_layer_take(const ct_adi_plan *plan, const ct_box *box, int axis, int side,
                       const void *array, void *layer);
ct_adi_layer ct_adi_beyond(const ct_adi_plan *plan, int axis, int side, const void *array);
void ct_adi_halo_destroy(ct_adi_halo *halo);

/* Reductions. prepare: after the systems were factorised. close: from the d of all numbers and the
 * sums, which forward elimination leaves in *sum and *weight, to what is before the lines and their
 * last unknowns. Collective over the line. */
ct_status ct_adi_reduction_create(ct_adi_plan *plan, int axis);
ct_status ct_adi_reduction_prepare(ct_adi_plan *plan, int axis);
ct_status ct_adi_reduction_close(ct_adi_plan *plan, int axis, const void *d);
void *ct_adi_reduction_sum(const ct_adi_plan *plan, int axis);
const void *ct_adi_reduction_before(const ct_adi_plan *plan, int axis);
const void *ct_adi_reduction_last(const ct_adi_plan *plan, int axis);
void ct_adi_reduction_destroy(ct_adi_reduction *reduction);

/* Sweeps: memory and exchanges for the way plan->sweep[axis].way; memory and what follows from
 * kappa and sigma, after these were set; factorisation of 1 - c A; a whole transposed sweep over
 * the work array. Collective. */
ct_status ct_adi_sweep_create(ct_adi_plan *plan, int axis);
ct_status ct_adi_sweep_set(ct_adi_plan *plan, int axis);
ct_status ct_adi_sweep_factorise(ct_adi_plan *plan, int axis, double c);
ct_status ct_adi_sweep_turned(ct_adi_plan *plan, int axis);
void ct_adi_sweep_destroy(ct_adi_sweep *sweep);

/* Coefficients: all that follows from kappa and sigma, whether numbers or fields. Collective. */
ct_status ct_adi_coefficients_set(ct_adi_plan *plan);

/* Facewise kappa of a box along an axis, from an array of it and layers beyond it (or NULL). */
void ct_adi_faces_make(const ct_adi_plan *plan, const ct_box *box, int axis, const void *kappa,
                       const void *before, const void *after, void *face);

/* Quantities. check: of what the caller gives, on this rank; a message names `what`. row: at the
 * cells of row (z, y) of the box. Both local. take: a field of `numbers` from any but a number,
 * checked on all ranks to be finite and at least `least`; collective. */
ct_status ct_adi_quantity_check(const ct_adi_quantity *quantity, const char *what, int has_cells);
void ct_adi_quantity_row(const ct_adi_plan *plan, const ct_adi_quantity *quantity, double time,
                         ptrdiff_t z, ptrdiff_t y, double *values);
ct_status ct_adi_quantity_take(ct_adi_plan *plan, const ct_adi_quantity *quantity, const char *what,
                               double least, void **field);

/* Boundary values. set: a quantity that was checked. couple: after kappa was set. evaluate: at the
 * plan's time and dt later. take: makes fluxes, of what `instant` says, for the operator (0) or for
 * sweeps (1). has: whether there are any along an axis in a layer of the box. add: those times
 * scale, along an axis, to rows first .. end - 1 of the box, counted through its planes, which
 * `into` begins with. Local. */
typedef enum ct_adi_instant {
    CT_ADI_NEVER,
    CT_ADI_NOW,
    CT_ADI_NEXT,
    CT_ADI_INCREMENT /* from now to next, seen while the axes before this one are not yet swept */
} ct_adi_instant;
ct_status ct_adi_rim_set(ct_adi_plan *plan, int axis, int side, const ct_adi_quantity *value);
void ct_adi_rim_couple(ct_adi_plan *plan, int axis, int side);
void ct_adi_rims_evaluate(ct_adi_plan *plan, double dt);
void ct_adi_rims_take(ct_adi_plan *plan, int which, ct_adi_instant instant, double c);
int ct_adi_rims_has(const ct_adi_plan *plan, int axis, int which, ptrdiff_t layer);
void ct_adi_rims_add(const ct_adi_plan *plan, int axis, int which, double scale, ptrdiff_t first,
                     ptrdiff_t end, void *into);
void ct_adi_rim_destroy(ct_adi_rim *rim);

/* One solution of (1 - c A_2)(1 - c A_1)(1 - c A_0) x = r, r made plane by plane:
 *     r = scale (A u + boundary values) + keep u + base + source_scale f(source_time).
 * The state becomes x, or has it added. Before an axis is swept its boundary values are added, c
 * times. */
typedef struct ct_adi_job {
    double c, scale, keep; /* scale 0: A is not applied */
    const void *base;      /* or NULL */
    ct_adi_instant boundary, sweep_boundary;
    double source_time, source_scale;
    int replaces;
    double *square; /* the sum of (r / scale)^2 by volume over this rank's cells, or NULL */
} ct_adi_job;
ct_status ct_adi_run(ct_adi_plan *plan, const ct_adi_job *job);

/* Rows that are worked on together. Whether the middle axis and the first one are eliminated
 * together, and substituted on the way back. cross: rows first .. end - 1, of one plane or all of
 * some, in the order of elimination, from `rows` into the work array; some of that is written while
 * lines are solved with plan->aside, or by cross_end. uncross: then, into the state. Local. */
ptrdiff_t ct_adi_rows_together(const ct_adi_plan *plan);
int ct_adi_crosses(const ct_adi_plan *plan);
void ct_adi_cross(ct_adi_plan *plan, const ct_adi_job *job, ptrdiff_t first, ptrdiff_t end,
                  const void *rows);
void ct_adi_cross_end(ct_adi_plan *plan);
void ct_adi_uncross(const ct_adi_plan *plan, const ct_adi_job *job);

/* Only r. Collective, as the other. */
ct_status ct_adi_apply(ct_adi_plan *plan, const ct_adi_job *job, void *r);

/* Its rows first .. end - 1, after halos were exchanged and fluxes taken: with what the job asks of
 * the operator, from `r` on. Local. */
ct_adi_operation ct_adi_operation_of(const ct_adi_plan *plan, const ct_adi_job *job);
void ct_adi_produce(ct_adi_plan *plan, const ct_adi_job *job, const ct_adi_operation *operation,
                    ptrdiff_t first, ptrdiff_t end, void *r);

/* The plan itself, of a problem that was checked, for the method of the options or the one that is
 * predicted to be faster. Collective. */
ct_status ct_adi_plan_build(MPI_Comm comm, const ct_adi_problem *problem,
                            const ct_adi_options *options, ct_adi_plan **plan);

/* Chooses the method of a plan that has its distribution and axes; measuring builds plans of the
 * methods and leaves no trace. Collective. */
ct_status ct_adi_choose(ct_adi_plan *plan, const ct_adi_problem *problem,
                        const ct_adi_options *options);

/* kappa from the state, by the plan's nonlinearity. Collective. */
ct_status ct_adi_diffusivity_from_state(ct_adi_plan *plan);

#endif
