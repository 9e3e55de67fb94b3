#include "adi/balance.h"

#include "adi/mask/walls.h"
#include "adi/plan.h"
#include "adi/step/right_side.h"

void ct_adi_account_step(ct_adi_plan *plan, double dt) {
    plan->account.before = plan->account.flows;
    plan->account.dt = dt;
}

/* Volume of the cell (i, j) at a face. */
static double volume_at(const ct_adi_plan *plan, int axis, int side, ptrdiff_t i, ptrdiff_t j) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    const ct_adi_axis *const across[2] = {&plan->axis[boundary->across[0]],
                                          &plan->axis[boundary->across[1]]};
    const ct_adi_axis *a = &plan->axis[axis];
    return a->widths[side == 0 ? 0 : a->n - 1] *
           across[0]->widths[plan->box.first[boundary->across[0]] + i] *
           across[1]->widths[plan->box.first[boundary->across[1]] + j];
}

/* Adds what the boundary values bring in, and what u of the state lets out. */
static void add_face(ct_adi_plan *plan, int axis, int side, ct_adi_flux which, double scale,
                     int has_state) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    for (ptrdiff_t i = 0; boundary->is_here && i < boundary->cells[0]; i++) {
        for (ptrdiff_t j = 0; j < boundary->cells[1]; j++) {
            const ptrdiff_t at = i * boundary->cells[1] + j;
            const ptrdiff_t cell = ct_adi_boundary_cell(plan, axis, side, i, j);
            const double in = boundary->has_flux[which] ? boundary->flux[which][at] : 0;
            const double u =
                has_state && boundary->outflow[at] > 0 ? ct_adi_number(plan, plan->state, cell) : 0;
            ct_adi_sum_add(&plan->account.flows.in[axis][side],
                           plan->capacity * scale * volume_at(plan, axis, side, i, j) *
                               (in - boundary->outflow[at] * u));
        }
    }
}

/* What sigma takes from a row of values. */
static void add_decay(ct_adi_plan *plan, double scale, ptrdiff_t line, const double *values) {
    const ptrdiff_t n = plan->box.count[2];
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    double sum = 0;
    for (ptrdiff_t x = 0; x < n; x++) {
        if (ct_adi_is_out(plan, line * n + x)) {
            continue;
        }
        const double sigma = plan->sigma_field != NULL
                                 ? ct_adi_number(plan, plan->sigma_field, line * n + x)
                                 : plan->sigma;
        sum += widths[x] * sigma * values[x];
    }
    ct_adi_sum_add(&plan->account.flows.decay,
                   plan->capacity * scale * ct_adi_area(plan, line) * sum);
}

static int has_sigma(const ct_adi_plan *plan) {
    return plan->sigma_field != NULL || plan->sigma != 0;
}

/* Rows of an array of the plan's precision. */
static void add_decays(ct_adi_plan *plan, double scale, ptrdiff_t first, ptrdiff_t end,
                       const void *rows) {
    const ptrdiff_t n = plan->box.count[2];
    for (ptrdiff_t line = first; has_sigma(plan) && line < end; line++) {
        plan->kernels->load(ct_adi_at(plan, rows, (line - first) * n), n, plan->values);
        add_decay(plan, scale, line, plan->values);
    }
}

/* What comes through the walls across an axis to cells first .. end - 1, which `numbers` begins
 * with, from masked cells of this level. */
static void add_walls(ct_adi_plan *plan, int axis, double scale, ptrdiff_t first, ptrdiff_t end,
                      const void *numbers, double level) {
    const ct_adi_mask *mask = &plan->mask;
    for (ptrdiff_t k = ct_adi_walls_from(plan, axis, first);
         k < mask->wall_count[axis] && mask->wall[axis][k].cell < end; k++) {
        const ct_adi_wall *wall = &mask->wall[axis][k];
        ct_adi_sum_add(&plan->account.flows.walls,
                       scale * wall->flux *
                           (level - ct_adi_number(plan, numbers, wall->cell - first)));
    }
}

