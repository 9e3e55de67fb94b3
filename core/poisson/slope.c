#include "poisson/slope.h"

#include "base/mpi.h"
#include "poisson/divide.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <cornerturn/redistribute.h>

#include <stdlib.h>
#include <string.h>

/* Of a kind of transform: the kind of its derivative, which has `points` more points; its mode
 * `index + mode` is mode `index` times the slope and the sign, and its point `index + point` is at
 * point `index`. What that leaves out is 0. */
typedef struct partner {
    ct_fft_kind kind;
    int points, mode, point;
    double sign;
} partner;

static const partner partners[CT_FFT_KINDS] = {
    [CT_FFT_DCT1] = {CT_FFT_DST1, -2, -1, -1, -1}, [CT_FFT_DCT2] = {CT_FFT_DST2, 0, -1, 0, -1},
    [CT_FFT_DCT3] = {CT_FFT_DST3, 0, 0, -1, -1},   [CT_FFT_DCT4] = {CT_FFT_DST4, 0, 0, 0, -1},
    [CT_FFT_DST1] = {CT_FFT_DCT1, 2, 1, 1, 1},     [CT_FFT_DST2] = {CT_FFT_DCT2, 0, 1, 0, 1},
    [CT_FFT_DST3] = {CT_FFT_DCT3, 0, 0, 1, 1},     [CT_FFT_DST4] = {CT_FFT_DCT4, 0, 0, 0, 1}};

struct ct_poisson_slope {
    const ct_poisson_plan *plan;
    int axis;
    partner partner;
    ptrdiff_t outer, n, inner;          /* lines of this rank, of real numbers */
    ct_redistribute_plan *there, *back; /* NULL: lines are whole in the array */
    void *lines;
    ct_fft_plan *to_modes, *to_points; /* this rank's; NULL: differences */
    void *others;                      /* modes, then points, of the partner; or a line's values */
    double *stencil;                   /* of the numbers before, at and after each */
};

static ptrdiff_t bytes_of(const ct_poisson_slope *s) {
    return s->plan->problem.precision == CT_FLOAT ? (ptrdiff_t)sizeof(float)
                                                  : (ptrdiff_t)sizeof(double);
}

/* A row of numbers. */
static void *row_of(const ct_poisson_slope *s, void *numbers, ptrdiff_t row) {
    return (char *)numbers + row * s->inner * bytes_of(s);
}

/* into = (adds ? into : 0) + factor from, of a row. */
static void add_row(const ct_poisson_slope *s, double factor, const void *from, int adds,
                    void *into) {
    if (s->plan->problem.precision == CT_FLOAT) {
        const float *restrict x = from;
        float *restrict y = into;
        for (ptrdiff_t i = 0; i < s->inner; i++) {
            y[i] = (adds ? y[i] : 0) + (float)factor * x[i];
        }
    } else {
        const double *restrict x = from;
        double *restrict y = into;
        for (ptrdiff_t i = 0; i < s->inner; i++) {
            y[i] = (adds ? y[i] : 0) + factor * x[i];
        }
    }
}

static void zero_row(const ct_poisson_slope *s, void *row) {
    memset(row, 0, (size_t)(s->inner * bytes_of(s)));
}

/* Whether ranks have whole lines in the array, dense in C order. */
static int has_lines(const ct_poisson_slope *s) {
    const ct_ownership *array = &s->plan->array;
    int is_ordered = 1;
    for (int a = 0; a < array->decomposition.axes; a++) {
        is_ordered = is_ordered && array->decomposition.order[a] == a;
    }
    return is_ordered && ct_ownership_is_plain(array) && array->decomposition.grid[s->axis] == 1;
}

