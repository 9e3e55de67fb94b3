/* Executes a transform that is reduced to a complex one. */
#include "fft/single_axis/reduction.h"

#include "base/mpi.h"
#include "fft/stages/run.h"
#include "trace/phase.h"

/* Progress of a complex plan's execution as a share of the whole, for the callback. */
typedef struct progress {
    const ct_fft_plan *plan;
    double done, share;
} progress;

static void tell(void *context, double done) {
    const progress *p = context;
    if (p->plan->watch != NULL) {
        p->plan->watch(p->plan->watch_context, p->done + p->share * done);
    }
}

/* A barrier for ranks that share arrays. */
static void wait_for_node(ct_fft_plan *plan) {
    if (plan->is_shared) {
        ct_node_barrier_wait(&plan->barrier);
    }
}

/* Runs the map before or after the complex transform. */
static ct_status run_mapping(ct_fft_plan *plan, const ct_fft_step *step,
                             const ct_fft_mapping *mapping, ct_fft_memory from, ct_fft_memory into,
                             double factor) {
    const ct_precision precision = plan->problem.precision;
    const int mine = plan->is_shared ? plan->rank : 0;
    ct_fft_reduction *r = plan->reduction;
    char *const *read = plan->address[from];
    ct_status status = CT_OK;
    if (!plan->is_shared) {
        ct_fft_mapping_pack(mapping, precision, plan->address[from][0], plan->work[1]);
        CT_TRY(ct_exchange_execute(step->exchange[0], plan->work[1], plan->work[2]));
        read = plan->address[CT_FFT_WORK + 2];
    }
    if (r->is_rader && from == CT_FFT_INPUT) {
        ct_fft_rader_gather(plan, &r->rader);
    } else if (r->is_rader) {
        ct_fft_rader_scatter(plan, &r->rader);
    } else {
        ct_fft_mapping_run(mapping, &r->recipe, precision, factor, plan->threads, read,
                           plan->address[into][mine]);
    }
    wait_for_node(plan);
cleanup:
    return status;
}

static ct_status run_complex(ct_fft_plan *plan, progress *p) {
    const ct_fft_reduction *r = plan->reduction;
    const int mine = plan->is_shared ? plan->rank : 0;
    void *from = r->is_direct[0] ? plan->address[CT_FFT_INPUT][mine] : plan->work[0];
    void *into = r->is_direct[1] ? plan->address[CT_FFT_OUTPUT][mine] : plan->work[0];
    ct_fft_watch(r->complex_plan, plan->watch != NULL ? tell : NULL, p);
    ct_status status = ct_fft_steps_execute(r->complex_plan, from, into);
    p->done += p->share;
    return status;
}

/* Multiplies coefficients of the convolution by the kernel. Number 0 of the input and coefficient 0
 * are both of the first rank. */
static void filter(void *context, const ct_fft_tile *tile) {
    ct_fft_reduction *r = context;
    const ct_precision precision = r->convolution.precision;
    const int is_zeroth = r->is_rader && tile->box.first[0] == 0 && tile->box.first[1] == 0;
    if (is_zeroth) {
        ct_fft_rader_add_up(&r->rader, precision, tile->values);
    }
    ct_fft_convolution_multiply(&r->convolution, tile);
    if (is_zeroth) {
        ct_fft_rader_add_zeroth(&r->rader, precision, tile->values);
    }
}

/* Runs the complex transform, directly or as a convolution, to whose numbers other ranks come next.
 */
static ct_status run_transform(ct_fft_plan *plan, const ct_fft_step *step, double done) {
    ct_fft_reduction *r = plan->reduction;
    const ct_precision precision = plan->problem.precision;
    const int has_chirp = plan->shape.chirp_points > 0 && !r->is_rader;
    void *numbers = plan->work[0];
    progress p = {plan, done, step->share};
    ct_status status = CT_OK;
    if (has_chirp) {
        ct_fft_chirp_multiply(&r->chirp, precision, plan->threads, numbers);
    }
    r->complex_plan->turn = (ct_fft_turn){.hook = filter, .context = r};
    CT_TRY(run_complex(plan, &p));
    if (has_chirp) {
        ct_fft_chirp_multiply(&r->chirp, precision, plan->threads, numbers);
        wait_for_node(plan);
    }
cleanup:
    return status;
}

ct_status ct_fft_reduction_run(ct_fft_plan *plan) {
    const ct_fft_reduction *r = plan->reduction;
    double done = 0;
    ct_status status = CT_OK;
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_step *step = &plan->step[i];
        const ct_phase phase = ct_phase_begin(CT_TRACE_TRANSFORM, step->name);
        const int part = i + r->is_direct[0];
        if (part == CT_FFT_PACK) {
            status = run_mapping(plan, step, &r->before, CT_FFT_INPUT, CT_FFT_WORK, 1);
        } else if (part == CT_FFT_COMPLEX) {
            status = run_transform(plan, step, done);
        } else {
            status = run_mapping(plan, step, &r->after, CT_FFT_WORK, CT_FFT_OUTPUT, plan->factor);
        }
        done += step->share;
        step->seconds = ct_phase_end(&phase);
        CT_TRY(status);
        tell(&(progress){plan, done, 0}, 0);
    }
cleanup:
    return status;
}
