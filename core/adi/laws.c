/* Sets laws, with the memory that steps need for them. */
#include "adi/laws.h"

#include "adi/coefficients/coefficients.h"
#include "adi/coefficients/slopes.h"
#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/surfaces/surface_kappa.h"
#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <stdlib.h>

/* Local. */
static ct_status allocate(ct_adi_plan *plan, int has_source) {
    ct_adi_lawful *lawful = &plan->lawful;
    const ptrdiff_t cells = ct_box_elements(&plan->box);
    const ptrdiff_t bytes = plan->kernels->bytes;
    const ptrdiff_t n = plan->box.count[2];
    if (lawful->start == NULL) {
        lawful->start = ct_adi_memory(plan, cells, bytes);
        lawful->u = ct_adi_memory(plan, 2 * n, sizeof(double));
        lawful->beyond = lawful->u != NULL ? lawful->u + n : NULL;
    }
    if (lawful->slope == NULL && has_source) {
        lawful->slope = ct_adi_memory(plan, cells, bytes);
    }
    return lawful->start != NULL && lawful->u != NULL && (lawful->slope != NULL || !has_source)
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for laws of %td cells", cells);
}

/* A field of this number, until a step takes its law, if there is none yet. Collective. */
static ct_status make_field(ct_adi_plan *plan, double number, void **field) {
    ct_status status = CT_OK;
    if (*field == NULL) {
        CT_TRY(ct_adi_array(plan, ct_box_elements(&plan->box), field));
        for (ptrdiff_t i = 0; i < ct_box_elements(&plan->box); i++) {
            plan->kernels->store(&number, 1, ct_adi_at(plan, *field, i));
        }
    }
cleanup:
    return status;
}

ct_status ct_adi_set_laws(ct_adi_plan *plan, const ct_adi_laws *laws) {
    CT_REQUIRE_PLAN(plan);
    ct_status status = CT_OK;
    if (laws->kappa != NULL && plan->nonlinearity.kind != CT_ADI_LINEAR) {
        status =
            ct_raise(CT_ERROR_ARGUMENT, "a law of kappa beside an edge stop; allowed: one of them");
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(ct_agree(plan->comm, allocate(plan, laws->source != NULL)));
    if (laws->kappa != NULL) {
        CT_TRY(make_field(plan, 1, &plan->kappa_field));
        CT_TRY(ct_adi_surface_kappa_expect(plan));
    }
    if (laws->capacity != NULL) {
        CT_TRY(make_field(plan, 1, &plan->capacity_field));
        plan->capacity = 1;
        plan->least_capacity = HUGE_VAL; /* until it is known */
    }
    if (laws->source != NULL) {
        CT_TRY(make_field(plan, 0, &plan->source_field));
        plan->source_function = (ct_adi_quantity){.number = 0};
    }
    plan->lawful.laws = *laws;
    if (laws->source == NULL) {
        (void)ct_adi_slopes_take(plan);
    }
    CT_TRY(ct_adi_coefficients_set(plan));
cleanup:
    return status;
}

void ct_adi_laws_destroy(ct_adi_lawful *lawful) {
    free(lawful->start);
    free(lawful->slope);
    free(lawful->u);
    ct_free(&lawful->sigma_field);
}
