/* Executing a transform: the steps in order, with a barrier of the node after each. */
#include "fft/stages/run.h"

#include "base/mpi.h"
#include "fft/lines/whole/whole.h"
#include "trace/phase.h"

#include <math.h>

enum { FLIGHTS_MOST = 2 };

/* A field on its way through the steps of a plan. */
typedef struct flight {
    ct_fft_plan *plan;
    int is_flying;
    int step;    /* to come next, or whose slices are under way */
    int started; /* slices of it */
} flight;

/* Fields on their way; the first plan has the watcher and the seconds of all. */
typedef struct run {
    flight flight[FLIGHTS_MOST];
    int flights;
    double done, share; /* of all work: what is done, and a field's */
    double told;        /* of it to the watcher */
    ct_status status;   /* of what is moved on */
} run;

static run start_run(ct_fft_plan *plan, ct_fft_plan *twin, int n) {
    run r = {.flight = {{.plan = plan}, {.plan = twin}},
             .flights = twin != NULL ? 2 : 1,
             .share = 1.0 / n,
             .status = CT_OK};
    for (int i = 0; i < plan->steps; i++) {
        plan->step[i].seconds = 0;
    }
    return r;
}

/* Moves on all slices that are under way, between blocks of a stage. */
static void advance(void *context, double done) {
    run *r = context;
    const ct_fft_plan *first = r->flight[0].plan;
    for (int k = 0; k < r->flights; k++) {
        const flight *f = &r->flight[k];
        for (int i = 0; i < f->started && r->status == CT_OK; i++) {
            int is_done = 0;
            r->status = ct_exchange_test(f->plan->step[f->step].exchange[i], &is_done);
        }
    }
    r->told = fmin(fmax(done, r->told), 1); /* sums of shares differ by their rounding */
    if (first->watch != NULL) {
        first->watch(first->watch_context, r->told);
    }
}

/* A stage whose slices are sent as they are done; or, of one slice, an exchange. */
static ct_status start_slices(run *r, flight *f) {
    const ct_fft_plan *plan = f->plan;
    const ct_fft_step *step = &plan->step[f->step];
    char *from = plan->address[step->into][0];
    char *into = plan->address[step->received][0];
    ct_status status = CT_OK;
    for (; f->started < step->slices; f->started++) {
        ct_slice slice = {step->slice_axis, f->started, step->slices};
        double share = r->share * step->share / step->slices;
        ct_fft_progress progress = {advance, r, r->done, share};
        if (step->is_stage) {
            ct_box part = ct_box_slice(&step->stage.work, &slice);
            ct_fft_stage_run(&step->stage, &part, plan->workspace, plan->threads, &progress);
        }
        CT_TRY(r->status);
        CT_TRY(ct_exchange_start(step->exchange[f->started], from, into));
        r->done += share;
    }
cleanup:
    return status;
}

static ct_status wait_for_slices(flight *f) {
    const ct_fft_step *step = &f->plan->step[f->step];
    ct_status status = CT_OK;
    for (int i = 0; i < f->started; i++) {
        CT_TRY(ct_exchange_wait(step->exchange[i]));
    }
    f->started = 0;
cleanup:
    return status;
}

static void run_stage(run *r, const flight *f) {
    ct_fft_plan *plan = f->plan;
    const ct_fft_step *step = &plan->step[f->step];
    ct_fft_progress progress = {advance, r, r->done, r->share * step->share};
    r->done += progress.share;
    if (plan->is_whole) {
        ct_fft_whole_run(plan);
        advance(r, r->done);
        return;
    }
    if (plan->uses_slots && step->slots.portions > 0) {
        ct_fft_slots_run(plan, &plan->step[f->step], &progress);
    } else {
        ct_fft_stage_run(&step->stage, &step->stage.work, plan->workspace, plan->threads,
                         &progress);
    }
    if (plan->is_shared && plan->size > 1) {
        ct_node_barrier_wait(&plan->barrier);
    }
}

/* What comes next of a step: its slices are waited for, or started, or all of it. */
static ct_status run_part(run *r, flight *f) {
    if (f->started > 0) {
        return wait_for_slices(f);
    }
    if (f->plan->step[f->step].slices > 0) {
        return start_slices(r, f);
    }
    run_stage(r, f);
    return CT_OK;
}

/* To the end of the step, or until all its slices are under way. */
static ct_status run_step(run *r, flight *f) {
    const ct_fft_step *step = &f->plan->step[f->step];
    const ct_phase phase =
        ct_phase_begin(step->is_stage ? CT_TRACE_TRANSFORM : CT_TRACE_EXCHANGE, step->name);
    const ct_status status = run_part(r, f);
    r->flight[0].plan->step[f->step].seconds += ct_phase_end(&phase);
    f->step += status == CT_OK && f->started == 0;
    return status;
}

/* Steps up to the one that turns, where execution ends there; else all. */
static int last_steps(const ct_fft_plan *plan) {
    int steps = plan->steps;
    for (int i = 0; plan->turn.is_end && i < plan->steps; i++) {
        steps = ct_fft_stage_turns(&plan->step[i].stage) ? i + 1 : steps;
    }
    return steps;
}

ct_status ct_fft_steps_run(ct_fft_plan *plan) {
    run r = start_run(plan, NULL, 1);
    const int steps = last_steps(plan);
    ct_status status = CT_OK;
    while (r.flight[0].step < steps) {
        CT_TRY(run_step(&r, &r.flight[0]));
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
    ct_fft_arrays_close(plan, output);
cleanup:
    return status;
}

static void take_off(flight *f, const void *input, void *output) {
    *f = (flight){.plan = f->plan, .is_flying = 1};
    f->plan->address[CT_FFT_INPUT][0] = (char *)input; /* written only in place, or to destroy */
    f->plan->address[CT_FFT_OUTPUT][0] = output;
}

/* Until slices of the field are newly under way, or its end. */
static ct_status fly(run *r, flight *f) {
    ct_status status = CT_OK;
    do {
        CT_TRY(run_step(r, f));
    } while (f->step < f->plan->steps && f->started == 0);
    f->is_flying = f->step < f->plan->steps;
cleanup:
    return status;
}

ct_status ct_fft_steps_run_many(ct_fft_plan *plan, int n, const void *const inputs[],
                                void *const outputs[]) {
    run r = start_run(plan, plan->twin, n);
    int begun = 0;
    int ended = 0;
    ct_status status = CT_OK;
    for (int turn = 0; ended < n; turn = (turn + 1) % r.flights) {
        flight *f = &r.flight[turn];
        if (!f->is_flying && begun < n) {
            take_off(f, inputs[begun], outputs[begun]);
            begun++;
        }
        if (f->is_flying) {
            CT_TRY(fly(&r, f));
            ended += !f->is_flying;
        }
    }
cleanup:
    return status;
}
