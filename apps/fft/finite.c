/* Numbers that are not finite: looked for in what is read and in what will be written. */
#include "apps/fft/finite.h"

#include "apps/common/lists.h"
#include "base/escape.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "trace/clock.h"
#include <float.h>
#include <math.h>
#include <string.h>

const char *const fft_array_names[FFT_FINDINGS] = {"input", "second", "spectrum", "result"};

static job_numbers numbers_of(const fft_job *job, const fft_array *array, const ct_box *box,
                              const void *at) {
    return (job_numbers){fft_array_box(array, box), job->shape.problem.precision,
                         strstr(array->number, "complex") != NULL ? 2 : 1, at};
}

/* Looks at an array, by the clock. Collective. */
static ct_status look(fft_job *job, const job_numbers *numbers, job_finding *found) {
    const double start_s = ct_clock_s();
    const ct_status status = job_find_not_finite(job->comm, numbers, found);
    job->finite_seconds += ct_clock_s() - start_s;
    job->finite_s = ct_spread_over(job->comm, job->finite_seconds);
    ct_laps_end(&job->laps, "look_for_nan");
    return status;
}

/* Looks at a dataset that was read. Of the second, what is in memory beyond its extents is 0. */
static ct_status check_read(fft_job *job, fft_found which, const char *file, const char *dataset,
                            const fft_array *array, job_numbers numbers) {
    const job_source source = {
        file,         dataset, "", "transform.precision", ", or any with verify.finite: false",
        CT_ERROR_FILE};
    job_finding *found = &job->found[which];
    ct_status status = CT_OK;
    CT_TRY(look(job, &numbers, found));
    found->elements = fft_array_elements(array);
    if (found->not_finite > 0 && job->config.finite) {
        numbers.box = fft_array_clip(array, &numbers.box);
        CT_TRY(job_refuse(job->comm, &source, &numbers, found));
    }
cleanup:
    return status;
}

ct_status fft_job_check_input(fft_job *job) {
    const fft_config *config = &job->config;
    const ct_box box = ct_fft_input_box(job->plan);
    const fft_array *input = &job->shape.input;
    const fft_array *other = &job->shape.other;
    ct_status status = CT_OK;
    CT_TRY(check_read(job, FFT_INPUT, config->input, config->input_dataset, input,
                      numbers_of(job, input, &box, job->input)));
    if (job->second_plan != NULL) {
        const ct_box second_box = ct_fft_input_box(job->second_plan);
        CT_TRY(check_read(job, FFT_SECOND, config->second, config->second_dataset, other,
                          numbers_of(job, other, &second_box, job->second)));
    }
cleanup:
    return status;
}

/* What makes numbers large. */
static const char *made_of(const fft_job *job, fft_found which) {
    const int has_wavenumbers =
        job->config.operation == FFT_FILTER || job->config.operation == FFT_POISSON;
    return which == FFT_RESULT && has_wavenumbers
               ? "sums of them, and products with wavenumbers of grid.spacing,"
               : "sums and products of them";
}

/* Adds what is not at hand of a half spectrum. Collective. */
static ct_status count_conjugates(fft_job *job, job_finding *found) {
    const fft_half half = fft_job_half(job);
    ct_status status = CT_OK;
    found->elements = fft_array_elements(&job->shape.output);
    if (found->not_finite > 0) {
        double more = fft_mirror_not_finite(&half);
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &more, 1, MPI_DOUBLE, MPI_SUM, job->comm));
        found->not_finite += more;
    }
cleanup:
    return status;
}

/* Looks at what was computed. Where all that was read is finite, numbers left their range. */
static ct_status check_computed(fft_job *job, fft_found which, const job_numbers *numbers) {
    const fft_config *config = &job->config;
    job_finding *found = &job->found[which];
    const int is_float = numbers->precision == CT_FLOAT;
    const double largest = fmax(job->found[FFT_INPUT].largest, job->found[FFT_SECOND].largest);
    char index[JOB_COUNTS_BYTES];
    ct_status status = CT_OK;
    CT_TRY(look(job, numbers, found));
    if (job->shape.mirror >= 0) {
        CT_TRY(count_conjugates(job, found));
    }
    if (found->not_finite > 0 && config->finite) {
        CT_FAIL(CT_ERROR_FILE,
                "%s: dataset \"%s\": the %s has %.17g NaN or infinite values of %.17g, the first "
                "at [%s]: the values that were read, up to %.3g, are finite, but %s are beyond "
                "%.3g, the largest of %s precision; allowed: %svalues on a smaller scale, or any "
                "with verify.finite: false",
                ct_escaped(config->input), ct_escaped(config->input_dataset),
                fft_array_names[which], found->not_finite, found->elements,
                job_write_counts(numbers->box.axes, found->first, ", ", index), largest,
                made_of(job, which), is_float ? (double)FLT_MAX : DBL_MAX,
                is_float ? "single" : "double", is_float ? "transform.precision: double, " : "");
    }
cleanup:
    return status;
}

ct_status fft_job_check_spectrum(fft_job *job) {
    const int is_result = job->config.operation == FFT_TRANSFORM;
    const int is_summed = job->config.operation == FFT_POWER;
    if (!is_result && !is_summed && !job->config.round_trip) {
        return CT_OK; /* what is made of it is looked at */
    }
    /* Of an operation it is no dataset: places are told in the order of its axes. */
    const ct_box box = ct_fft_output_box(job->plan);
    fft_array spectrum = job->shape.output;
    if (!is_result) {
        const int is_complex = ct_fft_extents(&job->shape.problem, 1, spectrum.extent);
        spectrum.axes = job->shape.problem.axes;
        fft_array_type(&spectrum, is_complex, job->shape.problem.precision);
    }
    const job_numbers numbers = numbers_of(job, &spectrum, &box, job->spectrum);
    return check_computed(job, is_result ? FFT_RESULT : FFT_SPECTRUM, &numbers);
}

ct_status fft_job_check_result(fft_job *job) {
    if (job->config.operation == FFT_TRANSFORM || job->power != NULL) {
        return CT_OK; /* looked at as the spectrum; bins add up to what that has */
    }
    const job_numbers numbers = numbers_of(job, &job->shape.output, &job->output_box, job->output);
    return check_computed(job, FFT_RESULT, &numbers);
}

int fft_job_is_finite(const fft_job *job) {
    double all = 0;
    for (int i = 0; i < FFT_FINDINGS; i++) {
        all += job->found[i].not_finite;
    }
    return all == 0;
}
