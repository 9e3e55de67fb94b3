/* fft: transforms a 3D volume from HDF5 to HDF5, on any number of ranks. */
#include "apps/fft_job.h"

#include "base/fail.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <string.h>

/* Where wisdom is kept; nowhere when it is not wanted, or when nothing shall be written. */
static const char *wisdom_file(fft_job *job) {
    if (!job->config.wisdom || job->options.check) {
        return NULL;
    }
    if (ct_fft_wisdom_path(&job->wisdom_file) != CT_OK && job->rank == 0) {
        (void)fprintf(stderr, "fft: warning: %s\n", ct_error_message());
    }
    return job->wisdom_file;
}

static ct_status plan(fft_job *job) {
    const fft_config *config = &job->config;
    char text[JOB_EXCHANGE_BYTES];
    ct_fft_options options = {.direction = (ct_direction)config->direction,
                              .scaling = (ct_scaling)config->scaling,
                              .rigour =
                                  job->options.check ? CT_ESTIMATE : (ct_rigour)config->rigour,
                              .transposed = 1, /* in a file it is in natural order all the same */
                              .wisdom_file = wisdom_file(job),
                              .exchange = job_exchange_options(&config->exchange, text)};
    ct_fft_problem problem = ct_fft_complex(3, job->info.extent);
    ct_status status = CT_OK;
    ct_progress_begin(job->progress, "plan", 0);
    CT_TRY(ct_fft_plan_create(job->comm, &problem, &options, &job->plan));
    job->plan_s = ct_spread_over(job->comm, ct_progress_end(job->progress));
    if (ct_fft_warning(job->plan) != NULL) {
        (void)fprintf(stderr, "fft: warning: %s\n", ct_fft_warning(job->plan));
    }
    if (job->options.explain && !job->options.quiet && job->rank == 0) {
        fft_job_explain(job);
    }
cleanup:
    return status;
}

static ct_status read_input(fft_job *job) {
    ptrdiff_t output_bytes = ct_fft_output_bytes(job->plan);
    ct_box box = ct_fft_input_box(job->plan);
    ct_status status = CT_OK;
    CT_TRY(ct_alloc(job->comm, ct_fft_input_bytes(job->plan), &job->input));
    CT_TRY(ct_alloc(job->comm, output_bytes, &job->output));
    memset(job->output, 0,
           (size_t)output_bytes); /* its pages, before the clock of the transform runs */
    ct_progress_begin(job->progress, "read", fft_array_bytes(job));
    CT_TRY(ct_array_read_complex(job->comm, job->config.input, job->config.input_dataset, &box,
                                 job->input, job->progress));
    job->read_s = ct_spread_over(job->comm, ct_progress_end(job->progress));
cleanup:
    return status;
}

/* Shows how far a transform is. */
static void show(void *context, double done) {
    const fft_job *job = context;
    ct_progress_update(job->progress, done * fft_array_bytes(job));
}

static ct_status transform(fft_job *job) {
    ct_status status = CT_OK;
    double sum_s = 0;
    ct_progress_begin(job->progress, "transform", fft_array_bytes(job));
    (void)MPI_Barrier(job->comm); /* waiting for the last reader is no part of the transform */
    ct_fft_watch(job->plan, show, job);
    CT_TRY(ct_fft_execute(job->plan, job->input, job->output));
    (void)ct_progress_end(job->progress);
    for (int phase = 0; phase < ct_fft_phases(job->plan); phase++) {
        double phase_s = ct_fft_seconds(job->plan, phase);
        job->phase_s[phase] = ct_spread_over(job->comm, phase_s);
        sum_s += phase_s;
    }
    job->transform_s = ct_spread_over(job->comm, sum_s);
cleanup:
    return status;
}

/* The result must give the input back, or nothing is written. */
static ct_status verify(fft_job *job) {
    double elements = fft_array_bytes(job) / 16;
    double allowed = 1e-14 * (1 + log2(elements));
    ct_status status = CT_OK;
    if (!job->config.round_trip) {
        return CT_OK;
    }
    ct_progress_begin(job->progress, "verify", 0);
    status = ct_fft_round_trip_error(job->plan, job->input, job->output, &job->round_trip_error);
    if (status == CT_ERROR_ARGUMENT) {
        CT_FAIL(
            CT_ERROR_FILE,
            "%s: dataset \"%s\" has NaN or infinite values (verify.round_trip: false transforms "
            "them all the same)",
            job->config.input, job->config.input_dataset);
    }
    CT_TRY(status);
    job->verify_s = ct_spread_over(job->comm, ct_progress_end(job->progress));
    if (!(job->round_trip_error <= allowed)) {
        CT_FAIL(CT_ERROR_INTERNAL,
                "the transform does not give its input back: relative error %.3g, allowed %.3g",
                job->round_trip_error, allowed);
    }
cleanup:
    return status;
}

static ct_status write_output(fft_job *job) {
    const fft_config *config = &job->config;
    ct_box box = ct_fft_output_box(job->plan);
    ct_status status = CT_OK;
    ct_progress_begin(job->progress, "write", fft_array_bytes(job));
    CT_TRY(ct_array_create(job->comm, config->output, config->overwrite, &job->file));
    CT_TRY(ct_array_write_complex(job->file, config->output_dataset, 3, job->info.extent, &box,
                                  job->output, job->progress));
    CT_TRY(fft_job_attributes(job));
    CT_TRY(ct_array_commit(&job->file));
    job->write_s = ct_spread_over(job->comm, ct_progress_end(job->progress));
    if (config->xdmf) {
        if (job->rank == 0) {
            status = ct_xdmf_write(job->xdmf_file, config->output, config->output_dataset, NULL);
        }
        status = ct_agree_on_first(job->comm, status);
    }
cleanup:
    return status;
}

static ct_status run(fft_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    CT_TRY(fft_job_load(job, argc, argv));
    if (job->options.leave) {
        goto cleanup;
    }
    CT_TRY(fft_job_check(job));
    if (!job->options.check) {
        CT_TRY(ct_report_open(job->comm, job->report_file, &job->report));
    }
    if (!job->options.check || job->options.explain) {
        CT_TRY(plan(job));
    }
    if (job->options.check) {
        fft_job_say_checked(job);
        goto cleanup;
    }
    CT_TRY(read_input(job));
    CT_TRY(transform(job));
    CT_TRY(verify(job));
    CT_TRY(write_output(job));
    CT_TRY(fft_job_write_report(job));
    fft_job_say_done(job);
cleanup:
    return status;
}

int main(int argc, char **argv) {
    fft_job job = {.comm = MPI_COMM_WORLD};
    (void)MPI_Init(&argc, &argv);
    (void)MPI_Comm_rank(job.comm, &job.rank);
    (void)MPI_Comm_size(job.comm, &job.size);
    int exit_status = ct_exit_status(&fft_program, run(&job, argc, argv));
    fft_job_free(&job);
    (void)MPI_Finalize();
    return exit_status;
}
