/* One panel, from its input to its place in the output. */
#include "apps/transpose/panel.h"

#include "apps/transpose/elements.h"
#include "base/fail.h"
#include "io/array/read.h"
#include "io/array/write.h"
#include <cornerturn/agree.h>
#include <string.h>

const char *const transpose_phases[TRANSPOSE_PHASES] = {"plan", "read", "transpose", "verify",
                                                        "write"};

/* Begins a phase of so much work. Of one panel among several it is silent: the progress is that of
 * all panels. */
static ct_progress *begin(transpose_job *job, transpose_phase phase, double total_bytes) {
    ct_progress *progress = job->shape.panels.count == 1 ? job->progress : NULL;
    ct_progress_begin(progress, transpose_phases[phase], total_bytes);
    ct_laps_end(&job->laps, "between");
    return progress;
}

static void end(transpose_job *job, transpose_phase phase, ct_progress *progress) {
    (void)ct_progress_end(progress);
    ct_laps_end(&job->laps, transpose_phases[phase]);
}

/* Makes plan number `place`, of a panel. Collective. */
static ct_status make_plan(transpose_job *job, const ct_box *panel, int place) {
    const transpose_config *config = &job->config;
    char text[JOB_EXCHANGE_BYTES];
    ct_transpose_options options = {
        .conjugate = config->conjugate,
        .sign_byte = config->conjugate ? job->info.sign_byte : 0,
        .exchange = job_exchange_options(&config->exchange, job->options.check, text)};
    ct_distribution from;
    ct_distribution into;
    ct_status status = CT_OK;
    ct_progress *progress = begin(job, TRANSPOSE_PLAN, 0);
    transpose_distribute(&job->shape, panel, &from, &into);
    options.exchange.in_place = job->shape.swaps;
    CT_TRY(ct_transpose_plan_create(job->comm, &from, job->shape.permutation, &into,
                                    job->shape.element_bytes, &options, &job->plans[place]));
    job->planned[place] = *panel;
    job->plan_bytes += ct_transpose_plan_bytes(job->plans[place]);
    end(job, TRANSPOSE_PLAN, progress);
cleanup:
    return status;
}

ct_status transpose_job_plan(transpose_job *job, const ct_box *panel) {
    int place = 0;
    ct_status status = CT_OK;
    while (place < TRANSPOSE_PLANS - 1 && job->plans[place] != NULL &&
           memcmp(job->planned[place].count, panel->count, sizeof panel->count) != 0) {
        place++;
    }
    if (job->plans[place] == NULL) { /* else it is for this extent, for there is no third one */
        CT_TRY(make_plan(job, panel, place));
    }
    job->plan = job->plans[place];
cleanup:
    return status;
}

static ct_status read_input(transpose_job *job, const ct_box *box, void *input) {
    ct_status status = CT_OK;
    ct_progress *progress = begin(job, TRANSPOSE_READ, transpose_array_size_bytes(job));
    if (job->config.input[0] != '\0') {
        CT_TRY(ct_array_read(job->comm, job->config.input, job->config.input_dataset, box, input,
                             progress));
    } else {
        transpose_generate(job, box, input);
    }
    end(job, TRANSPOSE_READ, progress);
cleanup:
    return status;
}

static ct_status move(transpose_job *job, const void *input) {
    ct_status status = CT_OK;
    (void)MPI_Barrier(job->comm); /* waiting for the last reader is no part of the transpose */
    ct_progress *progress = begin(job, TRANSPOSE_MOVE, transpose_array_size_bytes(job));
    CT_TRY(ct_agree(job->comm, ct_transpose_execute(job->plan, input, job->output)));
    end(job, TRANSPOSE_MOVE, progress);
    job->moved_bytes += ct_transpose_total_bytes(job->plan);
cleanup:
    return status;
}

static ct_status write_output(transpose_job *job, const ct_box *box) {
    ct_status status = CT_OK;
    if (job->file == NULL) {
        goto cleanup;
    }
    ct_progress *progress = begin(job, TRANSPOSE_WRITE, transpose_array_size_bytes(job));
    CT_TRY(ct_array_write(job->file, box, job->output, progress));
    end(job, TRANSPOSE_WRITE, progress);
cleanup:
    return status;
}

/* Adds to a checksum, if the config asks for one. */
static void sum_up(transpose_job *job, int side, const ct_box *box, const void *elements) {
    if (job->config.checksum) {
        ct_laps_end(&job->laps, "between");
        job->checksum[side] += side == 0 ? transpose_checksum_input(job, box, elements)
                                         : transpose_checksum_result(job, box, elements);
        ct_laps_end(&job->laps, transpose_phases[TRANSPOSE_VERIFY]);
    }
}

ct_status transpose_job_panel(transpose_job *job, const ct_box *panel) {
    const ct_box from = transpose_input_box(&job->shape, panel, job->rank);
    const ct_box into = transpose_output_box(&job->shape, panel, job->rank);
    void *input = job->shape.swaps ? job->output : job->input;
    ct_status status = CT_OK;
    CT_TRY(transpose_job_plan(job, panel));
    CT_TRY(read_input(job, &from, input));
    sum_up(job, 0, &from, input);
    CT_TRY(move(job, input));
    sum_up(job, 1, &into, job->output);
    CT_TRY(write_output(job, &into));
cleanup:
    return status;
}
