/* The balance of C u: what its parts amount to on all ranks. */
#include "adi/balance.h"
#include "adi/plan.h"
#include "adi/step/right_side.h"
#include "adi/surfaces/transfer.h"
#include "base/fail.h"
#include "base/mpi.h"
#include <cornerturn/adi_heat.h>
#include <cornerturn/agree.h>

/* The integral of C u; with a law of C 0, from which on what cells take up is added. Collective. */
static ct_status find_stored(const ct_adi_plan *plan, double *stored) {
    const ptrdiff_t n = plan->box.count[2];
    const double *widths = plan->axis[2].widths + plan->box.first[2];
    ct_adi_sum here = {0, 0};
    ct_status status = CT_OK;
    const ptrdiff_t lines =
        n > 0 && plan->lawful.laws.capacity == NULL ? plan->box.count[0] * plan->box.count[1] : 0;
    for (ptrdiff_t line = 0; line < lines; line++) {
        const double area = plan->capacity * ct_adi_area(plan, line);
        plan->kernels->load(ct_adi_at(plan, plan->state, line * n), n, plan->values);
        for (ptrdiff_t x = 0; x < n; x++) {
            const ptrdiff_t cell = line * n + x;
            ct_adi_sum_add(&here, ct_adi_is_out(plan, cell)
                                      ? 0
                                      : area * widths[x] * ct_adi_capacity_at(plan, cell) *
                                            plan->values[x]);
        }
    }
    double parts[2] = {here.all, here.lost};
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, parts, 2, MPI_DOUBLE, MPI_SUM, plan->comm));
    *stored = parts[0] + parts[1];
cleanup:
    return status;
}

ct_status ct_adi_balance_begin(ct_adi_plan *plan) {
    CT_REQUIRE_PLAN(plan);
    plan->account = (ct_adi_account){.is_open = 1};
    return find_stored(plan, &plan->account.first);
}

/* What flows at this moment, by the operator, as that of a step of length 1. Collective. */
static ct_status find_rates(ct_adi_plan *plan) {
    const ct_adi_equation now = {.c = 1,
                                 .scale = 1 / plan->capacity,
                                 .boundary = CT_ADI_NOW,
                                 .source_time = plan->time,
                                 .source_scale = 1 / plan->capacity,
                                 .is_accounted = 1};
    ct_status status = CT_OK;
    ct_adi_account_step(plan, 1);
    if (!ct_adi_is_empty(plan)) {
        ct_adi_boundary_evaluate(plan, 0);
    }
    CT_TRY(ct_adi_transfer_prepare(plan, plan->time));
    CT_TRY(ct_adi_right_side(plan, &now, plan->work));
cleanup:
    return status;
}

enum { FACES = CT_ADI_AXES * CT_ADI_SIDES, SOURCE = FACES, DECAY, WALLS, TAKEN, PARTS };

/* What all parts have on this rank; faces by the user's axes. Local. */
static void list_parts(const ct_adi_plan *plan, const ct_adi_flows *flows, ct_adi_sum part[PARTS]) {
    for (int k = 0; k < FACES; k++) {
        part[k] = (ct_adi_sum){0, 0};
        if (k / CT_ADI_SIDES < plan->axes) {
            part[k] = flows->in[ct_adi_box_axis(plan, k / CT_ADI_SIDES)][k % CT_ADI_SIDES];
        }
    }
    part[SOURCE] = flows->source;
    part[DECAY] = flows->decay;
    part[WALLS] = flows->walls;
    part[TAKEN] = flows->taken;
}

ct_status ct_adi_balance(ct_adi_plan *plan, ct_adi_balance_sheet *sheet) {
    CT_REQUIRE_PLAN(plan);
    ct_adi_account *account = &plan->account;
    const ct_adi_account kept = *account;
    ct_adi_sum now[PARTS];
    ct_adi_sum before[PARTS];
    ct_adi_sum all[PARTS];
    double sums[2 * PARTS] = {0}; /* parts, and their rates */
    ct_status status = CT_OK;
    if (!account->is_open) {
        return ct_raise(CT_ERROR_ARGUMENT, "a balance that was not begun");
    }
    CT_TRY(account->dt == 0 ? find_rates(plan) : CT_OK);
    list_parts(plan, &kept.flows, all);
    list_parts(plan, &account->flows, now);
    list_parts(plan, &account->before, before);
    for (int k = 0; k < PARTS; k++) {
        sums[k] = all[k].all + all[k].lost;
        sums[PARTS + k] =
            (now[k].all - before[k].all + (now[k].lost - before[k].lost)) / account->dt;
    }
    *account = kept;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2 * PARTS, MPI_DOUBLE, MPI_SUM, plan->comm));
    *sheet = (ct_adi_balance_sheet){.first = account->first,
                                    .source = sums[SOURCE],
                                    .decay = sums[DECAY],
                                    .walls = sums[WALLS],
                                    .walls_rate = sums[PARTS + WALLS],
                                    .source_rate = sums[PARTS + SOURCE],
                                    .decay_rate = sums[PARTS + DECAY]};
    CT_TRY(find_stored(plan, &sheet->stored));
    sheet->stored += sums[TAKEN];
    sheet->error = sheet->stored - sheet->first - sheet->source + sheet->decay - sheet->walls;
    for (int k = 0; k < FACES; k++) {
        sheet->in[k / CT_ADI_SIDES][k % CT_ADI_SIDES] = sums[k];
        sheet->rate[k / CT_ADI_SIDES][k % CT_ADI_SIDES] = sums[PARTS + k];
        sheet->error -= sums[k];
    }
cleanup:
    return status;
}
