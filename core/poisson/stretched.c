#include "poisson/stretched.h"

#include "base/mpi.h"
#include "poisson/divide.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tables of the axis. Local. */
static ct_status tabulate(const ct_poisson *p, ct_poisson_stretched *s) {
    const ptrdiff_t n = p->extent[p->faces_axis];
    const ct_boundary boundary = p->boundary[p->faces_axis];
    const int is_cyclic = boundary == CT_BOUNDARY_PERIODIC;
    const int is_fixed[2] = {
        boundary == CT_BOUNDARY_DIRICHLET || boundary == CT_BOUNDARY_DIRICHLET_NEUMANN,
        boundary == CT_BOUNDARY_DIRICHLET || boundary == CT_BOUNDARY_NEUMANN_DIRICHLET};
    s->memory = calloc(4 * (size_t)n, sizeof *s->memory);
    if (s->memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %td cells", n);
    }
    s->width = s->memory;
    s->lower = s->memory + n;
    s->upper = s->memory + 2 * n;
    s->diagonal = s->memory + 3 * n;
    for (ptrdiff_t i = 0; i < n; i++) {
        s->width[i] = p->faces[i + 1] - p->faces[i];
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        const double w = s->width[i];
        const int has_lower = is_cyclic || i > 0;
        const int has_upper = is_cyclic || i < n - 1;
        s->lower[i] = has_lower ? -2 / (w * (w + s->width[(i + n - 1) % n])) : 0;
        s->upper[i] = has_upper ? -2 / (w * (w + s->width[(i + 1) % n])) : 0;
        s->diagonal[i] = -s->lower[i] - s->upper[i];
        s->diagonal[i] += (!has_lower && is_fixed[0] ? 2 : 0) / (w * w);
        s->diagonal[i] += (!has_upper && is_fixed[1] ? 2 : 0) / (w * w);
    }
    for (ptrdiff_t i = 0; i < n; i++) {
        s->width[i] /= p->faces[n] - p->faces[0];
    }
    return CT_OK;
}

/* A coefficient of this rank: its place, the eigenvalue of its other axes, and of systems that are
 * singular the number, else -1. */
typedef struct place {
    ptrdiff_t element, row, singular, along;
    double value;
} place;

/* Number `index` of the first `count` along each axis of this rank's. */
static place place_of(const ct_poisson_plan *plan, const ptrdiff_t count[CT_MAX_AXES],
                      ptrdiff_t index) {
    const ct_poisson *p = &plan->problem;
    const ct_poisson_stretched *s = &plan->stretched;
    place found = {.value = p->shift};
    ptrdiff_t number = 0;
    ptrdiff_t step = 1;
    ptrdiff_t stride = 1;
    for (int a = p->axes - 1; a >= 0; a--) {
        const ptrdiff_t at = s->box.first[a] + index % count[a];
        found.element += index % count[a] * stride;
        stride *= s->box.count[a];
        index /= count[a];
        found.along = a == plan->along ? at : found.along;
        if (a == s->axis) {
            found.row = at;
        } else {
            found.value += plan->value[a][at];
            if (p->boundary[a] == CT_BOUNDARY_NONE) {
                number += at * step;
                step *= p->extent[a];
            }
        }
    }
    found.singular = s->singular > 0 && !(found.value > 0) ? number : -1;
    return found;
}

