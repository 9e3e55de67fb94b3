/* From a checked config to a plan that is ready for its first step. */
#include "apps/adi/setup.h"

#include "apps/adi/checkpoint/restart.h"
#include "apps/adi/march/bounds.h"
#include "apps/adi/output/balance.h"
#include "apps/adi/problem/faces.h"
#include "apps/adi/problem/mask.h"
#include "apps/adi/problem/velocity.h"
#include "base/fail.h"
#include <cornerturn/adi_heat.h>
#include <cornerturn/agree.h>

/* A refusal of the library is one of the config's key. */
static ct_status blame(const adi_value *value, ct_status status) {
    return status == CT_ERROR_ARGUMENT
               ? ct_raise(CT_ERROR_CONFIG, "%s: %s", value->where, ct_error_message())
               : status;
}

ct_status adi_job_plan(adi_job *job) {
    const adi_config *config = &job->config;
    char text[JOB_EXCHANGE_BYTES];
    ct_adi_options options = {
        .scheme = (ct_adi_scheme)config->scheme,
        .method = (ct_adi_method)config->method,
        .mean = (ct_adi_mean)config->mean,
        .exchange = job_exchange_options(&config->exchange, job->options.check, text)};
    for (int a = 0; a < CT_MAX_AXES; a++) {
        options.grid[a] = job->grid[a];
    }
    return ct_adi_plan_create(job->comm, &job->shape.problem, &options, &job->plan);
}

/* Has `set` take a value, with its array only as long as that takes. Collective. */
static ct_status give(adi_job *job, adi_value *value,
                      ct_status (*set)(ct_adi_plan *, const ct_adi_quantity *)) {
    const ct_box box = ct_adi_state_box(job->plan);
    ct_status status = CT_OK;
    CT_TRY(adi_value_load(job->comm, value, &box, job->shape.problem.precision));
    CT_TRY(blame(value, set(job->plan, &value->quantity)));
cleanup:
    adi_value_drop(value);
    return status;
}

/* Formulas in u. */
static ct_status set_laws(adi_job *job) {
    const bool is_transient = job->config.kind == ADI_TRANSIENT;
    const ct_adi_laws laws = {.kappa = job->kappa.is_law ? adi_value_law : NULL,
                              .source = job->source.is_law ? adi_value_law : NULL,
                              .capacity =
                                  is_transient && job->capacity.is_law ? adi_value_law : NULL,
                              .kappa_context = &job->kappa,
                              .source_context = &job->source,
                              .capacity_context = &job->capacity};
    return laws.kappa != NULL || laws.source != NULL || laws.capacity != NULL
               ? ct_adi_set_laws(job->plan, &laws)
               : CT_OK;
}

/* A formula without t is computed once: it goes through the state, which is set after this. */
static ct_status set_source(adi_job *job) {
    adi_value *source = &job->source;
    ct_status status = CT_OK;
    if (source->quantity.kind != CT_ADI_FUNCTION || source->changes) {
        return give(job, source, ct_adi_set_source);
    }
    CT_TRY(blame(source, ct_adi_set_state(job->plan, &source->quantity)));
    const ct_adi_quantity computed = {.kind = CT_ADI_FIELD, .field = ct_adi_state(job->plan)};
    CT_TRY(blame(source, ct_adi_set_source(job->plan, &computed)));
cleanup:
    return status;
}

/* kappa of one axis, where that or the others' is no number. */
static ct_status set_kappa_along(adi_job *job, int axis) {
    adi_value *value = &job->along[axis];
    const ct_box box = ct_adi_state_box(job->plan);
    ct_status status = CT_OK;
    if (value->where[0] != '\0' &&
        (value->quantity.kind != CT_ADI_NUMBER || job->kappa.quantity.kind != CT_ADI_NUMBER)) {
        CT_TRY(adi_value_load(job->comm, value, &box, job->shape.problem.precision));
        CT_TRY(blame(value, ct_adi_set_diffusivity_along(job->plan, axis, &value->quantity)));
    }
cleanup:
    adi_value_drop(value);
    return status;
}

static ct_status set_heat(adi_job *job) {
    const int axes = job->shape.problem.axes;
    ct_status status = CT_OK;
    if (job->capacity.where[0] != '\0' && !job->capacity.is_law) {
        CT_TRY(give(job, &job->capacity, ct_adi_set_capacity));
    }
    for (int a = 0; a < axes; a++) {
        CT_TRY(set_kappa_along(job, a));
    }
cleanup:
    return status;
}

ct_status adi_job_setup(adi_job *job) {
    const adi_config *config = &job->config;
    ct_status status = CT_OK;
    ct_laps_end(&job->laps, "between");
    ct_progress_begin(job->progress, "plan", 0);
    CT_TRY(adi_job_plan(job));
    ct_adi_set_time(job->plan, config->start);
    CT_TRY(adi_mask_set(job));
    if (job->kappa.quantity.kind != CT_ADI_NUMBER && !job->kappa.is_law) {
        CT_TRY(give(job, &job->kappa, ct_adi_set_diffusivity));
    }
    CT_TRY(set_laws(job));
    CT_TRY(set_heat(job));
    CT_TRY(give(job, &job->sigma, ct_adi_set_reaction));
    CT_TRY(job->source.is_law ? CT_OK : set_source(job));
    CT_TRY(adi_faces_set(job));
    CT_TRY(adi_velocity_set(job));
    if (config->edge_stop != CT_ADI_LINEAR) {
        const ct_adi_nonlinearity nonlinearity = {.kind = (ct_adi_edge_stop)config->edge_stop,
                                                  .contrast = config->contrast,
                                                  .smoothing = config->smoothing};
        CT_TRY(ct_adi_set_nonlinearity(job->plan, &nonlinearity));
    }
    CT_TRY(job->restart != NULL ? adi_restart_load(job)
                                : give(job, &job->initial, ct_adi_set_state));
    CT_TRY(adi_bounds_begin(job));
    CT_TRY(adi_balance_begin(job));
    (void)ct_progress_end(job->progress);
    ct_laps_end(&job->laps, "plan");
cleanup:
    return status;
}