void ct_adi_account_right_side(ct_adi_plan *plan, const ct_adi_equation *equation) {
    if (!plan->account.is_open || !equation->is_accounted || equation->scale == 0) {
        return;
    }
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES; k++) {
        add_face(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES, CT_ADI_OF_OPERATOR, equation->scale, 1);
    }
    add_decays(plan, equation->scale, 0, plan->box.count[0] * plan->box.count[1], plan->state);
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        add_walls(plan, axis, equation->scale, 0, ct_box_elements(&plan->box), plan->state,
                  plan->mask.level);
    }
}

void ct_adi_account_sweeps(ct_adi_plan *plan, const ct_adi_equation *equation) {
    for (int k = 0; k < CT_ADI_BOX_AXES * CT_ADI_SIDES && plan->account.is_open &&
                    equation->is_accounted && equation->sweep_boundary != CT_ADI_NEVER;
         k++) {
        add_face(plan, k / CT_ADI_SIDES, k % CT_ADI_SIDES, CT_ADI_OF_SWEEPS, equation->c, 0);
    }
}

/* The flux of one number at cell (i, j) of a face. */
static void add_number(ct_adi_plan *plan, int axis, int side, double c, ptrdiff_t i, ptrdiff_t j,
                       double number) {
    const ct_adi_boundary_values *boundary = &plan->boundary[axis][side];
    ct_adi_sum_add(&plan->account.flows.in[axis][side],
                   -plan->capacity * c * volume_at(plan, axis, side, i, j) *
                       boundary->outflow[i * boundary->cells[1] + j] * number);
}

void ct_adi_account_rows(ct_adi_plan *plan, const ct_adi_equation *equation, int axis,
                         ptrdiff_t first, ptrdiff_t end, const void *rows) {
    const ptrdiff_t n = plan->box.count[2];
    if (!plan->account.is_open || !equation->is_accounted) {
        return;
    }
    add_decays(plan, equation->c / plan->axes, first, end, rows);
    add_walls(plan, axis, equation->c, first * n, end * n, rows,
              equation->replaces ? plan->mask.level : 0);
    for (int side = 0; side < CT_ADI_SIDES; side++) {
        const ptrdiff_t last = side == 0 ? 0 : plan->box.count[axis] - 1;
        if (!plan->boundary[axis][side].is_here) {
            continue;
        }
        for (ptrdiff_t line = first; line < end; line++) {
            const ptrdiff_t z = line / plan->box.count[1];
            const ptrdiff_t y = line % plan->box.count[1];
            const ptrdiff_t row = (line - first) * n;
            if (axis == 2) {
                add_number(plan, axis, side, equation->c, z, y,
                           ct_adi_number(plan, rows, row + last));
            }
            for (ptrdiff_t x = 0; axis < 2 && (axis == 0 ? z : y) == last && x < n; x++) {
                add_number(plan, axis, side, equation->c, axis == 0 ? y : z, x,
                           ct_adi_number(plan, rows, row + x));
            }
        }
    }
}

void ct_adi_account_taken(ct_adi_plan *plan) {
    const ptrdiff_t n = plan->box.count[2];
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    const ptrdiff_t lines =
        plan->account.is_open && plan->lawful.laws.capacity != NULL && !ct_adi_is_empty(plan)
            ? plan->box.count[0] * plan->box.count[1]
            : 0;
    for (ptrdiff_t line = 0; line < lines; line++) {
        double sum = 0;
        for (ptrdiff_t cell = line * n; cell < (line + 1) * n; cell++) {
            const double change = ct_adi_number(plan, plan->state, cell) -
                                  ct_adi_number(plan, plan->lawful.start, cell);
            sum += ct_adi_is_out(plan, cell)
                       ? 0
                       : widths[cell - line * n] * ct_adi_capacity_at(plan, cell) * change;
        }
        ct_adi_sum_add(&plan->account.flows.taken, plan->capacity * ct_adi_area(plan, line) * sum);
    }
}

void ct_adi_account_source(ct_adi_plan *plan, double scale, ptrdiff_t line, const double *values) {
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    double sum = 0;
    for (ptrdiff_t x = 0; x < plan->box.count[2]; x++) {
        sum += widths[x] * values[x];
    }
    ct_adi_sum_add(&plan->account.flows.source,
                   plan->capacity * scale * ct_adi_area(plan, line) * sum);
}