/* The matrices, in the precision of the problem. Collective. */
static ct_status factorise(ct_poisson_plan *plan) {
    const ct_poisson_stretched *s = &plan->stretched;
    const int is_float = plan->problem.precision == CT_FLOAT;
    const size_t real_bytes = is_float ? sizeof(float) : sizeof(double);
    const ptrdiff_t elements = ct_box_elements(&s->box);
    void *bands[3] = {NULL};
    ct_status status = CT_OK;
    for (int b = 0; b < 3; b++) {
        bands[b] = calloc((size_t)elements + 1, real_bytes);
        status = bands[b] != NULL ? status : ct_raise(CT_ERROR_MEMORY, "no memory for matrices");
    }
    status = ct_agree(plan->comm, status);
    if (status != CT_OK || bands[0] == NULL || bands[1] == NULL || bands[2] == NULL) {
        goto cleanup;
    }
    for (ptrdiff_t i = 0; i < elements; i++) {
        const place at = place_of(plan, s->box.count, i);
        /* A constant more in u makes no difference to what follows: row 0 fixes one. */
        const double fixed = at.singular >= 0 && at.row == 0 ? s->diagonal[0] : 0;
        const double number[3] = {s->lower[at.row], s->diagonal[at.row] + at.value + fixed,
                                  s->upper[at.row]};
        for (int b = 0; b < 3; b++) {
            if (is_float) {
                ((float *)bands[b])[i] = (float)number[b];
            } else {
                ((double *)bands[b])[i] = number[b];
            }
        }
    }
    CT_TRY(ct_tridiagonal_factorise(s->systems, bands[0], bands[1], bands[2]));
cleanup:
    for (int b = 0; b < 3; b++) {
        free(bands[b]);
    }
    return status;
}

/* Transforms to coefficients and back, the plans sharing their layout. Collective. */
static ct_status plan_transforms(ct_poisson_plan *plan, const ct_fft_problem *transform,
                                 const ct_fft_options *options) {
    ct_poisson_stretched *s = &plan->stretched;
    ct_fft_options how = *options;
    int grid[2][CT_MAX_AXES] = {{0}};
    ptrdiff_t extent[CT_MAX_AXES];
    ct_status status = CT_OK;
    how.in_place = 0;
    how.destroys_input = options->destroys_input && !options->in_place;
    how.direction = CT_FORWARD;
    how.scaling = CT_SCALING_NONE;
    how.transposed = 1;
    how.spectrum = (ct_fft_side){.decomposition = NULL};
    CT_TRY(ct_fft_plan_create(plan->comm, transform, &how, &s->there));
    ct_fft_grids(s->there, grid[0], grid[1]);
    memcpy(how.spectrum.grid, grid[1], sizeof how.spectrum.grid);
    how.direction = CT_INVERSE;
    how.scaling = CT_SCALING_DEFAULT;
    how.destroys_input = 1;
    CT_TRY(ct_fft_plan_create(plan->comm, transform, &how, &s->back));
    (void)ct_fft_extents(transform, 1, extent);
    s->modes = ct_decompose_blocks(transform->axes, extent, grid[1]);
    s->box = ct_fft_output_box(s->there);
    CT_TRY(ct_alloc(plan->comm, ct_fft_output_bytes(s->there), &s->coefficients));
cleanup:
    return status;
}

