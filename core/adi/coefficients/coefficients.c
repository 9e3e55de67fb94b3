/* kappa and sigma, numbers or fields, and the coefficients derived from them. */
#include "adi/coefficients/coefficients.h"

#include "adi/coefficients/faces.h"
#include "adi/coefficients/quantity.h"
#include "adi/memory.h"
#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>

/* The dense layer of kappa beyond a side, or NULL. scratch: for a layer of this rank's own
 * array. */
static const void *kappa_beyond(const ct_adi_plan *plan, int axis, int side, void *scratch) {
    if (!ct_adi_goes_on(plan, axis, side)) {
        return NULL;
    }
    if (plan->grid[axis] > 1) {
        return ct_adi_beyond(plan, axis, side, plan->kappa_field).at;
    }
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    ct_adi_layer_take(&shape, plan->kernels->bytes, 1 - side, plan->kappa_field, scratch);
    return scratch;
}

static ct_status make_faces(ct_adi_plan *plan, int axis) {
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
    if (ct_adi_is_active(plan, axis) && !ct_adi_is_empty(plan)) {
        const void *before = kappa_beyond(plan, axis, 0, layers);
        const void *after = kappa_beyond(plan, axis, 1, layers + lines * bytes);
        ct_adi_faces_make(plan, &plan->box, axis, plan->kappa_field, before, after,
                          plan->face[axis]);
    }
    free(layers);
    return CT_OK;
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

/* Sets up variable coefficients: one kappa array for all axes, or one filled in for each axis's
 * number. */
static ct_status make_variable(ct_adi_plan *plan) {
    const int is_field = plan->kappa_field != NULL;
    ct_status status = CT_OK;
    if (!is_field) {
        CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &plan->kappa_field));
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (!is_field) {
            fill(plan, plan->kappa[axis], plan->kappa_field);
        }
        if (!is_field || axis == 0) {
            CT_TRY(ct_adi_halo_exchange(plan, plan->kappa_field));
        }
        CT_TRY(ct_agree(plan->comm, make_faces(plan, axis)));
        if (ct_adi_is_active(plan, axis)) {
            CT_TRY(ct_adi_sweep_set(plan, axis));
        }
    }
cleanup:
    if (!is_field) {
        ct_free(&plan->kappa_field);
    }
    return status;
}

ct_status ct_adi_coefficients_set(ct_adi_plan *plan) {
    const double start_s = MPI_Wtime();
    ct_status status = CT_OK;
    ct_adi_solver_destroy(&plan->solver);
    plan->is_variable = plan->kappa_field != NULL || plan->sigma_field != NULL;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        make_coupling(plan, axis);
    }
    if (plan->is_variable) {
        CT_TRY(make_variable(plan));
    }
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        if (!plan->is_variable && ct_adi_is_active(plan, axis)) {
            CT_TRY(ct_adi_sweep_set(plan, axis));
        }
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            ct_adi_boundary_couple(plan, axis, side);
        }
    }
cleanup:
    plan->seconds[CT_ADI_COEFFICIENTS] += MPI_Wtime() - start_s;
    return status;
}

/* Agrees on the status of a quantity and checks that it is equal on all ranks. Collective. */
static ct_status agree_on(ct_adi_plan *plan, const ct_adi_quantity *quantity, const char *what,
                          double least) {
    ct_status status = ct_adi_quantity_check(quantity, what, !ct_adi_is_empty(plan));
    if (status == CT_OK && quantity->kind == CT_ADI_NUMBER && !(quantity->number >= least)) {
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
    ct_status status = CT_OK;
    CT_TRY(agree_on(plan, kappa, "kappa", 0));
    CT_TRY(replace(plan, kappa, "kappa", 0, &plan->kappa_field));
    for (int axis = 0; axis < CT_ADI_BOX_AXES && kappa->kind == CT_ADI_NUMBER; axis++) {
        plan->kappa[axis] = kappa->number;
    }
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    return status;
}

ct_status ct_adi_set_reaction(ct_adi_plan *plan, const ct_adi_quantity *sigma) {
    ct_status status = CT_OK;
    CT_TRY(agree_on(plan, sigma, "sigma", -HUGE_VAL));
    CT_TRY(replace(plan, sigma, "sigma", -HUGE_VAL, &plan->sigma_field));
    plan->sigma = sigma->kind == CT_ADI_NUMBER ? sigma->number : 0;
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    return status;
}

ct_status ct_adi_set_source(ct_adi_plan *plan, const ct_adi_quantity *f) {
    const ct_adi_quantity none = {.number = 0};
    ct_status status = CT_OK;
    CT_TRY(agree_on(plan, f, "f", -HUGE_VAL));
    const int is_function = f->kind == CT_ADI_FUNCTION; /* evaluated in every step */
    CT_TRY(replace(plan, is_function ? &none : f, "f", -HUGE_VAL, &plan->source_field));
    plan->source = f->kind == CT_ADI_NUMBER ? f->number : 0;
    plan->source_function = is_function ? *f : none;
cleanup:
    return status;
}
