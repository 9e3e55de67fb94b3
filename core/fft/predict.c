/* Predicts the time of an execution: stages and exchanges in the order of the route, with slices of
 * a stage's result in transit while the next are transformed. */
#include "fft/predict.h"

#include "fft/numbers.h"

#include "redistribute/predict.h"

#include <math.h>
#include <string.h>

/* Seconds per flop of 5 N log2 N by FFTW on one core of the default calibration's machine; about
 * ten times that for lengths with prime factors without codelets. Equal for all grids: it matters
 * only for uneven work and relative to exchanges. */
static const double FLOP_S = 2.6e-11;
static const double AWKWARD = 10;

/* The execution so far, and the stage before the next exchange. */
typedef struct forecast {
    const ct_fft_plan *plan;
    const ct_fft_options *options;
    const ct_calibration *calibration;
    int busy; /* ranks on rank 0's node */
    double done_s, stage_s;
    int is_sliceable; /* the stage has an axis it does not transform */
} forecast;

/* Memory traffic and arithmetic of rank 0's part. */
static double stage_seconds(const forecast *f, const ct_fft_leg *leg, const ct_ownership *before,
                            const ct_ownership *after) {
    const ct_fft_shape *shape = &f->plan->shape;
    const double bytes[2] = {(double)ct_ownership_bytes(before, 0),
                             (double)ct_ownership_bytes(after, 0)};
    const double numbers =
        fmax(bytes[0], bytes[1]) / (2.0 * (double)ct_real_bytes(shape->precision));
    double flops = 0;
    for (int i = 0; i < leg->count; i++) {
        const ptrdiff_t length = shape->axis[leg->axis[i]].length;
        flops += 5 * numbers * log2((double)length) * (ct_fft_is_smooth(length) ? 1 : AWKWARD);
    }
    return (bytes[0] + bytes[1]) * f->busy / f->calibration->memory_bytes_per_s +
           flops * FLOP_S / f->plan->threads;
}

/* Adds an exchange after the last stage: between nodes a slice starts when it is transformed and
 * earlier ones are sent; inside a node ranks copy themselves, and slices save nothing. */
static void add_exchange(forecast *f, const ct_ownership *from, const ct_ownership *into) {
    const ct_redistribution_setting setting = {f->calibration, &f->options->exchange, f->plan->size,
                                               f->plan->leader};
    const ct_redistribution all = ct_redistribution_of(from, into);
    const int slices = f->is_sliceable ? f->options->pipeline : 1;
    int is_distant = 0;
    const double slice_s = ct_redistribution_predict(&setting, &all, slices, &is_distant);
    double gone_s = 0;
    for (int i = 1; i <= slices; i++) {
        gone_s = fmax(gone_s, f->stage_s * i / slices) + slice_s;
    }
    if (!is_distant) {
        const double whole_s = ct_redistribution_predict(&setting, &all, 1, &is_distant);
        gone_s = f->stage_s + fmax(slices * slice_s, whole_s);
    }
    f->done_s += gone_s;
    f->stage_s = 0;
    f->is_sliceable = 0;
}

/* A side as the caller gives it, or in blocks over the route's grid. */
static ct_ownership side_of(const ct_fft_plan *plan, const ct_fft_route *route,
                            const ct_fft_state *state, int is_spectrum) {
    const int *grid = is_spectrum ? route->spectrum_grid : route->array_grid;
    return plan->is_given[is_spectrum] && !plan->is_relaid[is_spectrum]
               ? plan->given[is_spectrum]
               : ct_fft_layout_of(&plan->shape, state, grid);
}

/* Sums the legs of a route. */
static double follow(forecast *f, const ct_fft_route *route) {
    const ct_fft_shape *shape = &f->plan->shape;
    const int forward = f->options->direction == CT_FORWARD;
    unsigned done = 0;
    for (int i = 0; !forward && i < route->legs; i++) {
        for (int k = 0; k < route->leg[i].count; k++) {
            done |= 1U << route->leg[i].axis[k];
        }
    }
    ct_fft_state state = ct_fft_state_of(shape, done);
    ct_ownership now = side_of(f->plan, route, &state, !forward);
    for (int i = 0; i < route->legs; i++) {
        const ct_fft_leg *leg = &route->leg[forward ? i : route->legs - 1 - i];
        const ct_ownership work = ct_fft_layout_of(shape, &state, leg->grid);
        if (!f->plan->is_shared && !ct_ownership_holds(&now, &work, f->plan->size)) {
            add_exchange(f, &now, &work);
        }
        for (int k = 0; k < leg->count; k++) {
            done ^= 1U << leg->axis[k];
        }
        state = ct_fft_state_of(shape, done);
        now = ct_fft_layout_of(shape, &state, leg->grid);
        f->done_s += f->stage_s;
        f->stage_s = stage_seconds(f, leg, &work, &now);
        f->is_sliceable = leg->count < shape->axes;
    }
    const ct_ownership target = side_of(f->plan, route, &state, forward);
    if (!f->plan->is_shared && !ct_ownership_holds(&target, &now, f->plan->size)) {
        add_exchange(f, &now, &target);
    }
    return f->done_s + f->stage_s;
}

double ct_fft_predict(const ct_fft_plan *plan, const ct_fft_options *options,
                      const ct_calibration *calibration) {
    forecast f = {.plan = plan, .options = options, .calibration = calibration};
    ct_fft_route route;
    for (int rank = 0; rank < plan->size; rank++) {
        f.busy += plan->leader[rank] == 0;
    }
    return ct_fft_route_plan(&plan->shape, plan->size, plan->is_shared, plan->returns, options,
                             &route) == CT_OK
               ? follow(&f, &route)
               : HUGE_VAL;
}
