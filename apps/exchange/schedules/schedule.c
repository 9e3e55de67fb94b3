/* exchange dump and draw: schedules as they are. */
#include "apps/exchange/schedules/schedule.h"

#include "apps/exchange/draw/steps.h"
#include "apps/exchange/request/values.h"
#include "base/fail.h"

#include <cornerturn/dump.h>

/* Both begin with the schedules of all ranks. */
typedef struct schedule_job {
    ct_topology topology;
    const ct_algorithm *algorithm;
    ct_parameters parameters;
    ct_pattern pattern;
    ct_ensemble *ensemble;
} schedule_job;

static ct_status read_job(const exchange_request *request, schedule_job *job) {
    ct_status status = CT_OK;
    CT_TRY(exchange_topology(request, &job->topology));
    CT_TRY(exchange_algorithm(request, &job->topology, &job->algorithm, &job->parameters));
    job->pattern = ct_algorithm_pattern(job->algorithm, &job->topology, &job->parameters);
cleanup:
    return status;
}

static ct_status generate(schedule_job *job) {
    ct_status status = CT_OK;
    CT_TRY(exchange_affordable(job->algorithm, &job->topology, &job->parameters));
    CT_TRY(ct_ensemble_generate(job->algorithm, &job->topology, &job->parameters, &job->ensemble));
cleanup:
    return status;
}

ct_status exchange_dump(const exchange_request *request, FILE *out) {
    schedule_job job = {.ensemble = NULL};
    ct_status status = CT_OK;
    CT_TRY(read_job(request, &job));
    CT_TRY(generate(&job));
    status = request->given[OPTION_BLOCKS] != NULL ? ct_dump_blocks(out, job.ensemble, &job.pattern)
                                                   : ct_dump_messages(out, job.ensemble);
cleanup:
    ct_ensemble_destroy(&job.ensemble);
    return status;
}

/* The steps of an algorithm as far as one rank knows them, before all ranks' schedules are made. */
static ct_status count_steps(const schedule_job *job, int *steps) {
    ct_schedule *first = NULL;
    ct_status status = CT_OK;
    *steps = ct_algorithm_promise(job->algorithm, &job->topology, &job->parameters).steps;
    if (*steps > 0) {
        return CT_OK;
    }
    CT_TRY(ct_algorithm_generate(job->algorithm, &job->topology, &job->parameters, 0, &first));
    *steps = first->move_count > 0 ? first->moves[first->move_count - 1].step : 0;
cleanup:
    ct_schedule_destroy(&first);
    return status;
}

ct_status exchange_draw(const exchange_request *request, FILE *out) {
    schedule_job job = {.ensemble = NULL};
    int first = 1;
    int steps = 1;
    char what[EXCHANGE_TEXT];
    char where[CT_TOPOLOGY_TEXT];
    char title[EXCHANGE_TEXT + CT_TOPOLOGY_TEXT + 8];
    ct_status status = CT_OK;
    CT_TRY(read_job(request, &job));
    CT_TRY(draw_fits(job.topology.size, 1));
    CT_TRY(request->given[OPTION_STEP] == NULL ? count_steps(&job, &steps) : CT_OK);
    CT_TRY(draw_fits(job.topology.size, steps));
    CT_TRY(generate(&job));
    int last = ct_ensemble_steps(job.ensemble);
    exchange_describe(job.algorithm, &job.parameters, what);
    ct_topology_format(&job.topology, where);
    if (last == 0) {
        CT_FAIL(CT_ERROR_CONFIG, "%s on %s has no steps: there is nothing to draw", what, where);
    }
    if (request->given[OPTION_STEP] != NULL) {
        CT_TRY(exchange_number(request, OPTION_STEP, 1, last, &first));
        last = first;
    }
    (void)snprintf(title, sizeof title, "%s on %s", what, where);
    CT_TRY(draw_steps(out, job.ensemble, &job.topology, title, first, last));
cleanup:
    ct_ensemble_destroy(&job.ensemble);
    return status;
}
