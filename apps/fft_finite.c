/* Numbers that are not finite: looked for in what is read and in what will be written. */
#include "apps/fft_job.h"

#include "apps/job_lists.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "kernels/survey.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <float.h>
#include <inttypes.h>
#include <string.h>

const char *const fft_found_names[FFT_FINDINGS] = {"input", "second", "spectrum", "result"};

/* This rank's part of an array: its box in the order of the dataset, and its numbers. */
typedef struct part {
    const fft_array *array;
    ct_box stored;
    ct_precision precision;
    int parts; /* real numbers to an element */
    const void *numbers;
} part;

static part part_of(const fft_job *job, const fft_array *array, const ct_box *box,
                    const void *numbers) {
    const ct_precision precision = job->shape.problem.precision;
    return (part){array, fft_array_box(array, box), precision,
                  strstr(array->number, "complex") != NULL ? 2 : 1, numbers};
}

/* The place in the dataset, in C order, of an element of a box. */
static int64_t place_of(const part *p, ptrdiff_t element) {
    int64_t place = 0;
    int64_t stride = 1;
    for (int i = p->stored.axes - 1; i >= 0; i--) {
        place += (p->stored.first[i] + element % p->stored.count[i]) * stride;
        stride *= p->array->extent[p->array->order[i]];
        element /= p->stored.count[i];
    }
    return place;
}

/* Looks at all parts of an array, and where that finds something once more, to count it. *first is
 * the place of the first such element. Collective. */
static ct_status look(fft_job *job, const part *p, fft_finding *found, int64_t *first) {
    const ct_survey_passes *passes = ct_survey_passes_of(p->precision);
    const double start_s = MPI_Wtime();
    const ptrdiff_t elements = ct_box_elements(&p->stored);
    const ct_survey mine = passes->survey(p->numbers, elements * p->parts);
    double most[2] = {mine.largest, !mine.is_finite};
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, job->comm));
    *found = (fft_finding){fft_array_elements(p->array), 0, most[0]};
    *first = INT64_MAX;
    if (most[1] > 0) {
        ptrdiff_t at = 0;
        double count = (double)passes->not_finite(p->numbers, elements, p->parts, &at);
        *first = count > 0 ? place_of(p, at) : INT64_MAX;
        CT_MPI(MPI_Allreduce(&count, &found->not_finite, 1, MPI_DOUBLE, MPI_SUM, job->comm));
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, first, 1, MPI_INT64_T, MPI_MIN, job->comm));
    }
    job->finite_seconds += MPI_Wtime() - start_s;
    job->finite_s = ct_spread_over(job->comm, job->finite_seconds);
cleanup:
    return status;
}

/* "[0, 3, 1]", as Python indexes the dataset. Returns `text`. */
static const char *index_text(const fft_array *array, int64_t place, char text[JOB_COUNTS_BYTES]) {
    ptrdiff_t index[CT_MAX_AXES] = {0};
    for (int i = array->axes - 1; i >= 0; i--) {
        index[i] = (ptrdiff_t)(place % array->extent[array->order[i]]);
        place /= array->extent[array->order[i]];
    }
    return job_write_counts(array->axes, index, ", ", text);
}

/* Whether a dataset that was read as floats has finite numbers alone: the largest of them, else 0.
 * Collective. */
static ct_status largest_double(fft_job *job, const char *file, const char *dataset, const part *p,
                                double *largest) {
    const ct_box box = fft_array_clip(p->array, &p->stored);
    const ptrdiff_t count = ct_box_elements(&box) * p->parts;
    void *doubles = NULL;
    double most[2] = {0, 1};
    ct_status status = CT_OK;
    CT_TRY(
        ct_agree(job->comm, ct_alloc(MPI_COMM_SELF, count * (ptrdiff_t)sizeof(double), &doubles)));
    CT_TRY(ct_array_read_numbers(job->comm, file, dataset, p->parts == 2 ? "complex128" : "float64",
                                 &box, doubles, NULL));
    const ct_survey mine = ct_survey_double.survey(doubles, count);
    most[0] = mine.largest;
    most[1] = !mine.is_finite;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, most, 2, MPI_DOUBLE, MPI_MAX, job->comm));
    *largest = most[1] > 0 ? 0 : most[0];
cleanup:
    ct_free(&doubles);
    return status;
}

