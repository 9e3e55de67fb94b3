/* What is done with the spectrum, and the way back from it. */
#include "apps/fft_job.h"

#include "base/fail.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <string.h>

ct_spectrum fft_job_spectrum(const fft_job *job) {
    ct_spectrum spectrum = {.problem = job->shape.problem, .box = ct_fft_output_box(job->plan)};
    memcpy(spectrum.spacing, job->shape.spacing, sizeof spectrum.spacing);
    return spectrum;
}

ct_status fft_job_mean_square(const fft_job *job, double *mean_square) {
    const int is_float = job->shape.problem.precision == CT_FLOAT;
    const ptrdiff_t real_bytes = is_float ? sizeof(float) : sizeof(double);
    const ptrdiff_t count = ct_fft_input_bytes(job->plan) / real_bytes;
    const float *floats = job->input;
    const double *doubles = job->input;
    double sum = 0;
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < count; i++) {
        const double number = is_float ? (double)floats[i] : doubles[i];
        sum += number * number;
    }
    CT_MPI(MPI_Allreduce(&sum, mean_square, 1, MPI_DOUBLE, MPI_SUM, job->comm));
    *mean_square /= fft_array_elements(&job->shape.input);
cleanup:
    return status;
}

/* With periodic and Neumann boundaries alone the Laplacian of any u has the mean 0: so must the
 * right side, to what its numbers can tell. */
static ct_status check_mean(fft_job *job, const ct_spectrum *spectrum) {
    const fft_config *config = &job->config;
    const double allowed = job->shape.problem.precision == CT_FLOAT ? 1e-5 : 1e-8;
    const double mine = ct_spectrum_mean(spectrum, job->spectrum);
    ct_status status = CT_OK;
    if (!job->shape.needs_mean_0) {
        return CT_OK;
    }
    CT_TRY(fft_job_mean_square(job, &job->mean_square));
    CT_MPI(MPI_Allreduce(&mine, &job->mean, 1, MPI_DOUBLE, MPI_MAX, job->comm));
    if (!(job->mean <= allowed * sqrt(job->mean_square)) && !config->remove_mean) {
        CT_FAIL(CT_ERROR_FILE,
                "%s: dataset \"%s\": the right side has a mean of magnitude %.3g, and with these "
                "boundaries there is no solution; allowed: up to %g of its root mean square, %.3g "
                "(poisson.remove_mean: true solves for the rest)",
                config->input, config->input_dataset, job->mean, allowed, sqrt(job->mean_square));
    }
cleanup:
    return status;
}

static ct_status multiply(fft_job *job) {
    const ct_spectrum spectrum = fft_job_spectrum(job);
    ct_status status = CT_OK;
    if (job->config.operation == FFT_POISSON) {
        CT_TRY(check_mean(job, &spectrum));
    }
    if (job->shape.has_second) {
        CT_TRY(
            fft_job_transform(job, job->second_plan, "second", job->second, job->second_spectrum));
        job->second_s = fft_job_seconds(job, job->second_plan);
    }
    fft_job_begin(job, "multiply", 0);
    if (job->shape.has_second) {
        ct_spectrum_multiply(&spectrum, job->second_spectrum,
                             job->config.operation == FFT_CORRELATE, job->shape.shift,
                             job->spectrum);
    } else {
        ct_filter_apply(&spectrum, &job->shape.filter, job->spectrum);
    }
    job->multiply_s = fft_job_end(job);
cleanup:
    return status;
}

ct_status fft_job_operate(fft_job *job) {
    void *result = job->input;
    ct_status status = CT_OK;
    if (job->config.operation == FFT_POWER) {
        return fft_job_power(job);
    }
    if (!job->shape.has_back) {
        return CT_OK;
    }
    CT_TRY(multiply(job));
    if (job->shape.has_second) { /* its array may be larger than what was read */
        CT_TRY(ct_alloc(job->comm, ct_fft_output_bytes(job->back_plan), &job->result));
        result = job->result;
    }
    CT_TRY(fft_job_transform(job, job->back_plan, "back", job->spectrum, result));
    job->back_s = fft_job_seconds(job, job->back_plan);
    job->output = result;
    job->output_box = ct_fft_output_box(job->back_plan);
cleanup:
    return status;
}
