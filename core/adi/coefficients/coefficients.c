/* kappa and sigma, numbers or fields, and the coefficients derived from them. */
#include "adi/coefficients/coefficients.h"

#include "adi/coefficients/faces.h"
#include "adi/coefficients/quantity.h"
#include "adi/coefficients/slopes.h"
#include "adi/mask/walls.h"
#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/step/turned.h"
#include "adi/surfaces/surface_kappa.h"
#include "adi/sweeps/phases.h"
#include "base/mpi.h"
#include <cornerturn/adi_heat.h>
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>

/* The dense layer of kappa beyond a side, or NULL. scratch: for a layer of this rank's own
 * array. */
static const void *kappa_beyond(const ct_adi_plan *plan, int axis, int side, const void *kappa,
                                void *scratch) {
    if (!ct_adi_goes_on(plan, axis, side)) {
        return NULL;
    }
    if (plan->grid[axis] > 1) {
        return ct_adi_beyond(plan, axis, side, kappa).at;
    }
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    ct_adi_layer_take(&shape, plan->kernels->bytes, 1 - side, kappa, scratch);
    return scratch;
}

static ct_status make_faces(ct_adi_plan *plan, int axis, const void *kappa) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const ptrdiff_t bytes = plan->kernels->bytes;
    const ptrdiff_t lines = shape.outer * shape.inner;
    if (plan->face[axis] == NULL) {
        plan->face[axis] = ct_adi_memory(plan, lines * (shape.n + 1), bytes);
    }
    char *layers = malloc((size_t)(2 * lines * bytes + 1));
    if (plan->face[axis] == NULL || layers == NULL) {
        free(layers);
        return ct_raise(CT_ERROR_MEMORY, "no memory for kappa at the faces of %td cells",
                        lines * shape.n);
    }
    if (!ct_adi_is_empty(plan)) {
        const void *before = kappa_beyond(plan, axis, 0, kappa, layers);
        const void *after = kappa_beyond(plan, axis, 1, kappa, layers + lines * bytes);
        ct_adi_faces_make(plan, &plan->box, axis, kappa, before, after, plan->face[axis]);
        ct_adi_surface_faces(plan, axis, plan->face[axis]);
    }
    free(layers);
    return ct_adi_walls_make(plan, axis, kappa);
}

/* Fills a field with a number. */
static void fill(const ct_adi_plan *plan, double number, void *field) {
    const ptrdiff_t bytes = plan->kernels->bytes;
    for (ptrdiff_t i = 0; i < ct_box_elements(&plan->box); i++) {
        plan->kernels->store(&number, 1, (char *)field + i * bytes);
    }
}

static void make_coupling(ct_adi_plan *plan, int axis) {
    const ct_adi_axis *a = &plan->axis[axis];
    const ptrdiff_t bytes = plan->kernels->bytes;
    const double kappa = ct_adi_is_active(plan, axis) ? plan->kappa[axis] : 0;
    for (ptrdiff_t i = 0; i < plan->box.count[axis]; i++) {
        const ptrdiff_t cell = plan->box.first[axis] + i;
        const double per_width = 1 / a->widths[cell];
        const double low = kappa * a->unit[cell] * per_width;
        const double high = kappa * a->unit[cell + 1] * per_width;
        plan->kernels->store(&low, 1, (char *)plan->coupling[axis][0] + i * bytes);
        plan->kernels->store(&high, 1, (char *)plan->coupling[axis][1] + i * bytes);
        plan->kernels->store(&per_width, 1, (char *)plan->per_width[axis] + i * bytes);
    }
}

/* Sets up variable coefficients: an array of kappa for all axes or for each, or one filled in for
 * an axis's number. */
