#include "fft/lines/whole/whole.h"

#include "base/fail.h"
#include "fft/lines/whole/choice.h"
#include "fft/numbers.h"
#include "kernels/cache.h"
#include "kernels/stream.h"
#include "kernels/strided.h"
#include <cornerturn/memory.h>
#include <fftw3.h>

#include <stdint.h>

/* Bytes of input or output of a block of fields, and of one of complex lines. */
enum { BLOCK_MOST_BYTES = 128 * 1024, BLOCK_LEAST_BYTES = 16 * 1024, LINES_MOST_BYTES = 16 * 1024 };

/* Axes that FFTW transforms at once, and the memories before and after. */
typedef struct portion {
    int complex_axes, real_axis;
    ct_fft_class class;
    int from_spectrum, into_spectrum;
} portion;

/* All axes at once, or the real axis separately: FFTW's multi-dimensional complex-to-real transform
 * destroys its input, and its real transforms in place need padded arrays. Returns the number of
 * parts. */
static int divide(const ct_fft_plan *plan, portion all[CT_FFT_WHOLES]) {
    const ct_fft_shape *shape = &plan->shape;
    int inverse = plan->options.direction == CT_INVERSE;
    int complex_axes = 0;
    int real_axis = 0;
    for (int a = 0; a < shape->axes; a++) {
        complex_axes = complex_axes || shape->axis[a].kind == CT_FFT_C2C;
        real_axis = real_axis || shape->axis[a].kind == CT_FFT_R2C;
    }
    ct_fft_class class = !real_axis ? CT_CLASS_C2C : inverse ? CT_CLASS_C2R : CT_CLASS_R2C;
    int is_one = !plan->options.in_place && (!inverse || plan->options.destroys_input);
    if (!real_axis || !complex_axes || is_one) {
        all[0] = (portion){complex_axes, real_axis, class, inverse, !inverse};
        return 1;
    }
    all[inverse] = (portion){0, 1, class, inverse, !inverse};
    all[!inverse] = (portion){1, 0, CT_CLASS_C2C, 1, 1};
    return 2;
}

/* FFTW's job: spans of the axes, transformed ones first; of the first axis of a batch a block. */
static ct_fft_whole_job job_of(const ct_fft_plan *plan, const portion *some, int preserves_input) {
    const ct_fft_shape *shape = &plan->shape;
    const ct_box array = ct_ownership_box(&plan->array, plan->rank);
    const ct_box spectrum = ct_ownership_box(&plan->spectrum, plan->rank);
    ct_fft_whole_job job = {.class = some->class,
                            .direction = plan->options.direction,
                            .preserves_input = preserves_input,
                            .is_alone = 1};
    ptrdiff_t from = 1;
    ptrdiff_t into = 1;
    for (int a = shape->axes - 1; a >= 0; a--) {
        const ct_fft_axis *axis = &shape->axis[a];
        int is_taken = (some->complex_axes && axis->kind == CT_FFT_C2C) ||
                       (some->real_axis && axis->kind == CT_FFT_R2C);
        if (!is_taken) {
            const ptrdiff_t count = a == 0 ? plan->blocks.fields : spectrum.count[a];
            job.many[job.batches++] = (ct_fft_span){count, from, into};
        } else { /* FFTW transforms the last axis real */
            for (int i = job.axes++; i > 0; i--) {
                job.axis[i] = job.axis[i - 1];
            }
            job.axis[0] = (ct_fft_span){axis->length, from, into};
        }
        from *= some->from_spectrum ? spectrum.count[a] : array.count[a];
        into *= some->into_spectrum ? spectrum.count[a] : array.count[a];
    }
    return job;
}

/* The least number of blocks of whole fields and cache lines of at most so many bytes; as many as
 * fields if there is none. */
static ptrdiff_t divisor(ptrdiff_t fields, const ptrdiff_t bytes[2], ptrdiff_t most_bytes) {
    const ptrdiff_t most = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    ptrdiff_t count = 1;
    while (count < fields &&
           (fields % count != 0 || most / count > most_bytes ||
            bytes[0] / count % CT_LINE_BYTES != 0 || bytes[1] / count % CT_LINE_BYTES != 0)) {
        count++;
    }
    return count;
}

/* Whether a large batch is of complex lines, from array to array: FFTW passes over them once. */
static int are_lines(const ct_fft_plan *plan) {
    return plan->shape.axes == 2 && plan->shape.axis[1].kind == CT_FFT_C2C &&
           !plan->options.in_place && ct_fft_whole_bytes(plan, 0) >= CT_STREAM_FROM_BYTES;
}