/* Finds this rank's whole lines, and how the array becomes them. Collective. */
static ct_status make_lines(ct_poisson_slope *s) {
    const ct_poisson_plan *plan = s->plan;
    const ct_decomposition *array = &plan->array.decomposition;
    const ct_redistribute_options options = {.exchange.transport = plan->transport};
    const int parts = plan->problem.is_complex ? 2 : 1;
    int size = 0;
    int rank = 0;
    ct_distribution whole = {.axes = array->axes};
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_size(plan->comm, &size));
    CT_MPI(MPI_Comm_rank(plan->comm, &rank));
    memcpy(whole.extent, array->extent, sizeof whole.extent);
    memcpy(whole.grid, array->grid, sizeof whole.grid);
    if (!has_lines(s)) {
        memset(whole.grid, 0, sizeof whole.grid);
        whole.grid[s->axis] = 1;
        CT_TRY(ct_agree(plan->comm, ct_grid_auto(whole.axes, whole.extent, size, whole.grid)));
        const ct_decomposition lines = ct_decompose_blocks(whole.axes, whole.extent, whole.grid);
        CT_TRY(ct_redistribute_plan_create(plan->comm, array, NULL, &lines, parts * bytes_of(s),
                                           &options, &s->there));
        CT_TRY(ct_redistribute_plan_create(plan->comm, &lines, NULL, array, parts * bytes_of(s),
                                           &options, &s->back));
        CT_TRY(ct_alloc(plan->comm, ct_distribution_elements(&whole, rank) * parts * bytes_of(s),
                        &s->lines));
    }
    const ct_box box = ct_distribution_box(&whole, rank);
    s->outer = 1;
    s->n = box.count[s->axis];
    s->inner = parts;
    for (int a = 0; a < box.axes; a++) {
        s->outer *= a < s->axis ? box.count[a] : 1;
        s->inner *= a > s->axis ? box.count[a] : 1;
    }
cleanup:
    return status;
}

static int is_empty(const ct_poisson_slope *s) {
    return s->outer * s->n * s->inner == 0;
}

/* Transforms of this rank's lines, from points to modes and from those of the partner to its
 * points. Local. */
static ct_status make_transforms(ct_poisson_slope *s, ct_fft_kind kind) {
    const ptrdiff_t count = s->n + s->partner.points;
    ct_fft_problem problem = {.axes = 3,
                              .extent = {s->outer, s->n, s->inner},
                              .kind = {CT_FFT_NONE, kind, CT_FFT_NONE},
                              .precision = s->plan->problem.precision};
    ct_fft_options options = {.in_place = 1, .scaling = CT_SCALING_NONE};
    ct_status status = CT_OK;
    CT_TRY(ct_alloc(MPI_COMM_SELF, s->outer * count * s->inner * bytes_of(s), &s->others));
    CT_TRY(ct_fft_plan_create(MPI_COMM_SELF, &problem, &options, &s->to_modes));
    problem.extent[1] = count;
    problem.kind[1] = s->partner.kind;
    options.direction = CT_INVERSE;
    options.scaling = CT_SCALING_FULL;
    if (count > 0) {
        CT_TRY(ct_fft_plan_create(MPI_COMM_SELF, &problem, &options, &s->to_points));
    }
cleanup:
    return status;
}

/* Of what determines the parabola at a middle: the distance to where the value before is, or, at a
 * Neumann end, to where the slope is 0. */
typedef struct side {
    double distance;
    int is_value;
} side;

static side side_of(const ct_poisson_plan *plan, ptrdiff_t i, int is_after) {
    const ct_poisson *p = &plan->problem;
    const ct_poisson_stretched *s = &plan->stretched;
    const ptrdiff_t n = p->extent[s->axis];
    const ct_boundary boundary = p->boundary[s->axis];
    const ct_boundary fixed =
        is_after ? CT_BOUNDARY_NEUMANN_DIRICHLET : CT_BOUNDARY_DIRICHLET_NEUMANN;
    const double half = s->width[i] * s->length / 2;
    if (i == (is_after ? n - 1 : 0) && boundary != CT_BOUNDARY_PERIODIC) {
        return (side){half, boundary == CT_BOUNDARY_DIRICHLET || boundary == fixed};
    }
    return (side){half + s->width[(i + n + (is_after ? 1 : -1)) % n] * s->length / 2, 1};
}

/* With q the difference towards a side over its distance d, which is the slope at d / 2, or 0 at d:
 * the slope at the middle is what is linear between both. Local. */
static ct_status make_stencil(ct_poisson_slope *s) {
    s->stencil = calloc(3 * (size_t)s->n + 1, sizeof *s->stencil);
    if (s->stencil == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td differences", s->n);
    }
    for (ptrdiff_t i = 0; i < s->n; i++) {
        const side before = side_of(s->plan, i, 0);
        const side after = side_of(s->plan, i, 1);
        const double reach[2] = {before.is_value ? before.distance / 2 : before.distance,
                                 after.is_value ? after.distance / 2 : after.distance};
        const double low = before.is_value ? reach[1] / (reach[0] + reach[1]) / before.distance : 0;
        const double high = after.is_value ? reach[0] / (reach[0] + reach[1]) / after.distance : 0;
        const int is_cyclic = s->plan->problem.boundary[s->axis] == CT_BOUNDARY_PERIODIC;
        s->stencil[3 * i] = is_cyclic || i > 0 ? -low : 0;
        s->stencil[3 * i + 1] = low - high;
        s->stencil[3 * i + 2] = is_cyclic || i < s->n - 1 ? high : 0;
    }
    return ct_alloc(MPI_COMM_SELF, s->n * s->inner * bytes_of(s), &s->others);
}

