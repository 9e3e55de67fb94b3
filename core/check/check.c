/* The checker: structure, matching, flags, replay, progress, loads, promise, in this order. */
#include "check/check.h"

#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

static ct_status check_promise(const ct_promise *promise, const ct_check_report *report) {
    const ct_step_report *total = &report->total;
    if (promise->steps != 0 && report->steps != promise->steps) {
        return ct_raise(CT_ERROR_INTERNAL, "%d steps where %d are promised", report->steps,
                        promise->steps);
    }
    if (promise->lockstep && !report->lockstep) {
        return ct_raise(CT_ERROR_INTERNAL, "lockstep is promised, but a message is received in "
                                           "another step than it is sent in");
    }
    for (int k = 0; k < report->steps; k++) {
        const ct_step_report *step = &report->step[k];
        if (promise->link_load != 0 && step->link_load > promise->link_load) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "step %d: a link carries %d messages where at most %d are promised",
                            k + 1, step->link_load, promise->link_load);
        }
        if (promise->ports != 0 &&
            (step->most_sends > promise->ports || step->most_receives > promise->ports)) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "step %d: a rank sends %d and a rank receives %d messages where at "
                            "most %d are promised",
                            k + 1, step->most_sends, step->most_receives, promise->ports);
        }
    }
    if (promise->link_load != 0 && total->link_load != promise->link_load) {
        return ct_raise(CT_ERROR_INTERNAL, "no link carries the promised %d messages, only %d",
                        promise->link_load, total->link_load);
    }
    return CT_OK;
}

ct_status ct_check(ct_ensemble *ensemble, const ct_topology *topology, const ct_pattern *pattern,
                   const ct_promise *promise, ct_check_report *report) {
    ct_status status = CT_OK;
    memset(report, 0, sizeof *report);
    int seconds = ct_pattern_seconds(pattern, ensemble->size);
    if (topology->size != ensemble->size || ensemble->schedules[0]->seconds != seconds) {
        CT_FAIL(CT_ERROR_ARGUMENT, "schedules of %d ranks checked against another pattern or size",
                ensemble->size);
    }
    CT_TRY(ct_ensemble_match(ensemble));
    CT_TRY(ct_check_flags(ensemble));
    CT_TRY(ct_replay(ensemble, pattern, report));
    CT_TRY(ct_check_progress(ensemble, 1));
    report->lockstep = ct_ensemble_lockstep(ensemble);
    report->steps = ct_ensemble_steps(ensemble);
    report->step = calloc((size_t)report->steps + 1, sizeof *report->step);
    if (report->step == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for a report of %d steps", report->steps);
    }
    CT_TRY(ct_count_loads(ensemble, topology, report));
    if (promise != NULL) {
        CT_TRY(check_promise(promise, report));
    }
cleanup:
    if (status != CT_OK) {
        ct_check_report_clear(report);
    }
    return status;
}

void ct_check_report_clear(ct_check_report *report) {
    free(report->step);
    memset(report, 0, sizeof *report);
}

ct_status ct_check_algorithm(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_parameters *parameters, ct_check_report *report) {
    ct_status status = CT_OK;
    ct_ensemble *ensemble = NULL;
    ct_parameters taken;
    CT_TRY(ct_parameters_or_default(algorithm, topology, parameters, &taken));
    CT_TRY(ct_ensemble_generate(algorithm, topology, &taken, &ensemble));
    ct_pattern pattern = ct_algorithm_pattern(algorithm, topology, &taken);
    ct_promise promise = ct_algorithm_promise(algorithm, topology, &taken);
    CT_TRY(ct_check(ensemble, topology, &pattern, &promise, report));
cleanup:
    ct_ensemble_destroy(&ensemble);
    return status;
}