ct_status ct_poisson_stretched_create(ct_poisson_plan *plan, const ct_fft_problem *transform,
                                      const ct_fft_options *options) {
    const ct_poisson *p = &plan->problem;
    ct_poisson_stretched *s = &plan->stretched;
    const ct_tridiagonal_options exchange = {.exchange = options->exchange};
    ct_status status = CT_OK;
    s->axis = p->faces_axis;
    s->singular = p->shift > 0 ? 0 : 1;
    for (int a = 0; a < p->axes; a++) {
        s->singular *= p->boundary[a] == CT_BOUNDARY_NONE ? p->extent[a]
                       : p->boundary[a] == CT_BOUNDARY_PERIODIC
                           ? 1
                           : p->boundary[a] == CT_BOUNDARY_NEUMANN;
    }
    status = tabulate(p, s);
    s->means = calloc(2 * (size_t)s->singular + 2, sizeof *s->means);
    if (s->means == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %td means", s->singular);
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(plan_transforms(plan, transform, options));
    const ct_tridiagonal_problem systems = {.array = s->modes,
                                            .axis = s->axis,
                                            .is_cyclic =
                                                p->boundary[s->axis] == CT_BOUNDARY_PERIODIC,
                                            .is_variable = 1,
                                            .parts = plan->parts,
                                            .precision = p->precision};
    CT_TRY(ct_tridiagonal_plan_create(plan->comm, &systems, &exchange, &s->systems));
    CT_TRY(factorise(plan));
cleanup:
    return status;
}

static double get(const ct_poisson_plan *plan, ptrdiff_t number) {
    const void *values = plan->stretched.coefficients;
    return plan->problem.precision == CT_FLOAT ? (double)((const float *)values)[number]
                                               : ((const double *)values)[number];
}

static void set(const ct_poisson_plan *plan, ptrdiff_t number, double value) {
    void *values = plan->stretched.coefficients;
    if (plan->problem.precision == CT_FLOAT) {
        ((float *)values)[number] = (float)value;
    } else {
        ((double *)values)[number] = value;
    }
}

/* Takes the means out of systems that are singular. Collective. */
static ct_status take_means(ct_poisson_plan *plan) {
    const ct_poisson_stretched *s = &plan->stretched;
    const int parts = plan->parts;
    ct_box first = s->box; /* of coefficients whose systems may be */
    ct_status status = CT_OK;
    if (s->singular == 0) {
        return CT_OK;
    }
    for (int a = 0; a < first.axes; a++) {
        const int is_free = a == s->axis || plan->problem.boundary[a] == CT_BOUNDARY_NONE;
        first.count[a] = is_free ? first.count[a] : first.first[a] == 0 && first.count[a] > 0;
    }
    const ptrdiff_t elements = ct_box_elements(&first);
    memset(s->means, 0, 2 * (size_t)s->singular * sizeof *s->means);
    for (int takes = 0; takes < 2; takes++) {
        for (ptrdiff_t i = 0; i < elements; i++) {
            const place at = place_of(plan, first.count, i);
            for (int k = 0; k < parts && at.singular >= 0; k++) {
                double *mean = s->means + 2 * at.singular + k;
                if (takes) {
                    set(plan, parts * at.element + k, get(plan, parts * at.element + k) - *mean);
                } else {
                    *mean += s->width[at.row] * get(plan, parts * at.element + k);
                }
            }
        }
        if (!takes) {
            CT_MPI(MPI_Allreduce(MPI_IN_PLACE, s->means, 2 * (int)s->singular, MPI_DOUBLE, MPI_SUM,
                                 plan->comm));
        }
    }
cleanup:
    return status;
}

/* Multiplies complex coefficients by i and the slope along an axis. */
static void differentiate(const ct_poisson_plan *plan) {
    const ptrdiff_t elements = ct_box_elements(&plan->stretched.box);
    for (ptrdiff_t i = 0; i < elements && plan->along >= 0; i++) {
        const double slope =
            plan->slope[plan->along][place_of(plan, plan->stretched.box.count, i).along];
        const double re = get(plan, 2 * i);
        set(plan, 2 * i, -slope * get(plan, 2 * i + 1));
        set(plan, 2 * i + 1, slope * re);
    }
}

ct_status ct_poisson_stretched_execute(ct_poisson_plan *plan, const void *f, void *u,
                                       double sums[2]) {
    ct_poisson_stretched *s = &plan->stretched;
    const ptrdiff_t numbers = ct_box_elements(&s->box) * plan->parts;
    const double rows = (double)plan->problem.extent[s->axis];
    ct_status status = CT_OK;
    CT_TRY(ct_fft_execute(s->there, f, s->coefficients));
    sums[0] = sums[1] = 0;
    for (ptrdiff_t i = 0; i < numbers; i++) {
        const double c = get(plan, i);
        sums[0] += c * c;
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    CT_TRY(take_means(plan));
    for (ptrdiff_t i = 0; i < 2 * s->singular; i++) {
        sums[1] += s->means[i] * s->means[i] * rows;
    }
    CT_TRY(ct_tridiagonal_solve(s->systems, 1, &s->coefficients));
    CT_TRY(take_means(plan));
    differentiate(plan);
    CT_TRY(ct_fft_execute(s->back, s->coefficients, u));
cleanup:
    return status;
}

void ct_poisson_stretched_destroy(ct_poisson_stretched *s) {
    ct_fft_plan_destroy(&s->there);
    ct_fft_plan_destroy(&s->back);
    ct_tridiagonal_plan_destroy(&s->systems);
    ct_free(&s->coefficients);
    free(s->memory);
    free(s->means);
    *s = (ct_poisson_stretched){.there = NULL};
}
