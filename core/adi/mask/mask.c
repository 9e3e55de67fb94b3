#include "adi/mask/mask.h"

#include "adi/memory.h"
#include "adi/plan.h"
#include "base/fail.h"

#include <stdlib.h>

int ct_adi_is_masked(const ct_adi_plan *plan, ptrdiff_t cell) {
    return ct_adi_is_out(plan, cell);
}

void ct_adi_mask_row(const ct_adi_plan *plan, ptrdiff_t line, double number, double *values) {
    const ptrdiff_t n = plan->box.count[2];
    for (ptrdiff_t x = 0; plan->mask.cell != NULL && x < n; x++) {
        values[x] = plan->mask.cell[line * n + x] ? number : values[x];
    }
}

void ct_adi_mask_rows(const ct_adi_plan *plan, ptrdiff_t first, ptrdiff_t end, double number,
                      void *rows) {
    const ptrdiff_t from = first * plan->box.count[2];
    for (ptrdiff_t i = from; plan->mask.cell != NULL && i < end * plan->box.count[2]; i++) {
        if (plan->mask.cell[i]) {
            plan->kernels->store(&number, 1, ct_adi_at(plan, rows, i - from));
        }
    }
}

void ct_adi_mask_state(ct_adi_plan *plan) {
    ct_adi_mask_rows(plan, 0, plan->box.count[0] * plan->box.count[1], plan->mask.level,
                     plan->state);
}

int ct_adi_mask_beside(const ct_adi_plan *plan, ptrdiff_t cell, int axis, int side) {
    const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
    const ptrdiff_t at = cell / shape.inner % shape.n;
    const ptrdiff_t to = at + (side == 0 ? -1 : 1);
    if (to >= 0 && to < shape.n) {
        return plan->mask.cell[cell + (to - at) * shape.inner];
    }
    const unsigned char *beyond = plan->mask.beyond[axis][side];
    return beyond != NULL &&
           beyond[cell / (shape.n * shape.inner) * shape.inner + cell % shape.inner];
}

double ct_adi_walled_capacity(const ct_adi_kernels *kernels) {
    return kernels->bytes == sizeof(float) ? 1e28 : 1e200;
}

ct_status ct_adi_mask_capacity(ct_adi_plan *plan) {
    ct_status status = CT_OK;
    if (plan->mask.cell == NULL) {
        return CT_OK;
    }
    if (plan->capacity_field == NULL) {
        CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &plan->capacity_field));
        for (ptrdiff_t i = 0; i < ct_box_elements(&plan->box); i++) {
            plan->kernels->store(&plan->capacity, 1, ct_adi_at(plan, plan->capacity_field, i));
        }
        plan->capacity = 1;
    }
    ct_adi_mask_rows(plan, 0, plan->box.count[0] * plan->box.count[1],
                     ct_adi_walled_capacity(plan->kernels), plan->capacity_field);
cleanup:
    return status;
}

void ct_adi_mask_destroy(ct_adi_mask *mask) {
    free(mask->cell);
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        free(mask->beyond[axis][0]);
        free(mask->beyond[axis][1]);
        free(mask->wall[axis]);
    }
    *mask = (ct_adi_mask){.cell = NULL};
}
