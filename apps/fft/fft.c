/* fft: transforms an array from HDF5 to HDF5, or does what transforms are good for, on any number
 * of ranks. */
#include "apps/fft/check.h"
#include "apps/fft/finite.h"
#include "apps/fft/messages.h"
#include "apps/fft/operations/operate.h"
#include "apps/fft/operations/power.h"
#include "apps/fft/operations/slopes.h"
#include "apps/fft/plan.h"
#include "apps/fft/report.h"
#include "apps/fft/transform.h"
#include "base/fail.h"
#include "base/job/finalize.h"
#include "base/job/initialize.h"
#include "base/mpi.h"
#include "files/signals.h"
#include "files/unfinished_share.h"
#include "io/array/file.h"
#include "io/array/write.h"
#include <cornerturn/agree.h>

/* By rank 0, for viewers: where the points are, unless it is a spectrum. */
static ct_status write_xdmf(const fft_job *job) {
    const fft_config *config = &job->config;
    if (job->xdmf_file == NULL) {
        return config->overwrite ? ct_xdmf_remove(config->output) : CT_OK;
    }
    const fft_array *output = &job->shape.output;
    const int is_spectrum = config->operation == FFT_TRANSFORM && config->direction == CT_FORWARD;
    double spacing[CT_MAX_AXES] = {0};
    for (int i = 0; i < output->axes; i++) {
        spacing[i] = is_spectrum ? 1 : job->shape.spacing[output->order[i]];
    }
    const char *names[1 + CT_MAX_AXES];
    const int count = fft_job_datasets(job, names);
    return job->shape.components > 0
               ? ct_xdmf_write_vectors(job->xdmf_file, config->output, names[0], spacing)
               : ct_xdmf_write_several(job->xdmf_file, config->output, names, count, spacing);
}

/* This rank's box, and those of the conjugates that it writes too. */
static ct_status set_parts(fft_job *job) {
    ct_box boxes[1 + FFT_MIRROR_BOXES] = {fft_array_box(&job->shape.output, &job->output_box)};
    const int mirrored = job->shape.mirror >= 0 && job->layout.per_node
                             ? fft_mirror_boxes(&job->shape, &job->output_box, boxes + 1)
                             : 0;
    return ct_array_set_parts(job->file, 1 + mirrored, boxes);
}

/* Reserves the output's space before anything is read: a full disk ends the job at once. Chunks and
 * files of nodes wait for the ranks' boxes, which they shall fit. */
static ct_status create_array(fft_job *job) {
    const fft_config *config = &job->config;
    const fft_array *output = &job->shape.output;
    const ct_box stored = fft_array_box(output, &job->output_box);
    ptrdiff_t whole[CT_MAX_AXES];
    ct_status status = CT_OK;
    fft_array_extents(output, whole);
    CT_TRY(ct_array_create(job->comm, config->output, config->overwrite, &job->file));
    CT_TRY(ct_array_set_layout(job->file, &job->layout, &stored));
    CT_TRY(set_parts(job));
    CT_TRY(ct_array_add_numbers(job->file, config->output_dataset, output->axes, whole,
                                output->number));
    CT_TRY(fft_job_slopes_create(job));
cleanup:
    return status;
}

static double output_bytes(const fft_job *job) {
    const fft_array *output = &job->shape.output;
    return fft_array_elements(output) * (double)output->element_bytes;
}

/* What a half spectrum does not have, of ranks with different numbers of boxes. */
static ct_status write_conjugates(fft_job *job) {
    fft_half half = fft_job_half(job);
    const ct_array_maker maker = {fft_mirror_make, &half};
    ct_box boxes[FFT_MIRROR_BOXES];
    const int mine = fft_mirror_boxes(&job->shape, &job->output_box, boxes);
    const ct_box none = {.axes = job->shape.output.axes};
    int most = mine;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, job->comm));
    for (int i = 0; i < most; i++) {
        CT_TRY(ct_array_write_made(job->file, i < mine ? &boxes[i] : &none, &maker, NULL));
    }
    ct_progress_update(job->progress, output_bytes(job));
cleanup:
    return status;
}

static ct_status write_array(fft_job *job) {
    const ct_box stored = fft_array_box(&job->shape.output, &job->output_box);
    ct_status status = CT_OK;
    CT_TRY(job->file == NULL ? create_array(job) : CT_OK);
    CT_TRY(ct_array_write(job->file, &stored, job->output, job->progress));
    if (job->shape.mirror >= 0) {
        CT_TRY(write_conjugates(job));
    }
    CT_TRY(fft_job_attributes(job, job->config.output_dataset));
    CT_TRY(fft_job_slopes_write(job));
    CT_TRY(ct_array_commit(&job->file));
    status = ct_agree_on_first(job->comm, job->rank == 0 ? write_xdmf(job) : CT_OK);
cleanup:
    return status;
}

static ct_status write_output(fft_job *job) {
    const int is_table = job->power != NULL;
    ct_status status = CT_OK;
    fft_job_begin(job, "write", is_table ? 0 : output_bytes(job));
    CT_TRY(is_table ? fft_job_write_power(job) : write_array(job));
    job->write_s = fft_job_end(job);
cleanup:
    return status;
}

static ct_status run(fft_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    CT_TRY(fft_job_load(job, argc, argv));
    if (job->options.leave) {
        goto cleanup;
    }
    CT_TRY(job_forecast_begin(&job->options, &job->comm, &job->size, &job->forecast));
    CT_TRY(fft_job_check(job));
    ct_laps_end(&job->laps, "check");
    if (!job->options.check) {
        CT_TRY(ct_report_open(job->comm, job->report_file, &job->report));
        /* what is in chunks or in several files waits for the ranks' boxes */
        const int can_create = ct_array_is_one_run(&job->layout);
        CT_TRY(can_create && job->config.operation != FFT_POWER ? create_array(job) : CT_OK);
        CT_TRY(job_trace_begin(job->comm, &job->options, &job->laps));
        ct_unfinished_share(job->comm);
        ct_laps_end(&job->laps, "create");
    }
    if (!job->options.check || job->options.explain || job->forecast.is_on) {
        CT_TRY(fft_job_plan(job));
        CT_TRY(job->forecast.is_on ? CT_OK : fft_job_check_memory(job));
    }
    if (job->options.check) {
        CT_TRY(job->forecast.is_on ? fft_job_forecast(job) : CT_OK);
        fft_job_print_checked(job);
        goto cleanup;
    }
    CT_TRY(fft_job_forward(job));
    CT_TRY(fft_job_operate(job));
    CT_TRY(fft_job_check_result(job));
    CT_TRY(write_output(job));
    CT_TRY(job_trace_end(&job->options, &job->laps, &job->trace));
    CT_TRY(fft_job_write_report(job));
    fft_job_say_done(job);
    ct_laps_end(&job->laps, "report");
cleanup:
    return status;
}

int main(int argc, char **argv) {
    fft_job job = {.comm = MPI_COMM_WORLD};
    ct_laps_begin(&job.laps);
    ct_initialize(&argc, &argv);
    (void)MPI_Comm_rank(job.comm, &job.rank);
    (void)MPI_Comm_size(job.comm, &job.size);
    ct_signals_begin("fft", job.rank == 0);
    ct_laps_end(&job.laps, "start");
    int exit_status = ct_exit_status(&fft_program, run(&job, argc, argv));
    fft_job_free(&job);
    ct_finalize("fft");
    const ct_status closed = fft_job_close(&job);
    return ct_end(exit_status != 0 ? exit_status : ct_exit_status(&fft_program, closed));
}
