/* The derivative of Poisson's solution along each axis, each from the right side anew: the run's
 * own arrays have become the solution. */
#include "apps/fft/operations/slopes.h"

#include "apps/common/exchange.h"
#include "base/fail.h"
#include "io/array/read.h"
#include "io/array/write.h"
#include <cornerturn/memory.h>
#include <cornerturn/poisson.h>

#include <stdio.h>

static const char *slope_name(const fft_job *job, int axis) {
    static char names[CT_MAX_AXES][512];
    (void)snprintf(names[axis], sizeof names[axis], "%s_dx%d", job->config.output_dataset, axis);
    return names[axis];
}

static int is_wanted(const fft_job *job) {
    return job->config.operation == FFT_POISSON && job->config.gradient;
}

static int has_slope(const fft_job *job, int axis) {
    return job->shape.poisson.boundary[axis] != CT_BOUNDARY_NONE;
}

int fft_job_datasets(const fft_job *job, const char *names[1 + CT_MAX_AXES]) {
    int count = 0;
    names[count++] = job->config.output_dataset;
    for (int axis = 0; is_wanted(job) && axis < job->shape.output.axes; axis++) {
        if (has_slope(job, axis)) {
            names[count++] = slope_name(job, axis);
        }
    }
    return count;
}

ct_status fft_job_slopes_create(fft_job *job) {
    const fft_array *output = &job->shape.output;
    ct_status status = CT_OK;
    if (!is_wanted(job)) {
        return CT_OK;
    }
    for (int axis = 0; axis < output->axes; axis++) {
        CT_TRY(has_slope(job, axis)
                   ? ct_array_add_numbers(job->file, slope_name(job, axis), output->axes,
                                          output->extent, output->number)
                   : CT_OK);
    }
    CT_TRY(ct_array_select(job->file, job->config.output_dataset));
cleanup:
    return status;
}

/* The library's equation has the other sign. */
static void negate(const fft_job *job, ptrdiff_t bytes, void *array) {
    const int is_float = job->shape.problem.precision == CT_FLOAT;
    const ptrdiff_t count = bytes / (ptrdiff_t)(is_float ? sizeof(float) : sizeof(double));
    for (ptrdiff_t i = 0; i < count; i++) {
        if (is_float) {
            ((float *)array)[i] = -((float *)array)[i];
        } else {
            ((double *)array)[i] = -((double *)array)[i];
        }
    }
}

static ct_status make_plan(fft_job *job, ct_poisson_plan **plan) {
    char text[JOB_EXCHANGE_BYTES];
    const ct_fft_options options = {
        .rigour = (ct_rigour)job->config.rigour,
        .wisdom_file = job->wisdom_file,
        .exchange = job_exchange_options(&job->config.exchange, job->options.check, text)};
    return ct_poisson_plan_create(job->comm, &job->shape.poisson, &options, plan);
}

static ct_status write_slope(fft_job *job, ct_poisson_plan *plan, int axis, const void *f,
                             void *slope) {
    const ct_box box = ct_poisson_box(plan);
    const char *name = slope_name(job, axis);
    ct_status status = CT_OK;
    CT_TRY(ct_poisson_gradient(plan, axis, f, slope));
    negate(job, ct_poisson_bytes(plan), slope);
    CT_TRY(ct_array_select(job->file, name));
    CT_TRY(ct_array_write(job->file, &box, slope, NULL));
    CT_TRY(fft_job_attributes(job, name));
cleanup:
    return status;
}

ct_status fft_job_slopes_write(fft_job *job) {
    const fft_config *config = &job->config;
    ct_poisson_plan *plan = NULL;
    void *arrays[2] = {NULL, NULL}; /* the right side, a derivative */
    ct_status status = CT_OK;
    if (!is_wanted(job)) {
        return CT_OK;
    }
    CT_TRY(make_plan(job, &plan));
    for (int i = 0; i < 2; i++) {
        CT_TRY(ct_alloc(job->comm, ct_poisson_bytes(plan), &arrays[i]));
    }
    const ct_box box = ct_poisson_box(plan);
    CT_TRY(ct_array_read_numbers(job->comm, config->input, config->input_dataset,
                                 job->shape.input.number, &box, arrays[0], NULL));
    for (int axis = 0; axis < job->shape.output.axes; axis++) {
        CT_TRY(has_slope(job, axis) ? write_slope(job, plan, axis, arrays[0], arrays[1]) : CT_OK);
    }
cleanup:
    ct_free(&arrays[0]);
    ct_free(&arrays[1]);
    ct_poisson_plan_destroy(&plan);
    return status;
}