static ct_status make_variable(ct_adi_plan *plan) {
    const void *exchanged = NULL;
    void *filled = NULL;
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        const void *kappa = ct_adi_kappa_field(plan, axis);
        if (!ct_adi_is_active(plan, axis)) {
            continue;
        }
        if (kappa == NULL && filled == NULL) {
            CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &filled));
        }
        if (kappa == NULL) {
            fill(plan, plan->kappa[axis], filled);
            kappa = filled;
        }
        if (kappa == filled || kappa != exchanged) {
            CT_TRY(ct_adi_halo_exchange(plan, kappa));
            exchanged = kappa;
        }
        CT_TRY(ct_agree(plan->comm, make_faces(plan, axis, kappa)));
        CT_TRY(ct_adi_sweep_set(plan, axis, kappa));
    }
    CT_TRY(ct_agree(plan->comm, ct_adi_turned_prepare(plan)));
cleanup:
    ct_free(&filled);
    return status;
}

/* Whether systems differ from line to line. */
static int find_variable(const ct_adi_plan *plan) {
    int is_variable =
        plan->kappa_field != NULL || plan->sigma_field != NULL || plan->capacity_field != NULL;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        is_variable = is_variable || plan->kappa_along[axis] != NULL ||
                      ct_adi_surface_is_rough(&plan->surface[axis][0]) ||
                      ct_adi_surface_is_rough(&plan->surface[axis][1]);
    }
    return is_variable;
}

ct_status ct_adi_coefficients_set(ct_adi_plan *plan) {
    const ct_phase phase = ct_adi_phase_begin(CT_ADI_COEFFICIENTS);
    ct_status status = CT_OK;
    ct_adi_solver_outdate(plan->solver);
    CT_TRY(ct_adi_mask_capacity(plan));
    plan->is_variable = find_variable(plan);
    ct_adi_surface_ends(plan);
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        make_coupling(plan, axis);
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            ct_adi_boundary_couple(plan, axis, side);
        }
    }
    if (plan->is_variable) {
        CT_TRY(make_variable(plan));
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (!plan->is_variable && ct_adi_is_active(plan, axis)) {
            CT_TRY(ct_adi_sweep_set(plan, axis, NULL));
        }
    }
cleanup:
    ct_adi_phase_end(plan, CT_ADI_COEFFICIENTS, &phase);
    return status;
}

/* Agrees on the status of a quantity and checks that it is equal on all ranks. Collective. */
static ct_status agree_on(ct_adi_plan *plan, const ct_adi_quantity *quantity, const char *what,
                          double least) {
    ct_status status = ct_adi_quantity_check(quantity, what, !ct_adi_is_empty(plan));
    if (status == CT_OK && quantity != NULL && quantity->kind == CT_ADI_NUMBER &&
        !(quantity->number >= least)) {
        status = ct_raise(CT_ERROR_ARGUMENT, "%s is %g; allowed: from %g", what, quantity->number,
                          least);
    }
    return ct_agree(plan->comm, status);
}

/* Replaces a field by that of a quantity, or by NULL for a number. Collective. */
static ct_status replace(ct_adi_plan *plan, const ct_adi_quantity *quantity, const char *what,
                         double least, void **field) {
    void *by = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_adi_quantity_take(plan, quantity, what, least, &by));
    ct_free(field);
    *field = by;
cleanup:
    return status;
}

ct_status ct_adi_set_diffusivity(ct_adi_plan *plan, const ct_adi_quantity *kappa) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(agree_on(plan, kappa, "kappa", 0));
    CT_TRY(replace(plan, kappa, "kappa", 0, &plan->kappa_field));
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        ct_free(&plan->kappa_along[axis]);
        plan->kappa[axis] = kappa->kind == CT_ADI_NUMBER ? kappa->number : plan->kappa[axis];
        CT_TRY(ct_adi_surface_kappa_set(plan, axis, kappa));
    }
    plan->lawful.laws.kappa = NULL;
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    return status;
}

