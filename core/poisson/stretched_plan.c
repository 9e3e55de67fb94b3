/* The plan of an axis of any widths. */
#include "base/mpi.h"
#include "poisson/divide.h"
#include "poisson/stretched.h"
#include "poisson/stretched_place.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

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
    s->length = p->faces[n] - p->faces[0];
    for (ptrdiff_t i = 0; i < n; i++) {
        s->width[i] /= s->length;
    }
    return CT_OK;
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
        const ct_poisson_place at = ct_poisson_place_of(plan, s->box.count, i);
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

/* What needs no transform. Collective. */
static ct_status prepare(ct_poisson_plan *plan) {
    const ct_poisson *p = &plan->problem;
    ct_poisson_stretched *s = &plan->stretched;
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
    return ct_agree(plan->comm, status);
}

/* The systems of coefficients whose layout is known. Collective. */
static ct_status plan_systems(ct_poisson_plan *plan, const ct_exchange_options *exchange) {
    const ct_poisson *p = &plan->problem;
    ct_poisson_stretched *s = &plan->stretched;
    const ct_tridiagonal_options options = {.exchange = *exchange};
    ct_status status = CT_OK;
    const ct_tridiagonal_problem systems = {.array = s->modes,
                                            .axis = s->axis,
                                            .is_cyclic =
                                                p->boundary[s->axis] == CT_BOUNDARY_PERIODIC,
                                            .is_variable = 1,
                                            .parts = plan->parts,
                                            .precision = p->precision};
    CT_TRY(ct_tridiagonal_plan_create(plan->comm, &systems, &options, &s->systems));
    CT_TRY(factorise(plan));
cleanup:
    return status;
}

ct_status ct_poisson_stretched_create(ct_poisson_plan *plan, const ct_fft_problem *transform,
                                      const ct_fft_options *options) {
    ct_status status = CT_OK;
    CT_TRY(prepare(plan));
    CT_TRY(plan_transforms(plan, transform, options));
    CT_TRY(plan_systems(plan, &options->exchange));
cleanup:
    return status;
}

ct_status ct_poisson_stretched_fit(ct_poisson_plan *plan, const ct_fft_problem *transform,
                                   const int grid[CT_MAX_AXES], ct_box box,
                                   const ct_exchange_options *exchange) {
    ct_poisson_stretched *s = &plan->stretched;
    ptrdiff_t extent[CT_MAX_AXES];
    ct_status status = CT_OK;
    CT_TRY(prepare(plan));
    (void)ct_fft_extents(transform, 1, extent);
    s->modes = ct_decompose_blocks(transform->axes, extent, grid);
    s->box = box;
    CT_TRY(plan_systems(plan, exchange));
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
