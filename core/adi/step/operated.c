#include "adi/step/operated.h"

#include "adi/plan.h"
#include "kernels/cache.h"

/* Whether vectors of the work array's rows begin at whole cache lines. */
static int has_whole_lines(const ct_adi_plan *plan) {
    return ct_line_phase(plan->work) == 0 &&
           plan->box.count[2] * plan->kernels->bytes % CT_LINE_BYTES == 0;
}

/* The state and the work array; where kappa is a field all that a step moves (turned.h), since what
 * one pass writes seldom waits in the cache for the next beside so much that is read: 128^3 on two
 * ranks with 16 MB each take 8.6 ms instead of 11. */
int ct_adi_streams(const ct_adi_plan *plan) {
    enum { CONSTANT_ARRAYS = 2, VARIABLE_ARRAYS = 10 };
    const ptrdiff_t arrays = plan->is_variable ? VARIABLE_ARRAYS : CONSTANT_ARRAYS;
    return arrays * ct_box_elements(&plan->box) * plan->kernels->bytes > plan->cache_bytes;
}

int ct_adi_streams_vectors(const ct_adi_plan *plan) {
    return ct_adi_streams(plan) && has_whole_lines(plan);
}

/* Whether most rows are of even cells and gain by being operated on: with nothing but the operator.
 */
static int has_even_rows(const ct_adi_plan *plan, const ct_adi_equation *equation) {
    const ptrdiff_t even = plan->kernels->even;
    const ptrdiff_t rows = plan->box.count[1];
    const ptrdiff_t inside = plan->box.count[0] / 2 * rows + rows / 2;
    int has = even > 0 && plan->box.count[2] % even == 0 && !plan->sweep[1].systems.is_cyclic &&
              !plan->sweep[2].systems.is_cyclic && equation->identity == 0 && plan->sigma == 0;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        has = has && ct_adi_is_even(plan, axis);
    }
    return has && !ct_adi_right_side_has_more(plan, equation, inside, inside + 1);
}

/* Floats only in rows of even cells, whose last pass keeps a state of one number to the last bit.
 */
static int may_renew(const ct_adi_plan *plan, const ct_adi_equation *equation) {
    const ct_adi_kernels *kernels = plan->kernels;
    const int turns_round = plan->grid[0] < 2 && ct_adi_goes_on(plan, 0, 0);
    const int suits = plan->box.count[2] <= kernels->renewed &&
                      (kernels->bytes == sizeof(double) || has_even_rows(plan, equation));
    return equation->is_step && !equation->replaces && suits && !turns_round &&
           !plan->sweep[1].systems.is_cyclic && !plan->sweep[2].systems.is_cyclic;
}

/* Shorter rows gain nothing: a group of rows costs as much to begin as some hundred numbers. At
 * 512^3 on 2 ranks the first pass takes 72 ms instead of 85; where rows are neither renewed nor go
 * in strips, as long as without at 256^3, and 10 to 30 % longer at 128^3. Strips of floats: 34 ms
 * instead of 45 at 512^3, 4.5 instead of 5.3 at 256^3, 0.63 instead of 0.82 at 128^3. Even rows
 * with AVX2 (a Zen 3): steps of 128^3 doubles 4.6 instead of 6.4, floats 2.7 instead of 3.8. Rows
 * that are not renewed are whole cache lines: otherwise they go past the cache as they are copied.
 */
int ct_adi_is_operated(const ct_adi_plan *plan, const ct_adi_equation *equation) {
    enum { ROW_BYTES = 4096, RENEWED_BYTES = 2048, EVEN_BYTES = 512 };
    const ptrdiff_t least = has_even_rows(plan, equation) ? EVEN_BYTES
                            : may_renew(plan, equation)   ? RENEWED_BYTES
                                                          : ROW_BYTES;
    int is_plain = equation->scale != 0 && equation->base == NULL && equation->square == NULL &&
                   plan->capacity_field == NULL && plan->mask.cell == NULL;
    for (int axis = 0; axis < 2 && equation->sweep_boundary != CT_ADI_NEVER; axis++) {
        for (int side = 0; side < CT_ADI_SIDES; side++) {
            is_plain = is_plain && !plan->boundary[axis][side].has_flux[CT_ADI_OF_SWEEPS];
        }
    }
    return is_plain && plan->sweep[2].way == CT_ADI_WAY_LOCAL &&
           (may_renew(plan, equation) || has_whole_lines(plan)) &&
           plan->box.count[2] * plan->kernels->bytes >= least;
}

int ct_adi_is_renewed(const ct_adi_plan *plan, const ct_adi_equation *equation) {
    return may_renew(plan, equation) && ct_adi_is_operated(plan, equation);
}
