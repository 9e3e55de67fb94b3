#include "apps/adi/job.h"

#include "apps/adi/output/snapshots.h"
#include "apps/adi/problem/faces.h"
#include "apps/adi/problem/words.h"
#include "base/fail.h"
#include "io/run/watch.h"
#include <cornerturn/agree.h>
#include <stdlib.h>
#include <time.h>

/* A name that no other run has, the same on all ranks. */
static void name_run(adi_job *job) {
    char host[MPI_MAX_PROCESSOR_NAME] = "";
    int length = 0;
    struct timespec now = {.tv_sec = 0};
    (void)MPI_Get_processor_name(host, &length);
    (void)clock_gettime(CLOCK_REALTIME, &now);
    (void)snprintf(job->run, sizeof job->run, "%.40s-%lld.%09ld", host, (long long)now.tv_sec,
                   now.tv_nsec);
    (void)MPI_Bcast(job->run, (int)sizeof job->run, MPI_CHAR, 0, job->comm);
}

/* The part of the config that a checkpoint must agree with. Local. */
static ct_status write_problem_text(adi_job *job) {
    ct_key *keys = NULL;
    size_t count = 0;
    ct_status status = adi_problem_keys(&keys, &count);
    if (status == CT_OK) {
        status = ct_config_text(keys, count, &job->config, &job->problem_text);
    }
    free(keys);
    return status;
}

ct_status adi_job_load(adi_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    CT_TRY(job_start(&adi_program, job->comm, argc, argv, &job->options, &job->config,
                     &job->config_text));
    if (job->options.leave) {
        goto cleanup;
    }
    CT_TRY(ct_agree(job->comm, write_problem_text(job)));
    name_run(job);
    job->report_file = job_report_file(&job->options, job->config.report);
    job->progress = job_progress_create(&job->options);
    ct_watch_begin(job->comm, job->options.check ? 0 : job->config.stall_s);
cleanup:
    return status;
}

void adi_job_free(adi_job *job) {
    ct_watch_end();
    ct_trace_discard();
    ct_adi_plan_destroy(&job->plan);
    job_forecast_end(&job->forecast);
    if (job->snapshot_time != NULL) { /* they were begun */
        adi_outputs_discard(job);
    }
    ct_report_discard(&job->report);
    ct_locks_release(&job->locks); /* when nothing of its files is unfinished any more */
    ct_progress_destroy(&job->progress);
    adi_value *values[ADI_VALUES_MOST];
    for (int i = adi_job_values(job, values) - 1; i >= 0; i--) {
        adi_value_free(values[i]);
    }
    for (int a = 0; a < CT_ADI_AXES; a++) {
        adi_value *faces[ADI_FACE_VALUES];
        adi_faces_values(job, a, faces);
        for (int k = 0; k < ADI_FACE_VALUES; k++) {
            adi_value_free(faces[k]);
        }
    }
    adi_shape_free(&job->shape);
    free(job->restart);
    free(job->probe);
    free(job->snapshot_time);
    free(job->residuals);
    free(job->xdmf_file);
    free(job->problem_text);
    free(job->inputs_text);
    job_end(&adi_program, &job->options, &job->config, job->config_text);
}

int adi_job_values(adi_job *job, adi_value *values[ADI_VALUES_MOST]) {
    adi_value *const all[ADI_VALUES_MOST] = {
        &job->initial,  &job->kappa,       &job->sigma,       &job->source,
        &job->capacity, &job->along[0],    &job->along[1],    &job->along[2],
        &job->mask,     &job->velocity[0], &job->velocity[1], &job->velocity[2]};
    for (int i = 0; i < ADI_VALUES_MOST; i++) {
        values[i] = all[i];
    }
    return ADI_VALUES_MOST;
}

bool adi_job_is_rough(const adi_job *job) {
    bool is_rough = job->mask.quantity.kind != CT_ADI_NUMBER ||
                    job->kappa.quantity.kind != CT_ADI_NUMBER ||
                    job->capacity.quantity.kind != CT_ADI_NUMBER;
    for (int a = 0; a < job->shape.problem.axes; a++) {
        const adi_axis_config *axis = &job->config.axis[adi_axis_index(job->shape.problem.axes, a)];
        is_rough = is_rough || job->along[a].quantity.kind != CT_ADI_NUMBER ||
                   adi_words_radiance(&axis->face[0]) > 0 ||
                   adi_words_radiance(&axis->face[1]) > 0 ||
                   job->transfer[a][0].quantity.kind != CT_ADI_NUMBER ||
                   job->transfer[a][1].quantity.kind != CT_ADI_NUMBER;
    }
    return is_rough;
}

ct_adi_scheme adi_job_scheme(const adi_job *job) {
    const ct_adi_scheme given = (ct_adi_scheme)job->config.scheme;
    return given != CT_ADI_SCHEME_AUTO ? given
           : adi_job_is_rough(job)     ? CT_ADI_CRANK_NICOLSON_CG
                                       : CT_ADI_DOUGLAS_GUNN;
}
