/* One rank: all axes by one plan of FFTW's, where that is faster than stages. */
#include "fft/plan.h"

#include <cornerturn/memory.h>

/* Up to these sizes, about those of a last-level cache, FFTW's own plan was the faster one (128^3
 * r2c: 8.1 ms, stages 10.3; 256^3 c2c: 185 ms, stages 120). */
enum { REAL_MOST_BYTES = 64 << 20, COMPLEX_MOST_BYTES = 8 << 20 };

/* Whether a length has no other prime factors than FFTW has codelets for: with others it plans for
 * many seconds (181 x 217 x 181: 9 s). */
static int is_smooth(ptrdiff_t length) {
    for (ptrdiff_t factor = 2; factor <= 7; factor++) {
        while (length % factor == 0) {
            length /= factor;
        }
    }
    return length == 1;
}

/* Bytes up to which the problem, as it is, suits FFTW: forward or c2c, dense, nothing padded or cut
 * off. A cosine or sine among the kinds does not, nor does a spectrum in another order. */
static ptrdiff_t most_bytes(const ct_fft_plan *plan) {
    const ct_fft_shape *shape = &plan->shape;
    ptrdiff_t most = COMPLEX_MOST_BYTES;
    for (int a = 0; a < shape->axes; a++) {
        const ct_fft_axis *axis = &shape->axis[a];
        int is_real = axis->kind == CT_FFT_R2C;
        ptrdiff_t modes = is_real ? axis->length / 2 + 1 : axis->length;
        if (axis->kind > CT_FFT_R2C || axis->points != axis->length || axis->modes != modes ||
            !is_smooth(axis->length) || plan->array.order[a] != a || plan->spectrum.order[a] != a ||
            (is_real && (a != shape->axes - 1 || plan->options.direction != CT_FORWARD ||
                         plan->options.in_place))) {
            return 0;
        }
        most = is_real ? REAL_MOST_BYTES : most;
    }
    return most;
}

int ct_fft_is_whole(const ct_fft_plan *plan) {
    ptrdiff_t bytes = ct_fft_layout_bytes(&plan->array, 0);
    return plan->size == 1 && plan->threads == 1 && plan->options.rigour != CT_ESTIMATE &&
           bytes > 0 && bytes <= most_bytes(plan);
}

/* Spans of the axes, those that are transformed first. */
static ct_fft_whole_job job_of(const ct_fft_plan *plan) {
    const ct_fft_shape *shape = &plan->shape;
    int forward = plan->options.direction == CT_FORWARD;
    ct_fft_whole_job job = {.class = CT_CLASS_C2C, .direction = plan->options.direction};
    ptrdiff_t from = 1;
    ptrdiff_t into = 1;
    for (int a = shape->axes - 1; a >= 0; a--) {
        const ct_fft_axis *axis = &shape->axis[a];
        ct_fft_span span = {axis->length, from, into};
        if (axis->kind == CT_FFT_NONE) {
            job.many[job.batches++] = span;
        } else { /* FFTW's last axis is the real one */
            for (int i = job.axes++; i > 0; i--) {
                job.axis[i] = job.axis[i - 1];
            }
            job.axis[0] = span;
        }
        job.class = axis->kind == CT_FFT_R2C ? CT_CLASS_R2C : job.class;
        from *= forward ? axis->points : axis->modes;
        into *= forward ? axis->modes : axis->points;
    }
    return job;
}

int ct_fft_whole_plan(ct_fft_plan *plan, unsigned flags) {
    ct_fft_whole_job job = job_of(plan);
    void *array[2] = {NULL, NULL};
    int in_place = plan->options.in_place;
    if (plan->whole == NULL &&
        ct_alloc(MPI_COMM_SELF, ct_fft_input_bytes(plan), &array[0]) == CT_OK &&
        (in_place || ct_alloc(MPI_COMM_SELF, ct_fft_output_bytes(plan), &array[1]) == CT_OK)) {
        plan->whole = plan->fftw->plan_whole(&job, array[0], array[!in_place], flags);
        plan->whole_class = job.class;
    }
    ct_free(&array[0]);
    ct_free(&array[1]);
    return plan->whole != NULL;
}

void ct_fft_whole_run(const ct_fft_plan *plan) {
    void *output = plan->address[CT_FFT_OUTPUT][0];
    plan->fftw->run(plan->whole_class, plan->whole, plan->address[CT_FFT_INPUT][0], output);
    if (plan->factor != 1) {
        ptrdiff_t real_bytes = plan->problem.precision == CT_FLOAT ? sizeof(float) : sizeof(double);
        plan->fftw->scale(output, ct_fft_output_bytes(plan) / real_bytes, plan->factor);
    }
}