/* Real fields of several axes, so many at once that they stay in the cache: FFTW takes the real
 * axis of all, then the others (10000 of 32 x 32, two ranks: 14.2 ms, in blocks 7.3). Complex lines
 * so that they are written past the cache (10000 of 64: 0.89 ms, in blocks 0.58); of complex fields
 * that gained nothing. All at once if their number has no suitable divisor. */
static ct_fft_blocks blocks_of(const ct_fft_plan *plan) {
    const ptrdiff_t fields = ct_ownership_box(&plan->array, plan->rank).count[0];
    const ptrdiff_t bytes[2] = {ct_fft_whole_bytes(plan, 1), ct_fft_whole_bytes(plan, 0)};
    const ptrdiff_t most = bytes[0] > bytes[1] ? bytes[0] : bytes[1];
    const int is_real = plan->array.element_bytes != plan->spectrum.element_bytes;
    const ptrdiff_t most_bytes = is_real ? BLOCK_MOST_BYTES : LINES_MOST_BYTES;
    const ptrdiff_t least_bytes = is_real ? BLOCK_LEAST_BYTES : 1;
    ptrdiff_t count = 1;
    if (plan->shape.axis[0].kind == CT_FFT_NONE && (is_real || are_lines(plan))) {
        count = divisor(fields, bytes, most_bytes);
        count = most / count < least_bytes || most / count > most_bytes ? 1 : count;
    }
    const int streams = count > 1 && !is_real && bytes[1] / count % CT_LINE_BYTES == 0;
    return (ct_fft_blocks){count, fields / count, {bytes[0] / count, bytes[1] / count}, streams};
}

/* Blocks that FFTW measures within a part of a second, however many there are. Where the number of
 * fields has no suitable divisor they are large fields or, if those are small, all. */
static ct_fft_blocks rival_blocks(const ct_fft_plan *plan) {
    enum { MOST_BYTES = 4 << 20, FIELD_LEAST_BYTES = 64 * 1024, ALL_MOST_BYTES = 64 << 20 };
    const ptrdiff_t fields = ct_ownership_box(&plan->array, plan->rank).count[0];
    const ptrdiff_t bytes[2] = {ct_fft_whole_bytes(plan, 1), ct_fft_whole_bytes(plan, 0)};
    const ptrdiff_t found = fields > 0 ? divisor(fields, bytes, MOST_BYTES) : 1;
    const int are_small = bytes[1] / found < FIELD_LEAST_BYTES && bytes[1] <= ALL_MOST_BYTES;
    const ptrdiff_t count = are_small ? 1 : found;
    return (ct_fft_blocks){count, fields / count, {bytes[0] / count, bytes[1] / count}, 0};
}

ct_status ct_fft_whole_prepare(ct_fft_plan *plan) {
    portion all[CT_FFT_WHOLES];
    ct_fft_fields_job job;
    plan->step[0] = (ct_fft_step){.share = 1, .name = "transform of all axes"};
    plan->steps = 1;
    if (ct_fft_whole_fields(plan, &job) && ct_fft_fields_suit(&job)) {
        plan->fields = ct_fft_fields_create(&job);
        if (plan->fields == NULL) { /* FFTW has no plan for all of them */
            return ct_raise(CT_ERROR_MEMORY, "no memory for the factors of a transform");
        }
        plan->has_rival = ct_fft_whole_has_rival(plan, &job);
        plan->blocks = plan->has_rival ? rival_blocks(plan)
                                       : (ct_fft_blocks){.count = 1, .fields = job.fields};
        plan->step[0].stage.block_bytes = ct_fft_fields_work_bytes(plan->fields);
        return CT_OK;
    }
    plan->blocks = blocks_of(plan);
    plan->work_bytes[0] =
        divide(plan, all) > 1 ? plan->blocks.bytes[plan->options.direction == CT_FORWARD] : 0;
    plan->step[0].stage.block_bytes = plan->blocks.streams ? plan->blocks.bytes[1] : 0;
    return CT_OK;
}