ct_status ct_adi_set_diffusivity_along(ct_adi_plan *plan, int axis, const ct_adi_quantity *kappa) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm,
                    axis >= 0 && axis < plan->axes
                        ? CT_OK
                        : ct_raise(CT_ERROR_ARGUMENT, "kappa along axis %d; allowed: 0 to %d", axis,
                                   plan->axes - 1)));
    const int box_axis = ct_adi_box_axis(plan, axis);
    CT_TRY(agree_on(plan, kappa, "kappa", 0));
    CT_TRY(replace(plan, kappa, "kappa", 0, &plan->kappa_along[box_axis]));
    CT_TRY(ct_adi_surface_kappa_set(plan, box_axis, kappa));
    if (kappa->kind == CT_ADI_NUMBER) {
        plan->kappa[box_axis] = kappa->number;
    }
    if (kappa->kind == CT_ADI_NUMBER && plan->kappa_field != NULL) {
        CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &plan->kappa_along[box_axis]));
        fill(plan, kappa->number, plan->kappa_along[box_axis]);
    }
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    return status;
}

/* The least of a field of this rank's box. Collective. */
static ct_status find_least(ct_adi_plan *plan, const void *field, double *least) {
    ct_status status = CT_OK;
    *least = HUGE_VAL;
    for (ptrdiff_t i = 0; i < ct_box_elements(&plan->box); i++) {
        *least = ct_adi_is_out(plan, i) ? *least : fmin(*least, ct_adi_number(plan, field, i));
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, least, 1, MPI_DOUBLE, MPI_MIN, plan->comm));
cleanup:
    return status;
}

ct_status ct_adi_set_capacity(ct_adi_plan *plan, const ct_adi_quantity *capacity) {
    CT_REQUIRE_PLAN(plan);
    double least = capacity != NULL ? capacity->number : 0;
    void *field = NULL;
    ct_status status = CT_OK;
    CT_TRY(agree_on(plan, capacity, "the capacity", 0));
    CT_TRY(ct_adi_quantity_take(plan, capacity, "the capacity", 0, &field));
    if (field != NULL) {
        CT_TRY(find_least(plan, field, &least));
    }
    if (!(least > 0)) {
        CT_FAIL(CT_ERROR_ARGUMENT, "the capacity is %g; allowed: above 0", least);
    }
    ct_free(&plan->capacity_field);
    plan->capacity_field = field;
    field = NULL;
    plan->capacity = plan->capacity_field == NULL ? least : 1;
    plan->least_capacity = least;
    plan->lawful.laws.capacity = NULL;
    plan->flow.is_known = 0;
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    ct_free(&field);
    return status;
}

ct_status ct_adi_set_reaction(ct_adi_plan *plan, const ct_adi_quantity *sigma) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    CT_TRY(agree_on(plan, sigma, "sigma", -HUGE_VAL));
    ct_adi_slopes_take(plan);
    CT_TRY(replace(plan, sigma, "sigma", -HUGE_VAL, &plan->sigma_field));
    plan->sigma = sigma->kind == CT_ADI_NUMBER ? sigma->number : 0;
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    return status;
}

ct_status ct_adi_set_source(ct_adi_plan *plan, const ct_adi_quantity *f) {
    CT_REQUIRE_PLAN(plan);
    const ct_adi_quantity none = {.number = 0};
    ct_status status = CT_OK;
    CT_TRY(agree_on(plan, f, "f", -HUGE_VAL));
    const int is_function = f->kind == CT_ADI_FUNCTION; /* evaluated in every step */
    CT_TRY(replace(plan, is_function ? &none : f, "f", -HUGE_VAL, &plan->source_field));
    plan->source = f->kind == CT_ADI_NUMBER ? f->number : 0;
    plan->source_function = is_function ? *f : none;
    plan->lawful.laws.source = NULL;
    if (ct_adi_slopes_take(plan)) {
        CT_TRY(ct_adi_coefficients_set(plan));
    }
cleanup:
    return status;
}
