/* What is done with the spectrum, and the way back from it. */
#include "apps/fft/operations/operate.h"

#include "apps/fft/finite.h"
#include "apps/fft/operations/power.h"
#include "apps/fft/operations/spectrum.h"
#include "apps/fft/transform.h"
#include "base/escape.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "poisson/divide.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <math.h>
#include <string.h>

/* With periodic and Neumann boundaries alone the Laplacian of any u has the mean 0: so must the
 * right side, to what its numbers can tell. */
static ct_status check_mean(fft_job *job, double mine) {
    const fft_config *config = &job->config;
    const int rounds =
        job->shape.problem.precision == CT_FLOAT || config->exchange.precision != CT_MESSAGES_EXACT;
    const double allowed = rounds ? 1e-5 : 1e-8;
    ct_status status = CT_OK;
    if (!job->shape.needs_mean_0) {
        return CT_OK;
    }
    CT_TRY(fft_job_root_mean_square(job, &job->root_mean_square));
    CT_MPI(MPI_Allreduce(&mine, &job->mean, 1, MPI_DOUBLE, MPI_MAX, job->comm));
    if (!(job->mean <= allowed * job->root_mean_square) && !config->remove_mean &&
        fft_job_is_finite(job)) {
        CT_FAIL(CT_ERROR_FILE,
                "%s: dataset \"%s\": the right side has a mean of magnitude %.3g, and with these "
                "boundaries there is no solution; allowed: up to %g of its root mean square, %.3g "
                "(poisson.remove_mean: true solves for the rest)",
                ct_escaped(config->input), ct_escaped(config->input_dataset), job->mean, allowed,
                job->root_mean_square);
    }
cleanup:
    return status;
}

/* By the second dataset's spectrum. */
static ct_status multiply_second(fft_job *job, const ct_spectrum *spectrum) {
    ct_status status = CT_OK;
    CT_TRY(fft_job_transform(job, job->second_plan, "second", job->second, job->second_spectrum));
    job->second_s = ct_spread_over(job->comm, fft_job_seconds(job->second_plan));
    fft_job_begin(job, "multiply", 0);
    ct_spectrum_multiply(spectrum, job->second_spectrum, job->config.operation == FFT_CORRELATE,
                         job->shape.shift, job->spectrum);
    job->multiply_s = fft_job_end(job);
cleanup:
    return status;
}

/* Copies a component to its place among those of each point. */
static void interleave(const fft_job *job, int index) {
    const size_t element_bytes = (size_t)job->shape.output.element_bytes;
    const size_t step_bytes = element_bytes * (size_t)job->shape.components;
    const ptrdiff_t points = ct_box_elements(&job->output_box);
    const char *from = job->input;
    char *into = (char *)job->result + (size_t)index * element_bytes;
    for (ptrdiff_t i = 0; i < points; i++) {
        memcpy(into + (size_t)i * step_bytes, from + (size_t)i * element_bytes, element_bytes);
    }
}

/* One component after the other, each from the same spectrum, of which going back leaves nothing.
 */
static ct_status make_components(fft_job *job, const ct_spectrum *spectrum) {
    const ptrdiff_t bytes = ct_fft_output_bytes(job->plan);
    const int components = job->shape.components;
    ct_filter filter = job->shape.filter;
    double multiply_s = 0;
    double back_s = 0;
    ct_status status = CT_OK;
    CT_TRY(fft_job_alloc(job, bytes, &job->second_spectrum));
    CT_TRY(ct_agree(
        job->comm,
        ct_alloc(MPI_COMM_SELF, ct_fft_output_bytes(job->back_plan) * components, &job->result)));
    for (int i = 0; i < components; i++) {
        void *product = i < components - 1 ? job->second_spectrum : job->spectrum;
        fft_job_begin(job, "multiply", 0);
        if (product != job->spectrum) {
            memcpy(product, job->spectrum, (size_t)bytes);
        }
        filter.axis = job->shape.component[i];
        ct_filter_apply(spectrum, &filter, product);
        multiply_s += fft_job_end_alone(job);
        CT_TRY(fft_job_transform(job, job->back_plan, "back", product, job->input));
        back_s += fft_job_seconds(job->back_plan);
        interleave(job, i);
    }
    job->multiply_s = ct_spread_over(job->comm, multiply_s);
    job->back_s = ct_spread_over(job->comm, back_s);
    job->output_box.count[job->output_box.axes++] = components;
    job->output = job->result;
cleanup:
    return status;
}

/* To the array again: in the place of the input, but where it may be larger than that. */
static ct_status go_back(fft_job *job) {
    void *result = job->input;
    ct_status status = CT_OK;
    if (job->shape.has_second) {
        CT_TRY(fft_job_alloc(job, ct_fft_output_bytes(job->back_plan), &job->result));
        result = job->result;
    }
    CT_TRY(fft_job_transform(job, job->back_plan, "back", job->spectrum, result));
    job->back_s = ct_spread_over(job->comm, fft_job_seconds(job->back_plan));
    job->output = result;
cleanup:
    return status;
}

/* Along the axis of the faces; the library's equation has the other sign. *mean is the size of what
 * no solution has, over the volume. Collective. */
static ct_status solve_systems(fft_job *job, double *mean) {
    const ptrdiff_t bytes = ct_fft_output_bytes(job->plan);
    const ct_poisson *problem = &job->shape.poisson;
    double sums[2] = {0};
    ct_status status = CT_OK;
    CT_TRY(ct_poisson_stretched_solve(job->systems, job->spectrum, sums));
    if (problem->precision == CT_FLOAT) {
        float *values = job->spectrum;
        for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof *values; i++) {
            values[i] = -values[i];
        }
    } else {
        double *values = job->spectrum;
        for (ptrdiff_t i = 0; i < bytes / (ptrdiff_t)sizeof *values; i++) {
            values[i] = -values[i];
        }
    }
    *mean = sqrt(sums[1] / (double)problem->extent[problem->faces_axis]) * job->systems->scale;
cleanup:
    return status;
}

ct_status fft_job_operate(fft_job *job) {
    const ct_spectrum spectrum = fft_job_spectrum(job);
    double mean = 0;
    ct_status status = CT_OK;
    if (job->config.operation == FFT_POWER) {
        return fft_job_power(job);
    }
    if (!job->shape.has_back) {
        return CT_OK;
    }
    job->output_box = ct_fft_output_box(job->back_plan);
    if (job->shape.components > 0) {
        return make_components(job, &spectrum);
    }
    if (job->shape.has_second) {
        CT_TRY(multiply_second(job, &spectrum));
    } else {
        if (job->systems == NULL) {
            CT_TRY(check_mean(job, ct_spectrum_mean(&spectrum, job->spectrum)));
        }
        fft_job_begin(job, "multiply", 0);
        if (job->systems != NULL) {
            CT_TRY(solve_systems(job, &mean));
        } else if (job->shape.is_unbounded) {
            CT_TRY(
                ct_agree(job->comm, ct_poisson_divide_box(&job->shape.poisson, &job->shape.problem,
                                                          &spectrum.box, job->spectrum)));
        } else {
            ct_filter_apply(&spectrum, &job->shape.filter, job->spectrum);
        }
        job->multiply_s = fft_job_end(job);
        if (job->systems != NULL) {
            CT_TRY(check_mean(job, mean));
        }
    }
    CT_TRY(go_back(job));
cleanup:
    return status;
}