/* Looks at a dataset that was read. */
static ct_status check_read(fft_job *job, fft_found which, const char *file, const char *dataset,
                            const part *p) {
    fft_finding *found = &job->found[which];
    char at[JOB_COUNTS_BYTES];
    int64_t first = 0;
    double largest = 0;
    ct_status status = CT_OK;
    CT_TRY(look(job, p, found, &first));
    if (found->not_finite == 0 || !job->config.finite) {
        goto cleanup;
    }
    if (p->precision == CT_FLOAT) {
        CT_TRY(largest_double(job, file, dataset, p, &largest));
    }
    if (largest > 0) {
        CT_FAIL(CT_ERROR_FILE,
                "%s: dataset \"%s\" has values up to %.3g, and transform.precision float holds "
                "those up to %.3g; allowed: transform.precision: double, smaller values, or "
                "verify.finite: false, which takes them as infinite",
                file, dataset, largest, (double)FLT_MAX);
    }
    CT_FAIL(CT_ERROR_FILE,
            "%s: dataset \"%s\" has %.17g NaN or infinite values of %.17g, the first at [%s]; "
            "allowed: finite ones, or any with verify.finite: false",
            file, dataset, found->not_finite, found->elements, index_text(p->array, first, at));
cleanup:
    return status;
}

ct_status fft_job_check_input(fft_job *job) {
    const fft_config *config = &job->config;
    const ct_box box = ct_fft_input_box(job->plan);
    const part input = part_of(job, &job->shape.input, &box, job->input);
    ct_status status = CT_OK;
    CT_TRY(check_read(job, FFT_INPUT, config->input, config->input_dataset, &input));
    if (job->second_plan != NULL) {
        const ct_box second_box = ct_fft_input_box(job->second_plan);
        const part second = part_of(job, &job->shape.other, &second_box, job->second);
        CT_TRY(check_read(job, FFT_SECOND, config->second, config->second_dataset, &second));
    }
cleanup:
    return status;
}

/* Looks at what was computed. Where all that was read is finite, numbers left their range. */
static ct_status check_computed(fft_job *job, fft_found which, const part *p) {
    const fft_config *config = &job->config;
    const fft_finding *found = &job->found[which];
    const int is_float = p->precision == CT_FLOAT;
    const double largest = job->found[FFT_INPUT].largest > job->found[FFT_SECOND].largest
                               ? job->found[FFT_INPUT].largest
                               : job->found[FFT_SECOND].largest;
    int64_t first = 0;
    char at[JOB_COUNTS_BYTES];
    ct_status status = CT_OK;
    CT_TRY(look(job, p, &job->found[which], &first));
    if (found->not_finite > 0 && config->finite) {
        CT_FAIL(
            CT_ERROR_FILE,
            "%s: dataset \"%s\": the %s has %.17g NaN or infinite values of %.17g, the first at "
            "[%s]: the values that were read, up to %.3g, are finite, but sums and products of "
            "them are beyond %.3g, the largest of %s precision; allowed: %svalues on a smaller "
            "scale, or any with verify.finite: false",
            config->input, config->input_dataset, fft_found_names[which], found->not_finite,
            found->elements, index_text(p->array, first, at), largest,
            is_float ? (double)FLT_MAX : DBL_MAX, is_float ? "single" : "double",
            is_float ? "transform.precision: double, " : "");
    }
cleanup:
    return status;
}

ct_status fft_job_check_spectrum(fft_job *job) {
    const int is_result = job->config.operation == FFT_TRANSFORM;
    if (!is_result && !job->config.round_trip) {
        return CT_OK;
    }
    /* Of an operation it is no dataset: places are told in the order of its axes. */
    const ct_box box = ct_fft_output_box(job->plan);
    fft_array spectrum = job->shape.output;
    if (!is_result) {
        const int is_complex = ct_fft_extents(&job->shape.problem, 1, spectrum.extent);
        spectrum.axes = job->shape.problem.axes;
        fft_array_type(&spectrum, is_complex, job->shape.problem.precision);
    }
    const part p = part_of(job, &spectrum, &box, job->spectrum);
    return check_computed(job, is_result ? FFT_RESULT : FFT_SPECTRUM, &p);
}

ct_status fft_job_check_result(fft_job *job) {
    if (job->config.operation == FFT_TRANSFORM || job->power != NULL) {
        return CT_OK; /* looked at as the spectrum; bins add up to what the input has */
    }
    const part p = part_of(job, &job->shape.output, &job->output_box, job->output);
    return check_computed(job, FFT_RESULT, &p);
}

int fft_job_is_finite(const fft_job *job) {
    double all = 0;
    for (int i = 0; i < FFT_FINDINGS; i++) {
        all += job->found[i].not_finite;
    }
    return all == 0;
}
