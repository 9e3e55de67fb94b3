/* The slopes of f in sigma. */
#include "adi/coefficients/slopes.h"

#include "adi/memory.h"
#include "adi/plan.h"
#include "base/fail.h"
#include <cornerturn/memory.h>

ct_status ct_adi_slopes_add(ct_adi_plan *plan) {
    ct_adi_lawful *lawful = &plan->lawful;
    const ptrdiff_t n = plan->box.count[2];
    ct_status status = CT_OK;
    if (!lawful->has_slopes) {
        void *sum = NULL;
        CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), &sum));
        lawful->sigma = plan->sigma;
        lawful->sigma_field = plan->sigma_field;
        plan->sigma = 0;
        plan->sigma_field = sum;
        lawful->has_slopes = 1;
    }
    for (ptrdiff_t first = 0; first < ct_box_elements(&plan->box); first += n) {
        plan->kernels->load(ct_adi_at(plan, lawful->slope, first), n, lawful->u);
        if (lawful->sigma_field != NULL) {
            plan->kernels->load(ct_adi_at(plan, lawful->sigma_field, first), n, lawful->beyond);
        }
        for (ptrdiff_t x = 0; x < n; x++) {
            lawful->u[x] += lawful->sigma_field != NULL ? lawful->beyond[x] : lawful->sigma;
        }
        plan->kernels->store(lawful->u, n, ct_adi_at(plan, plan->sigma_field, first));
    }
cleanup:
    return status;
}

int ct_adi_slopes_take(ct_adi_plan *plan) {
    ct_adi_lawful *lawful = &plan->lawful;
    if (!lawful->has_slopes) {
        return 0;
    }
    ct_free(&plan->sigma_field);
    plan->sigma_field = lawful->sigma_field;
    plan->sigma = lawful->sigma;
    lawful->sigma_field = NULL;
    lawful->has_slopes = 0;
    return 1;
}
