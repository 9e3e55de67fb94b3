/* Queries of a plan. */
#include "fft/query.h"
#include "base/fail.h"

#include "exchange/losses.h"
#include "fft/predict.h"
#include "fft/shape/split.h"
#include "fft/single_axis/reduction.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const ct_ownership *ct_fft_layout_at(const ct_fft_plan *plan, int is_input) {
    const int is_before = is_input || plan->returns;
    return is_before == (plan->options.direction == CT_FORWARD) ? &plan->array : &plan->spectrum;
}

ct_box ct_fft_box_at(const ct_fft_plan *plan, int is_input, int rank) {
    const ct_ownership *layout = ct_fft_layout_at(plan, is_input);
    const ct_box box = ct_ownership_box(layout, rank);
    return ct_fft_whole_box(&plan->shape, layout == &plan->spectrum, &box);
}

ct_box ct_fft_input_box(const ct_fft_plan *plan) {
    return ct_fft_box_at(plan, 1, plan->rank);
}

ct_box ct_fft_output_box(const ct_fft_plan *plan) {
    return ct_fft_box_at(plan, 0, plan->rank);
}

/* Of the caller's array. */
static ptrdiff_t user_bytes(const ct_fft_plan *plan, int is_input) {
    const int side = ct_fft_layout_at(plan, is_input) == &plan->array ? 0 : 1;
    return plan->is_given[side] ? ct_ownership_bytes(&plan->given[side], plan->rank)
                                : ct_ownership_bytes(ct_fft_layout_at(plan, is_input), plan->rank);
}

ptrdiff_t ct_fft_input_bytes(const ct_fft_plan *plan) {
    return user_bytes(plan, 1);
}

ptrdiff_t ct_fft_output_bytes(const ct_fft_plan *plan) {
    return user_bytes(plan, 0);
}

void ct_fft_watch(ct_fft_plan *plan, void (*watch)(void *context, double done), void *context) {
    plan->watch = watch;
    plan->watch_context = context;
    if (plan->private_plan != NULL) {
        ct_fft_watch(plan->private_plan, watch, context);
    }
}

double ct_fft_factor(const ct_fft_plan *plan) {
    return plan->factor;
}

void ct_fft_grids(const ct_fft_plan *plan, int array[CT_MAX_AXES], int spectrum[CT_MAX_AXES]) {
    ct_fft_whole_grid(&plan->shape, 0, plan->route.array_grid, array);
    ct_fft_whole_grid(&plan->shape, 1, plan->route.spectrum_grid, spectrum);
}

int ct_fft_phases(const ct_fft_plan *plan) {
    return plan->steps + (plan->relayout[0] != NULL) + (plan->relayout[1] != NULL);
}

/* The step that a phase is: -1 is the redistribution of the input, plan->steps of the output. */
static int step_of(const ct_fft_plan *plan, int phase) {
    return phase - (plan->relayout[0] != NULL);
}

const char *ct_fft_phase_name(const ct_fft_plan *plan, int phase) {
    const int step = step_of(plan, phase);
    return step < 0             ? "redistribute input"
           : step < plan->steps ? plan->step[step].name
                                : "redistribute output";
}

double ct_fft_seconds(const ct_fft_plan *plan, int phase) {
    const int step = step_of(plan, phase);
    return step >= 0 && step < plan->steps ? plan->step[step].seconds
                                           : plan->relaid_s[step < 0 ? 0 : 1];
}

/* Adds to the reason. */
__attribute__((format(printf, 2, 3))) static void say(ct_fft_plan *plan, const char *format, ...) {
    const size_t length = strlen(plan->reason);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(plan->reason + length, sizeof plan->reason - length, format, arguments);
    va_end(arguments);
}

static void say_where(ct_fft_plan *plan, int exchanges, int sweeps) {
    const char *many = sweeps == 1 ? "sweep" : "sweeps";
    if (plan->is_shared) {
        say(plan, "on one node: ranks read and write lines where they are, in %d %s", sweeps, many);
    } else {
        say(plan, "%d %s between %d %s of the array", exchanges,
            exchanges == 1 ? "exchange" : "exchanges", sweeps, many);
    }
}

