/* What comes when all steps are there. */
#include "fft/stages/steps.h"

#include "base/mpi.h"
#include "base/pages.h"
#include "fft/shape/split.h"
#include "fft/stages/planes.h"
#include "redistribute/box.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdio.h>
#include <string.h>

ct_status ct_fft_works_create(ct_fft_plan *plan) {
    ct_status status = CT_OK;
    for (int i = 0; i < CT_FFT_WORKS && !plan->context->is_supposed; i++) {
        /* With private arrays nobody reaches these either, and alone they come in huge pages. */
        status =
            plan->options.exchange.private_arrays
                ? ct_agree(plan->comm, ct_alloc(MPI_COMM_SELF, plan->work_bytes[i], &plan->work[i]))
                : ct_alloc(plan->comm, plan->work_bytes[i], &plan->work[i]);
        CT_TRY(status);
        ct_pages_place(plan->work[i], (size_t)plan->work_bytes[i]);
    }
cleanup:
    return status;
}

/* What other ranks hold of what this one reads and writes. */
static double foreign_bytes(const ct_fft_view *view, int rank) {
    double bytes = 0;
    for (int i = 0; i < view->count; i++) {
        const ct_fft_piece *piece = &view->piece[i];
        bytes +=
            piece->owner != rank ? (double)(ct_box_elements(&piece->box) * view->element_bytes) : 0;
    }
    return bytes;
}

static ct_fft_lines *last_pass(ct_fft_stage *stage) {
    return &stage->pass[stage->passes - 1];
}

/* Whether a stage multiplies by a factor in what it does anyway, on all ranks that have work in it.
 * Collective. */
static ct_status does_scale(const ct_fft_plan *plan, const ct_fft_stage *stage, int *does) {
    ct_status status = CT_OK;
    *does = ct_fft_planes_scale(stage) || ct_box_elements(&stage->work) == 0;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, does, 1, MPI_INT, MPI_MIN, plan->comm));
cleanup:
    return status;
}

/* Multiplied in by planes of the last stage, or by passes whose tiles are buffers: the last one of
 * the first stage; in plans that return by the one that turns, before the hook, and on the way back
 * by the last one of all. Collective. */
static ct_status place_factors(ct_fft_plan *plan) {
    ct_status status = CT_OK;
    int do_planes = 0;
    int first = 0;
    int last = plan->steps - 1;
    while (!plan->step[first].is_stage) {
        first++;
    }
    while (!plan->step[last].is_stage) {
        last--;
    }
    if (!plan->returns) {
        CT_TRY(does_scale(plan, &plan->step[last].stage, &do_planes));
        last_pass(&plan->step[do_planes ? last : first].stage)->factor = plan->factor;
        return CT_OK;
    }
    for (int i = first; i <= last; i++) {
        for (int k = 0; k < plan->step[i].stage.passes; k++) {
            ct_fft_lines *pass = &plan->step[i].stage.pass[k];
            pass->factor = pass->turns ? plan->factor : 1;
            pass->turn = &plan->turn;
        }
    }
    ct_fft_lines *end = last_pass(&plan->step[last].stage);
    *(end->turns ? &end->back_factor : &end->factor) = plan->back_factor;
cleanup:
    return status;
}

static void place_twiddles(ct_fft_plan *plan) {
    for (int i = 0; plan->shape.is_split && i < plan->steps; i++) {
        ct_fft_stage *stage = &plan->step[i].stage;
        for (int k = 0; k < stage->passes; k++) {
            ct_fft_lines *pass = &stage->pass[k];
            const int is_first = ct_fft_split_part(&plan->shape, pass->axis) == 1;
            pass->twiddles = is_first && !pass->is_copy ? &plan->twiddles : NULL;
        }
    }
}

/* Bytes that move between ranks, and those of them that are read from or written to the caller's
 * arrays. */
typedef struct moved {
    double all, of_array[CT_BARRIER_ARRAYS];
} moved;

static void count(const ct_fft_plan *plan, const ct_fft_view *view, ct_fft_memory memory,
                  moved *bytes) {
    const double foreign = plan->is_shared ? foreign_bytes(view, plan->rank) : 0;
    bytes->all += foreign;
    if (memory < CT_FFT_WORK) {
        bytes->of_array[memory] += foreign;
    }
}

ct_status ct_fft_steps_finish(ct_fft_plan *plan) {
    moved bytes = {.all = plan->moved_bytes}; /* by exchanges */
    ct_status status = CT_OK;
    int exchanges = 0;
    CT_TRY(place_factors(plan));
    place_twiddles(plan);
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_step *step = &plan->step[i];
        step->share = 1.0 / plan->steps;
        exchanges += !step->is_stage;
        if (exchanges > 1 && !step->is_stage) {
            (void)snprintf(step->name, sizeof step->name, "exchange %d", exchanges);
        } else if (step->is_stage) {
            count(plan, &step->stage.from, step->from, &bytes);
            count(plan, &step->stage.into, step->into, &bytes);
        }
    }
    if (plan->size > 1) {
        CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &bytes, 1 + CT_BARRIER_ARRAYS, MPI_DOUBLE, MPI_SUM,
                             plan->comm));
    }
    plan->moved_bytes = bytes.all;
    for (int i = 0; i < CT_BARRIER_ARRAYS; i++) {
        const int other = plan->options.in_place ? !i : i;
        plan->is_reached[i] = bytes.of_array[i] > 0 || bytes.of_array[other] > 0;
    }
cleanup:
    return status;
}
