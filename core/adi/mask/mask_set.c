/* Takes a mask. */
#include "adi/coefficients/coefficients.h"
#include "adi/coefficients/quantity.h"
#include "adi/mask/mask.h"
#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>

static ct_status check(const ct_adi_plan *plan, const ct_adi_face *walls) {
    if (plan->mask.cell != NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a second mask; allowed: one a plan");
    }
    if (plan->mean != CT_ADI_HARMONIC || plan->nonlinearity.kind != CT_ADI_LINEAR) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "a mask with %s; allowed: the harmonic mean of kappa, no edge stop",
                        plan->mean != CT_ADI_HARMONIC ? "an arithmetic mean" : "an edge stop");
    }
    const int has_number = isfinite(walls->value) && (walls->kind != CT_ADI_TRANSFER ||
                                                      (walls->a >= 0 && isfinite(walls->a)));
    if (!has_number || (walls->kind == CT_ADI_NEUMANN && walls->value != 0) ||
        (walls->kind != CT_ADI_NEUMANN && walls->kind != CT_ADI_DIRICHLET &&
         walls->kind != CT_ADI_TRANSFER)) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "walls of kind %d, a = %g, value %g; allowed: no flux, a value, or a "
                        "transfer with a finite a from 0",
                        (int)walls->kind, walls->a, walls->value);
    }
    return CT_OK;
}

/* Takes a field, of which the layer beyond each side is known too. Local. */
static ct_status take(const ct_adi_plan *plan, const void *field, ct_adi_mask *mask) {
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    mask->cell = calloc((size_t)cells + 1, 1);
    int has_memory = mask->cell != NULL;
    for (ptrdiff_t i = 0; mask->cell != NULL && i < cells; i++) {
        mask->cell[i] = ct_adi_number(plan, field, i) != 0;
    }
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES && has_memory && cells > 0; k++) {
        const int axis = k / CT_ADI_SIDES;
        const int side = k % CT_ADI_SIDES;
        if (!ct_adi_is_active(plan, axis) || !ct_adi_goes_on(plan, axis, side)) {
            continue;
        }
        const ct_adi_layer layer = ct_adi_beyond(plan, axis, side, field);
        const ptrdiff_t count[2] = {axis == 0 ? plan->box.count[1] : plan->box.count[0],
                                    axis == 2 ? plan->box.count[1] : plan->box.count[2]};
        const ptrdiff_t stride[2] = {layer.stride[axis == 0], axis == 2 ? layer.stride[1] : 1};
        unsigned char *beyond = calloc((size_t)(count[0] * count[1]), 1);
        has_memory = beyond != NULL;
        for (ptrdiff_t i = 0; beyond != NULL && i < count[0] * count[1]; i++) {
            const ptrdiff_t at = i / count[1] * stride[0] + i % count[1] * stride[1];
            beyond[i] = ct_adi_number(plan, layer.at, at) != 0;
        }
        mask->beyond[axis][side] = beyond;
    }
    return has_memory ? CT_OK
                      : ct_raise(CT_ERROR_MEMORY, "no memory for a mask of %td cells", cells);
}

/* The volume of the domain. Collective. CT_ERROR_ARGUMENT where there is none. */
static ct_status find_volume(const ct_adi_plan *plan, ct_adi_mask *mask) {
    const ptrdiff_t n = plan->box.count[2];
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    double volume = 0;
    ct_status status = CT_OK;
    for (ptrdiff_t cell = 0; cell < ct_box_elements(&plan->box); cell++) {
        volume += mask->cell[cell] ? 0 : ct_adi_area(plan, cell / n) * widths[cell % n];
    }
    CT_MPI(MPI_Allreduce(&volume, &mask->volume, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    if (!(mask->volume > 0)) {
        CT_FAIL(CT_ERROR_ARGUMENT, "a mask of all cells; allowed: one that leaves some");
    }
cleanup:
    return status;
}

/* What was given of masked cells before their mask. */
static void clear_fields(ct_adi_plan *plan) {
    void *const fields[] = {plan->kappa_field,    plan->kappa_along[0], plan->kappa_along[1],
                            plan->kappa_along[2], plan->sigma_field,    plan->source_field};
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        if (fields[k] != NULL) {
            ct_adi_mask_rows(plan, 0, plan->box.count[0] * plan->box.count[1], 0, fields[k]);
        }
    }
    ct_adi_mask_state(plan);
}

ct_status ct_adi_set_mask(ct_adi_plan *plan, const ct_adi_quantity *mask,
                          const ct_adi_face *walls) {
    CT_REQUIRE_PLAN(plan);
    const ct_adi_face insulated = {.kind = CT_ADI_NEUMANN};
    ct_adi_mask made = {.walls = walls != NULL ? *walls : insulated};
    const int has_cells = !ct_adi_is_empty(plan);
    void *field = NULL;
    ct_status status = check(plan, &made.walls);
    status = status == CT_OK ? ct_adi_quantity_check(mask, "the mask", has_cells) : status;
    CT_TRY(ct_agree(plan->comm, status));
    if (mask->kind == CT_ADI_NUMBER) {
        CT_TRY(mask->number == 0 ? CT_OK
                                 : ct_raise(CT_ERROR_ARGUMENT,
                                            "a mask of all cells; allowed: one that leaves some"));
        return CT_OK;
    }
    CT_TRY(ct_adi_quantity_take(plan, mask, "the mask", -HUGE_VAL, &field));
    CT_TRY(ct_adi_halo_exchange(plan, field));
    CT_TRY(ct_agree(plan->comm, take(plan, field, &made)));
    CT_TRY(find_volume(plan, &made));
    made.level = made.walls.kind == CT_ADI_NEUMANN ? 0 : made.walls.value;
    plan->mask = made;
    made = (ct_adi_mask){.cell = NULL};
    plan->can_undo = 0;
    plan->flow.is_known = 0;
    clear_fields(plan);
    ct_adi_solver_destroy(&plan->solver); /* its volumes are those of all cells */
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    ct_free(&field);
    ct_adi_mask_destroy(&made);
    return status;
}
