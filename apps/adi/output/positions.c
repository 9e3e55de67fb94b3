#include "apps/adi/output/positions.h"

#include "base/fail.h"
#include "io/array/metadata.h"
#include "io/array/storage/scales.h"
#include <stdio.h>
#include <string.h>

enum { UNITS_BYTES = 128 };

ct_status adi_positions_put(adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    ct_status status = CT_OK;
    for (int a = 0; a < problem->axes; a++) {
        CT_TRY(ct_array_put_reals(job->file, adi_axis_names[adi_axis_index(problem->axes, a)],
                                  problem->extent[a], ct_adi_middles(job->plan, a)));
    }
cleanup:
    return status;
}

ct_status adi_positions_attach(adi_job *job) {
    const ct_adi_problem *problem = &job->shape.problem;
    char copy[UNITS_BYTES];
    char *rest = NULL;
    ct_status status = CT_OK;
    (void)snprintf(copy, sizeof copy, "%s", job->config.units);
    const char *length = strtok_r(copy, ", ", &rest);
    const char *time = strtok_r(NULL, ", ", &rest);
    const char *values = strtok_r(NULL, ", ", &rest);
    if (values != NULL) {
        CT_TRY(ct_array_attribute(job->file, job->config.dataset, "units", values));
    }
    CT_TRY(ct_array_scale(job->file, job->config.dataset, 0, "time", job->snapshots, NULL, time));
    CT_TRY(ct_array_scale(job->file, "step", 0, "time", job->snapshots, NULL, NULL));
    for (int a = 0; a < problem->axes; a++) {
        CT_TRY(ct_array_scale(job->file, job->config.dataset, a + 1,
                              adi_axis_names[adi_axis_index(problem->axes, a)], problem->extent[a],
                              NULL, length));
    }
cleanup:
    return status;
}
