/* The work of a run up to the spectrum: reading, transforming, verifying. */
#include "apps/fft/transform.h"

#include "apps/fft/finite.h"
#include "apps/fft/shape/kinds.h"
#include "base/escape.h"
#include "base/fail.h"
#include "base/mpi.h"
#include "io/array/read.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>
#include <float.h>
#include <math.h>
#include <string.h>

double fft_job_seconds(const ct_fft_plan *plan) {
    double sum_s = 0;
    for (int phase = 0; phase < ct_fft_phases(plan); phase++) {
        sum_s += ct_fft_seconds(plan, phase);
    }
    return sum_s;
}

/* Shows how far a transform is. */
static void show(void *context, double done) {
    const fft_job *job = context;
    ct_progress_update(job->progress, done * fft_job_array_bytes(job));
}

ct_status fft_job_transform(fft_job *job, ct_fft_plan *plan, const char *name, const void *from,
                            void *into) {
    ct_status status = CT_OK;
    fft_job_begin(job, name, fft_job_array_bytes(job));
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "barrier");
    CT_MPI(MPI_Barrier(job->comm)); /* waiting for the last reader is no part of the transform */
    ct_span_end(&wait);
    ct_fft_watch(plan, show, job);
    CT_TRY(ct_fft_execute(plan, from, into));
    (void)fft_job_end_alone(job);
cleanup:
    return status;
}

ct_status fft_job_alloc(const fft_job *job, ptrdiff_t bytes, void **array) {
    return job->sharers == MPI_COMM_SELF
               ? ct_agree(job->comm, ct_alloc(MPI_COMM_SELF, bytes, array))
               : ct_alloc(job->sharers, bytes, array);
}

/* Allocates a plan's input and output. Pages are mapped at the first write. */
static ct_status make_arrays(fft_job *job, const ct_fft_plan *plan, void **input, void **output) {
    ct_status status = CT_OK;
    CT_TRY(fft_job_alloc(job, ct_fft_input_bytes(plan), input));
    CT_TRY(fft_job_alloc(job, ct_fft_output_bytes(plan), output));
cleanup:
    return status;
}

/* One array for both sides: nothing asks for the input when it is transformed. */
static ct_status make_array(fft_job *job) {
    const ptrdiff_t before_bytes = ct_fft_input_bytes(job->plan);
    const ptrdiff_t after_bytes = ct_fft_output_bytes(job->plan);
    ct_status status = CT_OK;
    CT_TRY(
        fft_job_alloc(job, before_bytes > after_bytes ? before_bytes : after_bytes, &job->input));
    job->spectrum = job->input;
cleanup:
    return status;
}

/* Copies the elements of `part` to their places in `box`, of which it is a part. */
static void place(const ct_box *part, const ct_box *box, size_t element_bytes, const char *from,
                  char *into) {
    const int last = box->axes - 1;
    const size_t row_bytes = (size_t)part->count[last] * element_bytes;
    const ptrdiff_t rows =
        ct_box_elements(part) > 0 ? ct_box_elements(part) / part->count[last] : 0;
    for (ptrdiff_t row = 0; row < rows; row++) {
        ptrdiff_t rest = row;
        ptrdiff_t offset = part->first[last] - box->first[last];
        ptrdiff_t stride = box->count[last];
        for (int a = last - 1; a >= 0; a--) {
            offset += (part->first[a] - box->first[a] + rest % part->count[a]) * stride;
            stride *= box->count[a];
            rest /= part->count[a];
        }
        memcpy(into + (size_t)offset * element_bytes, from + (size_t)row * row_bytes, row_bytes);
    }
}

/* Reads the second dataset and pads it with zeros beyond its extents. */
static ct_status read_second(fft_job *job) {
    const fft_config *config = &job->config;
    const fft_array *other = &job->shape.other;
    const ct_box box = ct_fft_input_box(job->second_plan);
    const ct_box part = fft_array_clip(other, &box);
    void *elements = NULL;
    ct_status status = CT_OK;
    CT_TRY(ct_agree(job->comm, ct_alloc(MPI_COMM_SELF,
                                        ct_box_elements(&part) * other->element_bytes, &elements)));
    CT_TRY(ct_array_read_numbers(job->comm, config->second, config->second_dataset, other->number,
                                 &part, elements, job->progress));
    memset(job->second, 0, (size_t)ct_fft_input_bytes(job->second_plan));
    place(&part, &box, (size_t)other->element_bytes, elements, job->second);
cleanup:
    ct_free(&elements);
    return status;
}

static ct_status read_input(fft_job *job) {
    const fft_config *config = &job->config;
    const ct_box box = ct_fft_input_box(job->plan);
    const ct_box stored = fft_array_box(&job->shape.input, &box);
    ct_status status = CT_OK;
    if (job->in_place) {
        CT_TRY(make_array(job));
    } else {
        CT_TRY(make_arrays(job, job->plan, &job->input, &job->spectrum));
    }
    if (job->second_plan != NULL) {
        CT_TRY(make_arrays(job, job->second_plan, &job->second, &job->second_spectrum));
    }
    ct_laps_end(&job->laps, "memory");
    fft_job_begin(job, "read",
                  fft_array_elements(&job->shape.input) * (double)job->shape.input.element_bytes);
    CT_TRY(ct_array_read_numbers(job->comm, config->input, config->input_dataset,
                                 job->shape.input.number, &stored, job->input, job->progress));
    if (job->second_plan != NULL) {
        CT_TRY(read_second(job));
    }
    job->read_s = fft_job_end(job);
cleanup:
    return status;
}

