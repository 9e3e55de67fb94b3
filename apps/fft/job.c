#include "apps/fft/job.h"

#include "apps/fft/operations/coordinates.h"
#include "apps/fft/shape/kinds.h"
#include "base/fail.h"
#include "io/array/file.h"
#include "io/array/metadata.h"
#include "io/run/watch.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <cornerturn/version.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

double fft_job_array_bytes(const fft_job *job) {
    const fft_shape *shape = &job->shape;
    const fft_array *array = job->config.direction == CT_FORWARD ? &shape->input : &shape->output;
    return fft_array_elements(array) * (double)array->element_bytes;
}

const char *fft_job_words(const fft_job *job) {
    const fft_config *config = &job->config;
    switch ((fft_operation)config->operation) {
    case FFT_TRANSFORM:
        return config->direction == CT_FORWARD ? "forward" : "inverse";
    case FFT_FILTER:
        return fft_filters[config->filter];
    default:
        return fft_operations[config->operation];
    }
}

fft_half fft_job_half(const fft_job *job) {
    const ct_box box = ct_fft_output_box(job->plan);
    return (fft_half){&job->shape, fft_array_box(&job->shape.output, &box), job->spectrum};
}

void fft_job_begin(fft_job *job, const char *phase, double bytes) {
    ct_laps_end(&job->laps, "between");
    job->phase = phase;
    ct_progress_begin(job->progress, phase, bytes);
}

double fft_job_end_alone(fft_job *job) {
    ct_laps_end(&job->laps, job->phase);
    return ct_progress_end(job->progress);
}

ct_spread fft_job_end(fft_job *job) {
    const double seconds = fft_job_end_alone(job);
    return ct_spread_over(job->comm, seconds);
}

ct_status fft_job_load(fft_job *job, int argc, char **argv) {
    ct_status status = CT_OK;
    CT_TRY(job_start(&fft_program, job->comm, argc, argv, &job->options, &job->config,
                     &job->config_text));
    if (job->options.leave) {
        goto cleanup;
    }
    if (job->config.xdmf && job->config.operation != FFT_POWER) {
        CT_TRY(ct_agree(job->comm, ct_xdmf_path(job->config.output, &job->xdmf_file)));
    }
    job->report_file = job_report_file(&job->options, job->config.report);
    job->progress = job_progress_create(&job->options);
    ct_watch_begin(job->comm, job->options.check ? 0 : job->config.stall_s);
cleanup:
    return status;
}

/* What the result is, as a formula. */
static const char *definition_of(const fft_job *job) {
    const fft_config *config = &job->config;
    switch ((fft_operation)config->operation) {
    case FFT_TRANSFORM:
        return config->direction == CT_FORWARD
                   ? "factor * sum over x of input(x) exp(-2 pi i k x / n), k = 0 first, negative "
                     "k in the upper half; cosine and sine transforms as FFTW defines them"
                   : "factor * sum over k of input(k) exp(+2 pi i k x / n); cosine and sine "
                     "transforms as FFTW defines them";
    case FFT_CONVOLVE:
        return "sum over m of input(x - m) second(m)";
    case FFT_CORRELATE:
        return "sum over m of input(x + m) conj(second(m))";
    case FFT_POISSON:
        return "u with Laplacian of u = input - its mean, where that must be 0";
    default:
        return "input by way of its spectrum";
    }
}

/* "x0 x1 x2". */
enum { AXES_BYTES = 3 * CT_MAX_AXES + 1 };

/* What the last axis of the result has one after the other. Returns `text`. */
static const char *components_of(const fft_job *job, char text[AXES_BYTES]) {
    text[0] = '\0';
    for (int i = 0; i < job->shape.components; i++) {
        const size_t used = strlen(text);
        (void)snprintf(text + used, AXES_BYTES - used, "%sx%d", i > 0 ? " " : "",
                       job->shape.component[i]);
    }
    return text;
}

ct_status fft_job_attributes(fft_job *job, const char *dataset) {
    const fft_config *config = &job->config;
    const fft_array *output = &job->shape.output;
    const int is_spectrum = config->operation == FFT_TRANSFORM && config->direction == CT_FORWARD;
    const double factor = ct_fft_factor(job->plan);
    const ct_fft_problem *problem = &job->shape.problem;
    double spacing[CT_MAX_AXES] = {0};
    double points[CT_MAX_AXES] = {0};
    char axes[AXES_BYTES] = "";
    char kinds[FFT_KINDS_BYTES];
    char components[AXES_BYTES];
    char software[256];
    char source[PATH_MAX + 1024];
    for (int i = 0; i < problem->axes; i++) {
        const size_t used = strlen(axes);
        (void)snprintf(axes + used, sizeof axes - used, "%s%c%d", i > 0 ? " " : "",
                       is_spectrum ? 'k' : 'x', output->order[i]);
        const int axis = output->order[i];
        spacing[i] = job->shape.spacing[axis];
        points[i] =
            (double)(problem->length[axis] > 0 ? problem->length[axis] : problem->extent[axis]);
    }
    (void)snprintf(software, sizeof software, "cornerturn %s, %s", ct_version(), ct_fft_library());
    (void)snprintf(source, sizeof source, "%s:%s", config->input, config->input_dataset);
    const job_attribute texts[] = {
        {"operation", fft_job_words(job)},
        {"transform", fft_kinds_text(&job->shape, kinds)},
        {"direction", is_spectrum ? "forward" : "inverse"},
        {"definition", definition_of(job)},
        {"normalisation", fft_scalings[config->scaling]},
        {"axes", axes},
        {"source", source},
        {"software", software},
        {"config", job->config_text},
    };
    ct_status status = CT_OK;
    CT_TRY(job_attributes(job->file, dataset, texts, sizeof texts / sizeof *texts));
    if (job->shape.components > 0) {
        CT_TRY(
            ct_array_attribute(job->file, dataset, "components", components_of(job, components)));
    }
    if (job->shape.has_faces) {
        const double axis = job->shape.poisson.faces_axis;
        CT_TRY(ct_array_attribute(job->file, dataset, "coordinates", config->coordinates));
        CT_TRY(ct_array_attribute_reals(job->file, dataset, "coordinates_axis", 1, &axis));
    }
    if (config->operation == FFT_TRANSFORM) {
        CT_TRY(ct_array_attribute_reals(job->file, dataset, "factor", 1, &factor));
    }
    CT_TRY(ct_array_attribute_reals(job->file, dataset, is_spectrum ? "points" : "spacing",
                                    problem->axes, is_spectrum ? points : spacing));
    CT_TRY(fft_job_coordinates(job, dataset));
cleanup:
    return status;
}

void fft_job_free(fft_job *job) {
    ct_watch_end();
    ct_trace_discard();
    if (job->in_place) {
        job->spectrum = NULL;
    }
    ct_fft_plan_destroy(&job->plan);
    ct_fft_plan_destroy(&job->second_plan);
    ct_fft_plan_destroy(&job->back_plan);
    ct_poisson_plan_destroy(&job->systems);
    job_forecast_end(&job->forecast);
    ct_array_discard(&job->file);
    if (!job->has_report) {
        ct_report_discard(&job->report);
    }
    ct_progress_destroy(&job->progress);
    ct_free(&job->input);
    ct_free(&job->spectrum);
    ct_free(&job->second);
    ct_free(&job->second_spectrum);
    ct_free(&job->result);
    free(job->faces);
    free(job->power);
    free(job->modes);
    free(job->wisdom_file);
    free(job->xdmf_file);
    job_end(&fft_program, &job->options, &job->config, job->config_text);
}
