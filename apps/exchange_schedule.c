/* exchange dump and draw: schedules as they are. */
#include "apps/exchange.h"

#include "base/fail.h"

#include <cornerturn/draw.h>
#include <cornerturn/dump.h>

/* Both begin with the schedules of all ranks. */
typedef struct schedule_job {
    ct_topology topology;
    const ct_algorithm *algorithm;
    ct_parameters parameters;
    ct_pattern pattern;
    ct_ensemble *ensemble;
} schedule_job;

static ct_status generate(const exchange_request *request, schedule_job *job) {
    ct_status status = CT_OK;
    CT_TRY(exchange_topology(request, &job->topology));
    CT_TRY(exchange_algorithm(request, &job->topology, &job->algorithm, &job->parameters));
    CT_TRY(exchange_affordable(job->algorithm, &job->topology, &job->parameters));
    CT_TRY(ct_ensemble_generate(job->algorithm, &job->topology, &job->parameters, &job->ensemble));
    job->pattern = ct_algorithm_pattern(job->algorithm, &job->topology, &job->parameters);
cleanup:
    return status;
}

ct_status exchange_dump(const exchange_request *request, FILE *out) {
    schedule_job job = {.ensemble = NULL};
    ct_status status = generate(request, &job);
    if (status == CT_OK && request->given[OPTION_BLOCKS] != NULL) {
        status = ct_dump_blocks(out, job.ensemble, &job.pattern);
    } else if (status == CT_OK) {
        status = ct_dump_messages(out, job.ensemble);
    }
    ct_ensemble_destroy(&job.ensemble);
    return status;
}

ct_status exchange_draw(const exchange_request *request, FILE *out) {
    schedule_job job = {.ensemble = NULL};
    int first = 1;
    char what[EXCHANGE_TEXT];
    char where[CT_TOPOLOGY_TEXT];
    char title[EXCHANGE_TEXT + CT_TOPOLOGY_TEXT + 8];
    ct_status status = CT_OK;
    CT_TRY(generate(request, &job));
    int last = ct_ensemble_steps(job.ensemble);
    exchange_describe(job.algorithm, &job.parameters, what);
    ct_topology_format(&job.topology, where);
    if (request->given[OPTION_STEP] != NULL) {
        if (last == 0) {
            CT_FAIL(CT_ERROR_CONFIG, "--step %s: %s on %s has no steps",
                    request->given[OPTION_STEP], what, where);
        }
        CT_TRY(exchange_number(request, OPTION_STEP, 1, last, &first));
        last = first;
    }
    (void)snprintf(title, sizeof title, "%s on %s", what, where);
    CT_TRY(ct_draw_steps(out, job.ensemble, &job.topology, title, first, last));
cleanup:
    ct_ensemble_destroy(&job.ensemble);
    return status;
}
