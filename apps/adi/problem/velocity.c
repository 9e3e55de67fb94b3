#include "apps/adi/problem/velocity.h"

#include "base/fail.h"
#include <cornerturn/adi_advection.h>

bool adi_velocity_is_on(const adi_job *job) {
    bool is_on = false;
    for (int a = 0; a < CT_ADI_AXES; a++) {
        is_on = is_on || job->velocity[a].where[0] != '\0';
    }
    return is_on;
}

ct_status adi_velocity_read(adi_job *job) {
    const adi_config *config = &job->config;
    const int axes = job->shape.problem.axes;
    ct_status status = CT_OK;
    for (int i = 0; i < axes; i++) {
        const char *text = config->axis[i].velocity;
        char where[sizeof job->velocity[0].where];
        (void)snprintf(where, sizeof where, "%s.velocity", adi_axis_names[i]);
        if (text[0] == '\0') {
            continue;
        }
        if (config->kind == ADI_STEADY) {
            CT_FAIL(CT_ERROR_CONFIG,
                    "%s: not for a steady problem; allowed: empty, or problem.kind: transient up "
                    "to a late time.end",
                    where);
        }
        if (job->capacity.is_law) {
            CT_FAIL(CT_ERROR_CONFIG,
                    "%s: not with a problem.capacity in u or t; allowed: a capacity that is a "
                    "number, a formula in x, y, z, or an array",
                    where);
        }
        CT_TRY(adi_value_read(where, text, axes, ADI_OF_TIME,
                              &job->velocity[adi_axis_index(axes, i)]));
    }
    if (config->advection != CT_ADI_FROMM && !adi_velocity_is_on(job)) {
        CT_FAIL(CT_ERROR_CONFIG, "advection.scheme: there is no velocity; allowed: fromm, or "
                                 "x.velocity, y.velocity, z.velocity");
    }
cleanup:
    return status;
}

ct_status adi_velocity_check(adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    ct_status status = CT_OK;
    for (int a = 0; a < problem->axes; a++) {
        adi_value *value = &job->velocity[a];
        ptrdiff_t extent[CT_MAX_AXES] = {0};
        for (int b = 0; b < problem->axes; b++) {
            extent[b] = problem->extent[b] + (a == b);
        }
        value->has_holes = job->mask.where[0] != '\0';
        CT_TRY(adi_value_check(job->comm, value, problem->axes, extent, problem->precision));
        if (value->series.count > 0) {
            CT_TRY(
                adi_series_check(value->where, &value->series, job->config.start, job->config.end));
        }
    }
cleanup:
    return status;
}

ct_status adi_velocity_set(adi_job *job) {
    ct_status status = CT_OK;
    for (int a = 0; a < job->shape.problem.axes; a++) {
        adi_value *value = &job->velocity[a];
        ct_box box = ct_adi_state_box(job->plan);
        box.count[a] += ct_box_elements(&box) > 0;
        if (value->where[0] == '\0') {
            continue;
        }
        CT_TRY(adi_value_load(job->comm, value, &box, job->shape.problem.precision));
        status = ct_adi_set_velocity(job->plan, a, &value->quantity, value->changes);
        adi_value_drop(value);
        CT_TRY(status);
    }
    CT_TRY(ct_adi_set_advection(job->plan, (ct_adi_advection)job->config.advection));
cleanup:
    return status;
}

void adi_velocity_report(const adi_job *job) {
    const ct_adi_advected facts = ct_adi_advection_facts(job->plan);
    if (!adi_velocity_is_on(job)) {
        return;
    }
    ct_report_map(job->report, "advection");
    ct_report_text(job->report, "scheme", job->config.advection == CT_ADI_TVD ? "tvd" : "fromm");
    ct_report_number(job->report, "courant", facts.courant);
    ct_report_count(job->report, "steps", (long long)facts.steps);
    ct_report_count(job->report, "substeps", (long long)facts.substeps);
    ct_report_number(job->report, "longest_step_of_two_substeps", facts.longest_step);
    ct_report_end(job->report);
}

void adi_velocity_say(const adi_job *job) {
    const ct_adi_advected facts = ct_adi_advection_facts(job->plan);
    if (adi_velocity_is_on(job) && job->rank == 0 && !job->options.quiet) {
        (void)printf("advection: Courant numbers up to %.3g a step, %.0f substeps in %.0f steps\n",
                     facts.courant, facts.substeps, facts.steps);
    }
}