int fft_job_can_be_in_place(const fft_job *job) {
    const fft_array *input = &job->shape.input;
    const fft_array *output = &job->shape.output;
    return job->config.operation == FFT_TRANSFORM && !job->config.round_trip &&
           strcmp(input->number, output->number) == 0 &&
           memcmp(input->extent, output->extent, sizeof input->extent) == 0 &&
           memcmp(input->order, output->order, sizeof input->order) == 0;
}

int fft_job_can_go_back(const fft_job *job) {
    const ct_fft_problem *problem = &job->shape.problem;
    ct_fft_problem whole = *problem;
    ptrdiff_t modes[CT_MAX_AXES] = {0};
    ptrdiff_t all[CT_MAX_AXES] = {0};
    int can = 1;
    memset(whole.modes, 0, sizeof whole.modes);
    (void)ct_fft_extents(problem, 1, modes);
    (void)ct_fft_extents(&whole, 1, all);
    for (int a = 0; a < problem->axes; a++) {
        const int is_padded = problem->length[a] > problem->extent[a];
        can = can && (job->config.direction == CT_FORWARD ? modes[a] == all[a] : !is_padded);
    }
    return can;
}

/* Whether rounding errors of numbers of this magnitude may be subnormal, so that relative
 * accuracy is lost. */
static int are_tiny(const fft_job *job, double largest) {
    const int is_float = job->shape.problem.precision == CT_FLOAT;
    return largest < (is_float ? (double)FLT_MIN / FLT_EPSILON : DBL_MIN / DBL_EPSILON);
}

/* Why the input did not come back. */
static ct_status refuse(const fft_job *job, double allowed) {
    const fft_config *config = &job->config;
    const double error = job->round_trip_error;
    const double transformed =
        job->found[config->operation == FFT_TRANSFORM ? FFT_RESULT : FFT_SPECTRUM].largest;
    if (are_tiny(job, job->found[FFT_INPUT].largest) || are_tiny(job, transformed)) {
        return ct_raise(
            CT_ERROR_FILE,
            "%s: dataset \"%s\": what comes back from its transform differs by %.3g: "
            "numbers up to %.3g, transformed up to %.3g, have too few digits in "
            "%s precision (scale them; verify.round_trip: false takes them as they are)",
            ct_escaped(config->input), ct_escaped(config->input_dataset), error,
            job->found[FFT_INPUT].largest, transformed,
            job->shape.problem.precision == CT_FLOAT ? "single" : "double");
    }
    if (config->direction == CT_INVERSE && strstr(job->shape.output.number, "complex") == NULL) {
        return ct_raise(
            CT_ERROR_FILE,
            "%s: dataset \"%s\" is not the spectrum of a real array: what r2c makes of the "
            "result differs by %.3g (verify.round_trip: false takes what is real of it)",
            ct_escaped(config->input), ct_escaped(config->input_dataset), error);
    }
    return ct_raise(CT_ERROR_INTERNAL,
                    "the transform does not give its input back: relative error %.3g, allowed %.3g",
                    error, allowed);
}

/* What a transform may lose, relative to its input: all is rounded in each exchange, of which there
 * is one before or after each phase at most. */
static double allowed_error(const fft_job *job) {
    const double unit = job->shape.problem.precision == CT_FLOAT ? 5e-7 : 1e-14;
    const double rounding = job->config.exchange.precision == CT_MESSAGES_EXACT ? 0 : ldexp(1, -24);
    return unit * (1 + log2(fft_transformed(&job->shape.problem))) +
           rounding * (1 + ct_fft_phases(job->plan));
}

/* Compares the inverse transform with the input; an error prevents any output. */
static ct_status verify(fft_job *job) {
    const double allowed = allowed_error(job);
    ct_status status = CT_OK;
    job->is_checked = job->config.round_trip && fft_job_can_go_back(job) && fft_job_is_finite(job);
    if (!job->is_checked) {
        return CT_OK;
    }
    fft_job_begin(job, "verify", 0);
    CT_TRY(ct_fft_round_trip_error(job->plan, job->input, job->spectrum, &job->round_trip_error));
    job->verify_s = fft_job_end(job);
    CT_TRY(job->round_trip_error <= allowed ? CT_OK : refuse(job, allowed));
cleanup:
    return status;
}

ct_status fft_job_forward(fft_job *job) {
    ct_status status = CT_OK;
    CT_TRY(read_input(job));
    CT_TRY(fft_job_check_input(job));
    CT_TRY(fft_job_transform(job, job->plan, "transform", job->input, job->spectrum));
    for (int phase = 0; phase < ct_fft_phases(job->plan); phase++) {
        job->phase_s[phase] = ct_spread_over(job->comm, ct_fft_seconds(job->plan, phase));
    }
    job->transform_s = ct_spread_over(job->comm, fft_job_seconds(job->plan));
    job->output = job->spectrum;
    job->output_box = ct_fft_output_box(job->plan);
    CT_TRY(fft_job_check_spectrum(job));
    CT_TRY(verify(job));
cleanup:
    return status;
}