ct_status ct_poisson_slope_create(ct_poisson_plan *plan, int axis, ct_poisson_slope **slope) {
    const int is_stretched = plan->filter == NULL && axis == plan->stretched.axis;
    const ct_fft_kind kind = ct_poisson_kind(plan->problem.boundary[axis], plan->problem.points);
    ct_poisson_slope *created = calloc(1, sizeof *created);
    ct_status status = CT_OK;
    *slope = NULL;
    status =
        ct_agree(plan->comm,
                 created != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a derivative"));
    if (status != CT_OK || created == NULL) {
        goto cleanup;
    }
    created->plan = plan;
    created->axis = axis;
    created->partner = partners[kind];
    CT_TRY(make_lines(created));
    if (!is_empty(created)) {
        status = is_stretched ? make_stencil(created) : make_transforms(created, kind);
    }
    CT_TRY(ct_agree(plan->comm, status));
    *slope = created;
    return CT_OK;
cleanup:
    ct_poisson_slope_destroy(&created);
    return status;
}

/* By the series. Local. */
static ct_status transform(ct_poisson_slope *s, void *lines) {
    const double *slope = s->plan->slope[s->axis];
    const ptrdiff_t count = s->n + s->partner.points;
    ct_status status = CT_OK;
    CT_TRY(ct_fft_execute(s->to_modes, lines, lines));
    for (ptrdiff_t row = 0; row < s->outer * count; row++) {
        const ptrdiff_t from = row % count - s->partner.mode;
        void *into = row_of(s, s->others, row);
        if (from < 0 || from >= s->n) {
            zero_row(s, into);
        } else {
            add_row(s, s->partner.sign * slope[from], row_of(s, lines, row / count * s->n + from),
                    0, into);
        }
    }
    if (s->to_points != NULL) {
        CT_TRY(ct_fft_execute(s->to_points, s->others, s->others));
    }
    for (ptrdiff_t row = 0; row < s->outer * s->n; row++) {
        const ptrdiff_t from = row % s->n + s->partner.point;
        void *into = row_of(s, lines, row);
        if (from < 0 || from >= count) {
            zero_row(s, into);
        } else {
            add_row(s, 1, row_of(s, s->others, row / s->n * count + from), 0, into);
        }
    }
cleanup:
    return status;
}

/* By differences. Local. */
static void difference(const ct_poisson_slope *s, void *lines) {
    const ptrdiff_t n = s->n;
    for (ptrdiff_t outer = 0; outer < s->outer; outer++) {
        void *line = row_of(s, lines, outer * n);
        memcpy(s->others, line, (size_t)(n * s->inner * bytes_of(s)));
        for (ptrdiff_t i = 0; i < n; i++) {
            const double *factor = s->stencil + 3 * i;
            void *into = row_of(s, line, i);
            add_row(s, factor[1], row_of(s, s->others, i), 0, into);
            add_row(s, factor[0], row_of(s, s->others, (i + n - 1) % n), 1, into);
            add_row(s, factor[2], row_of(s, s->others, (i + 1) % n), 1, into);
        }
    }
}

ct_status ct_poisson_slope_execute(ct_poisson_slope *s, void *array) {
    void *lines = s->there != NULL ? s->lines : array;
    ct_status status = CT_OK;
    if (s->there != NULL) {
        CT_TRY(ct_redistribute_execute(s->there, array, lines));
    }
    if (!is_empty(s) && s->stencil != NULL) {
        difference(s, lines);
    } else if (!is_empty(s)) {
        status = transform(s, lines);
    }
    CT_TRY(ct_agree(s->plan->comm, status));
    if (s->there != NULL) {
        CT_TRY(ct_redistribute_execute(s->back, lines, array));
    }
cleanup:
    return status;
}

void ct_poisson_slope_destroy(ct_poisson_slope **slope) {
    if (*slope == NULL) {
        return;
    }
    ct_poisson_slope *s = *slope;
    ct_redistribute_plan_destroy(&s->there);
    ct_redistribute_plan_destroy(&s->back);
    ct_fft_plan_destroy(&s->to_modes);
    ct_fft_plan_destroy(&s->to_points);
    ct_free(&s->lines);
    ct_free(&s->others);
    free(s->stencil);
    free(s);
    *slope = NULL;
}