void ct_fft_explain(ct_fft_plan *plan) {
    const ct_fft_axis *part = &plan->shape.axis[plan->shape.split_axis];
    int exchanges = 0;
    int sweeps = 0;
    for (int i = 0; i < plan->steps; i++) {
        exchanges += plan->step[i].slices > 0;
        sweeps += plan->step[i].is_stage;
    }
    plan->reason[0] = '\0';
    if (plan->size == 1 || plan->is_whole) {
        say(plan, "%s%s",
            plan->size == 1 ? "one rank has all of the array" : "each rank has whole fields",
            plan->fields != NULL ? ", each is transformed in the cache"
            : plan->is_whole     ? ", and FFTW a plan for all axes"
                                 : "");
    } else if (plan->problem.axes == 1 && !plan->shape.is_split) {
        say(plan,
            "rank 0 transforms the axis alone: it has under %td points, or too few for %d ranks",
            ct_fft_reduced_least(plan->problem.kind[0]), plan->size);
    } else {
        say_where(plan, exchanges, sweeps);
    }
    if (plan->shape.is_split) {
        say(plan, ", axis %d as %td x %td points", plan->shape.split_axis, part[0].length,
            part[1].length);
    }
    if (plan->choice[0] != '\0') {
        say(plan, "; %.1000s", plan->choice);
    }
}

const char *ct_fft_reason(const ct_fft_plan *plan) {
    return plan->reason;
}

double ct_fft_moved_bytes(const ct_fft_plan *plan) {
    return plan->moved_bytes;
}

/* Of a plan and those inside it, NULL: none. Local. */
static void add_losses(const ct_fft_plan *plan, // NOLINT(misc-no-recursion)
                       ct_exchange_losses *losses) {
    if (plan == NULL) {
        return;
    }
    for (int i = 0; i < plan->steps; i++) {
        for (int slice = 0; slice < plan->step[i].slices; slice++) {
            ct_exchange_losses_add(plan->step[i].exchange[slice], losses);
        }
    }
    for (int i = 0; i < 2; i++) {
        if (plan->relayout[i] != NULL) {
            ct_exchange_losses_add(ct_redistribute_exchange(plan->relayout[i]), losses);
        }
    }
    if (plan->reduction != NULL) {
        add_losses(plan->reduction->complex_plan, losses);
    }
    add_losses(plan->twin, losses);
    add_losses(plan->private_plan, losses);
}

ct_status ct_fft_rounding(const ct_fft_plan *plan, ct_exchange_losses *losses) {
    CT_REQUIRE_PLAN(plan);
    *losses = (ct_exchange_losses){.saved_bytes = 0};
    add_losses(plan, losses);
    return ct_exchange_losses_sum(plan->comm, losses);
}

double ct_fft_held_bytes(const ct_fft_plan *plan) {
    double bytes = sizeof *plan;
    for (int i = 0; i < CT_FFT_WORKS; i++) {
        bytes += (double)plan->work_bytes[i];
    }
    for (int i = 0; i < CT_BARRIER_ARRAYS; i++) {
        bytes += plan->stand_in[i] != NULL ? (double)plan->stand_in_bytes[i] : 0;
    }
    for (int i = 0; i < plan->steps; i++) {
        for (int slice = 0; slice < plan->step[i].slices; slice++) {
            bytes += ct_exchange_plan_bytes(plan->step[i].exchange[slice]);
        }
    }
    return bytes;
}

double ct_fft_plan_predict(const ct_fft_plan *plan, const ct_fft_options *options,
                           const ct_calibration *calibration) {
    ct_fft_options taken = *options;
    ct_fft_grids(plan, taken.array.grid, taken.spectrum.grid);
    taken.pipeline = plan->options.pipeline > 1 ? plan->options.pipeline : 1;
    return ct_fft_predict(plan, &taken, calibration);
}

const ct_score *ct_fft_score(const ct_fft_plan *plan, int index) {
    return index >= 0 && index < plan->scores ? &plan->score[index] : NULL;
}

const char *ct_fft_warning(const ct_fft_plan *plan) {
    return plan->warning[0] != '\0' ? plan->warning : NULL;
}

const ct_exchange_plan *ct_fft_exchange(const ct_fft_plan *plan) {
    const ct_exchange_plan *first = NULL;
    for (int i = 0; i < plan->steps && first == NULL; i++) {
        first = plan->step[i].exchange[0];
    }
    return first;
}
