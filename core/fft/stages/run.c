/* Executing a transform: the steps in order, with a barrier of the node after each. */
#include "fft/stages/run.h"

#include <stdint.h>

#include "base/mpi.h"
#include "fft/lines/whole.h"
#include <cornerturn/agree.h>

enum { ALIGNMENT_BYTES = 64 };

static int is_wrong(const void *array, ptrdiff_t bytes) {
    return bytes > 0 && (array == NULL || (uintptr_t)array % ALIGNMENT_BYTES != 0);
}

static int are_wrong(const ct_fft_plan *plan, const void *input, const void *output) {
    int is_one = input == output && input != NULL;
    return is_wrong(input, ct_fft_input_bytes(plan)) ||
           is_wrong(output, ct_fft_output_bytes(plan)) ||
           (plan->options.in_place ? input != output : is_one);
}

static ct_status refuse(const ct_fft_plan *plan) {
    return ct_raise(CT_ERROR_ARGUMENT, "an FFT needs %s aligned to %d bytes",
                    plan->options.in_place ? "one array, given twice," : "two arrays",
                    ALIGNMENT_BYTES);
}

/* The slices of a step that are on their way. */
typedef struct flight {
    const ct_fft_plan *plan;
    const ct_fft_step *step;
    int started;
    ct_status status;
} flight;

/* Moves them on, between blocks of the next slice. */
static void advance(void *context, double done) {
    flight *f = context;
    for (int i = 0; i < f->started && f->status == CT_OK; i++) {
        int is_done = 0;
        f->status = ct_exchange_test(f->step->exchange[i], &is_done);
    }
    if (f->plan->watch != NULL) {
        f->plan->watch(f->plan->watch_context, done);
    }
}

/* A stage whose slices are sent as they are done; or, of one slice, an exchange. */
static ct_status run_slices(const ct_fft_plan *plan, const ct_fft_step *step, double done) {
    char *from = plan->address[step->into][0];
    char *into = plan->address[step->received][0];
    flight f = {.plan = plan, .step = step, .status = CT_OK};
    ct_status status = CT_OK;
    for (; f.started < step->slices; f.started++) {
        ct_slice slice = {step->slice_axis, f.started, step->slices};
        double share = step->share / step->slices;
        ct_fft_progress progress = {advance, &f, done + f.started * share, share};
        if (step->is_stage) {
            ct_box part = ct_box_slice(&step->stage.work, &slice);
            ct_fft_stage_run(&step->stage, &part, plan->workspace, plan->threads, &progress);
        }
        CT_TRY(f.status);
        CT_TRY(ct_exchange_start(step->exchange[f.started], from, into));
    }
    for (int i = 0; i < step->slices; i++) {
        CT_TRY(ct_exchange_wait(step->exchange[i]));
    }
cleanup:
    return status;
}

ct_status ct_fft_steps_run(ct_fft_plan *plan) {
    double done = 0;
    ct_status status = CT_OK;
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_step *step = &plan->step[i];
        double start_s = MPI_Wtime();
        if (plan->is_whole) {
            ct_fft_whole_run(plan);
        } else if (step->slices > 0) {
            CT_TRY(run_slices(plan, step, done));
        } else {
            ct_fft_progress progress = {plan->watch, plan->watch_context, done, step->share};
            ct_fft_stage_run(&step->stage, &step->stage.work, plan->workspace, plan->threads,
                             &progress);
            if (plan->is_shared && plan->size > 1) {
                ct_node_barrier_wait(&plan->barrier);
            }
        }
        done += step->share;
        step->seconds = MPI_Wtime() - start_s;
    }
cleanup:
    return status;
}

ct_status ct_fft_arrays_open(ct_fft_plan *plan, const void *input, void *output, int *is_private) {
    const void *array[CT_BARRIER_ARRAYS] = {input, output};
    const ptrdiff_t bytes[CT_BARRIER_ARRAYS] = {ct_fft_input_bytes(plan),
                                                ct_fft_output_bytes(plan)};
    const int is_refused = are_wrong(plan, input, output);
    ct_status status = CT_OK;
    *is_private = 0;
    if (!plan->is_shared || plan->size == 1) {
        CT_TRY(ct_agree(plan->comm, is_refused ? refuse(plan) : CT_OK));
        plan->address[CT_FFT_INPUT][0] = (char *)input; /* written only in place, or to destroy */
        plan->address[CT_FFT_OUTPUT][0] = output;
        return CT_OK;
    }
    const ct_node_barrier_entry entry =
        ct_node_barrier_publish(&plan->barrier, is_refused, array, bytes);
    *is_private = entry.is_private;
    if (entry.is_refused || entry.is_private) {
        ct_node_barrier_wait(&plan->barrier); /* all ranks have read the entries */
        return entry.is_refused ? refuse(plan) : CT_OK;
    }
    for (int rank = 0; rank < plan->size; rank++) {
        plan->address[CT_FFT_INPUT][rank] = ct_node_barrier_address(&plan->barrier, rank, 0);
        plan->address[CT_FFT_OUTPUT][rank] = ct_node_barrier_address(&plan->barrier, rank, 1);
    }
cleanup:
    return status;
}

ct_status ct_fft_steps_execute(ct_fft_plan *plan, const void *input, void *output) {
    int is_private = 0;
    ct_status status = CT_OK;
    CT_TRY(ct_fft_arrays_open(plan, input, output, &is_private));
    if (is_private) {
        CT_FAIL(CT_ERROR_INTERNAL, "arrays of a plan that others of its node cannot reach");
    }
    CT_TRY(ct_fft_steps_run(plan));
cleanup:
    return status;
}