int ct_fft_whole_plan(ct_fft_plan *plan, unsigned flags) {
    portion all[CT_FFT_WHOLES];
    int in_place = plan->options.in_place != 0;
    ptrdiff_t bytes[2] = {plan->blocks.bytes[0], plan->blocks.bytes[1]};
    void *array[2] = {NULL, NULL};
    int ready = 1;
    const int is_unaligned = (flags & FFTW_UNALIGNED) != 0;
    if (bytes[0] == 0 || (plan->fields != NULL && !plan->has_rival)) { /* 0: without fields */
        return 1;
    }
    bytes[0] = in_place && bytes[1] > bytes[0] ? bytes[1] : bytes[0];
    plan->wholes = divide(plan, all);
    for (int i = 0; i < 2 - in_place; i++) {
        ready = ct_alloc(MPI_COMM_SELF, bytes[i], &array[i]) == CT_OK && ready;
    }
    for (int i = 0; i < plan->wholes && ready; i++) {
        ct_fft_whole *whole = &plan->whole[i];
        ct_fft_whole_job job = job_of(plan, &all[i], i == 0 && !plan->options.destroys_input);
        int is_last = i == plan->wholes - 1;
        whole->from = i == 0 ? CT_FFT_INPUT : CT_FFT_WORK;
        whole->into = is_last ? CT_FFT_OUTPUT : CT_FFT_WORK;
        void **made = is_unaligned ? &whole->unaligned_plan : &whole->plan;
        if (*made == NULL) {
            *made = plan->fftw->plan_whole(&job, i == 0 ? array[0] : plan->work[0],
                                           is_last ? array[!in_place] : plan->work[0], flags);
        }
        ready = *made != NULL;
    }
    ct_free(&array[0]);
    ct_free(&array[1]);
    return ready;
}

int ct_fft_whole_is_aligned(const ct_fft_plan *plan) {
    return (uintptr_t)plan->address[CT_FFT_INPUT][0] % CT_LINE_BYTES == 0 &&
           (uintptr_t)plan->address[CT_FFT_OUTPUT][0] % CT_LINE_BYTES == 0;
}

/* Transforms a block. */
static void run_block(const ct_fft_plan *plan, int is_aligned, char *input, char *output) {
    for (int i = 0; i < plan->wholes; i++) {
        const ct_fft_whole *whole = &plan->whole[i];
        plan->fftw->run(is_aligned ? whole->plan : whole->unaligned_plan,
                        whole->from == CT_FFT_INPUT ? input : plan->work[0],
                        whole->into == CT_FFT_OUTPUT ? output : plan->work[0]);
    }
    if (plan->factor != 1) {
        plan->fftw->scale(output, plan->blocks.bytes[1] / ct_real_bytes(plan->problem.precision),
                          plan->factor);
    }
}

/* Writes a block past the cache while the input of the next one is on its way. */
static void write_block(const ct_fft_blocks *blocks, const char *buffer, char *output,
                        const char *next) {
    enum { STRETCH_BYTES = 4 * CT_LINE_BYTES };
    for (ptrdiff_t i = 0; i < blocks->bytes[1]; i += STRETCH_BYTES) {
        const ptrdiff_t left = blocks->bytes[1] - i;
        const ptrdiff_t bytes = left < STRETCH_BYTES ? left : STRETCH_BYTES;
        if (next != NULL) {
            ct_fetch(next + i, bytes);
        }
        ct_stream_copy(output + i, buffer + i, (size_t)bytes);
    }
}

/* Each thread transforms a part of them. */
static void run_fields(const ct_fft_plan *plan) {
    const char *input = plan->address[CT_FFT_INPUT][0];
    char *output = plan->address[CT_FFT_OUTPUT][0];
    const ptrdiff_t count = plan->blocks.count * plan->blocks.fields;
    const int threads = plan->threads;
    if (threads == 1) {
        ct_fft_fields_run(plan->fields, 0, count, input, output, plan->workspace[0].block[0]);
        return;
    }
#if defined(_OPENMP)
#pragma omp parallel for num_threads(threads)
#endif
    for (int i = 0; i < threads; i++) {
        const ptrdiff_t first = count * i / threads;
        ct_fft_fields_run(plan->fields, first, count * (i + 1) / threads - first, input, output,
                          plan->workspace[i].block[0]);
    }
}

void ct_fft_whole_run(const ct_fft_plan *plan) {
    const ct_fft_blocks *blocks = &plan->blocks;
    const int is_backward = blocks->bytes[1] > blocks->bytes[0]; /* for in place: see spill.h */
    const int is_aligned = ct_fft_whole_is_aligned(plan);
    if (plan->fields != NULL) {
        run_fields(plan);
        return;
    }
    for (ptrdiff_t i = 0; i < blocks->count; i++) {
        const ptrdiff_t block = is_backward ? blocks->count - 1 - i : i;
        char *input = plan->address[CT_FFT_INPUT][0] + block * blocks->bytes[0];
        char *output = plan->address[CT_FFT_OUTPUT][0] + block * blocks->bytes[1];
        char *buffer = plan->workspace[0].block[0];
        run_block(plan, is_aligned, input, blocks->streams ? buffer : output);
        if (blocks->streams) {
            write_block(blocks, buffer, output,
                        block + 1 < blocks->count ? input + blocks->bytes[0] : NULL);
        }
    }
    if (blocks->streams) {
        ct_stream_fence();
    }
}
