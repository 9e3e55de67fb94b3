#include "fft/stages/slots/slots.h"

#include "base/arithmetic/extremes.h"
#include "base/mpi.h"
#include "fft/plan.h"
#include "fft/stages/join.h"
#include "fft/stages/spill.h"
#include "kernels/cache.h"
#include "kernels/strided.h"
#include "redistribute/box.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a portion, if a block of the stage is not larger: rows of a KiB in columns of 256^3. */
enum { PORTION_BYTES = 128 * 1024 };

/* Larger slots take too long to place when the plan is made. */
enum { SLOTS_MOST_BYTES = 4 << 20 };

/* Rows begin with cache lines; those of so many bytes are an odd number of them apart. */
enum { SPREAD_BYTES = 512 };

void ct_fft_slots_order(const ct_fft_piece *piece, int order[CT_MAX_AXES]) {
    for (int a = piece->box.axes - 1, placed = 0; a >= 0; a--, placed++) {
        int place = placed;
        for (; place > 0 && piece->stride[order[place - 1]] > piece->stride[a]; place--) {
            order[place] = order[place - 1];
        }
        order[place] = a;
    }
}

/* Strides of a part in a slot, in the order of the piece. Returns its bytes there. */
static ptrdiff_t pack(const ct_fft_piece *piece, ptrdiff_t element_bytes, ct_fft_piece *part) {
    int order[CT_MAX_AXES] = {0};
    ptrdiff_t step = element_bytes;
    ct_fft_slots_order(piece, order);
    for (int i = 0; i < part->box.axes; i++) {
        part->stride[order[i]] = step;
        step *= part->box.count[order[i]];
        step = i > 0 || step < CT_LINE_BYTES ? step
               : step < SPREAD_BYTES         ? ct_in_lines(step)
                                             : ct_in_odd_lines(step);
    }
    return ct_in_lines(step);
}

ptrdiff_t ct_fft_slots_part(const ct_fft_piece *piece, const ct_box *portion,
                            ptrdiff_t element_bytes, ptrdiff_t offset, ct_fft_piece *part) {
    *part = (ct_fft_piece){
        .box = ct_box_common(&piece->box, portion), .owner = piece->owner, .offset = offset};
    return ct_box_elements(&part->box) > 0 ? pack(piece, element_bytes, part) : 0;
}

static int is_transformed(const ct_fft_stage *stage, int axis) {
    int transformed = 0;
    for (int i = 0; i < stage->passes; i++) {
        transformed = transformed || (stage->pass[i].axis == axis && !stage->pass[i].is_copy);
    }
    return transformed;
}

/* Some blocks of the stage, side by side in memory. */
static void choose_width(const ct_fft_stage *stage, const ct_fft_stage_plan *how, int ranks,
                         ct_fft_slots *slots) {
    ptrdiff_t bytes = stage->state[0].element_bytes;
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    for (int a = 0; a < how->shape->axes; a++) {
        for (int rank = 0; rank < ranks; rank++) {
            extent[a] = ct_most(extent[a], slots->work[rank].count[a]);
        }
        slots->width[a] = is_transformed(stage, a)
                              ? ct_most(extent[a], 1)
                              : ct_most(ct_least(stage->block[a], extent[a]), 1);
        bytes *= slots->width[a];
    }
    for (int i = how->shape->axes - 1; i >= 0; i--) {
        const int a = how->from.decomposition.order[i];
        const ptrdiff_t times = ct_least(PORTION_BYTES / ct_most(bytes, 1),
                                         (extent[a] + slots->width[a] - 1) / slots->width[a]);
        if (times > 1 && !is_transformed(stage, a)) {
            slots->width[a] *= times;
            bytes *= times;
        }
    }
    slots->streams = ct_ownership_bytes(&how->into, 0) >= CT_STREAM_FROM_BYTES;
    for (int rank = 0; rank < ranks; rank++) {
        slots->portions = ct_most(slots->portions, ct_box_tiles(&slots->work[rank], slots->width));
    }
}

/* These lie in an array of the plan, which all ranks reach. */
static void leave_out_spilled(ct_fft_view *view) {
    int kept = 0;
    for (int i = 0; i < view->count; i++) {
        view->piece[kept] = view->piece[i];
        kept += !view->piece[i].is_spilled;
    }
    view->count = kept;
}

/* What all ranks' stages have of this rank's array at one end. False without memory. */
static int find_given(const ct_fft_plan *plan, const ct_fft_step *step,
                      const ct_fft_stage_plan *how, int end, ct_fft_slots *slots) {
    const ct_fft_view *own = end == 0 ? &step->stage.from : &step->stage.into;
    const ct_ownership *layout = end == 0 ? &how->from : &how->into;
    int ready = 1;
    slots->given[end] = calloc((size_t)plan->size, sizeof *slots->given[end]);
    slots->address[end] = calloc((size_t)plan->size, sizeof *slots->address[end]);
    slots->piece[end] = calloc((size_t)ct_most(own->count, 1), sizeof *slots->piece[end]);
    if (slots->given[end] == NULL || slots->address[end] == NULL || slots->piece[end] == NULL) {
        return 0;
    }
    for (int rank = 0; rank < plan->size && ready; rank++) {
        ct_fft_stage theirs = step->stage;
        ct_fft_view *view = &slots->given[end][rank];
        theirs.work = ct_ownership_box(&how->work, rank);
        const ct_box box = end == 0 ? theirs.work : ct_fft_stage_result(&theirs);
        ready = rank == plan->rank ||
                ct_fft_spill_view(layout, &how->room[end], &box, plan->rank, 1, view);
        leave_out_spilled(view);
        ct_fft_view_join(step->stage.joined, view);
    }
    return ready;
}

/* Whether parts of both ends have the same places in a slot; what spills is behind the rest of it.
 * Rows of an output may be in another order. */
static int are_alike(const ct_fft_stage_plan *how) {
    const ct_fft_room *room = &how->room[1];
    const int have_rows = room->layout != NULL && room->axis > 0;
    return ct_ownership_equal(&how->from, &how->into) &&
           (!have_rows || memcmp(how->from.decomposition.order, room->layout->decomposition.order,
                                 (size_t)how->shape->axes * sizeof(int)) == 0);
}

int ct_fft_slots_prepare(const ct_fft_plan *plan, ct_fft_step *step, const ct_fft_stage_plan *how) {
    ct_fft_slots *slots = &step->slots;
    int ready = 1;
    if (!plan->is_shared || plan->size == 1 || plan->has_own_arrays) {
        return 1;
    }
    slots->is_end[0] = step->from < CT_FFT_WORK;
    slots->is_end[1] = step->into < CT_FFT_WORK;
    slots->work = calloc((size_t)plan->size, sizeof *slots->work);
    for (int rank = 0; rank < plan->size && slots->work != NULL; rank++) {
        ptrdiff_t unused[CT_MAX_AXES] = {0};
        slots->work[rank] = ct_ownership_box(&how->work, rank);
        ct_fft_join(step->stage.joined, &slots->work[rank], unused);
    }
    for (int end = 0; end < CT_FFT_ENDS && ready; end++) {
        ready =
            slots->work != NULL && (!slots->is_end[end] || find_given(plan, step, how, end, slots));
    }
    slots->in_place = slots->is_end[0] && slots->is_end[1] && are_alike(how);
    if (ready) {
        choose_width(&step->stage, how, plan->size, slots);
    }
    return ready;
}

void ct_fft_slots_destroy(ct_fft_slots *slots, int ranks) {
    for (int end = 0; end < CT_FFT_ENDS; end++) {
        for (int rank = 0; rank < ranks && slots->given[end] != NULL; rank++) {
            ct_fft_view_destroy(&slots->given[end][rank]);
        }
        free(slots->given[end]);
        free(slots->address[end]);
        free(slots->piece[end]);
    }
    free(slots->work);
    *slots = (ct_fft_slots){.portions = 0};
}

/* The most bytes that a portion has of a rank's pieces in a slot. */
static ptrdiff_t slot_bytes(const ct_fft_stage *stage, const ct_fft_slots *slots,
                            const ct_fft_view *view) {
    ptrdiff_t bytes = 0;
    for (int i = 0; i < view->count; i++) {
        ct_box part = view->piece[i].box;
        ct_fft_piece unused;
        for (int a = 0; a < part.axes; a++) {
            part.count[a] =
                is_transformed(stage, a) ? part.count[a] : ct_least(part.count[a], slots->width[a]);
        }
        bytes += ct_fft_slots_part(&view->piece[i], &part, view->element_bytes, 0, &unused);
    }
    return bytes;
}

ct_status ct_fft_slots_size(ct_fft_plan *plan) {
    ptrdiff_t all[CT_FFT_PHASES_MOST] = {0}; /* of a slot for each stage */
    ptrdiff_t buffers = 0;
    ptrdiff_t ends = 1;
    ct_status status = CT_OK;
    if (!plan->is_shared || plan->size == 1 || plan->has_own_arrays) {
        return CT_OK;
    }
    for (int i = 0; i < plan->steps; i++) {
        const ct_fft_step *step = &plan->step[i];
        for (int k = 0; k < CT_FFT_ENDS * plan->size; k++) {
            const ct_fft_view *given = step->slots.given[k / plan->size];
            all[i] = given != NULL ? ct_most(all[i], slot_bytes(&step->stage, &step->slots,
                                                                &given[k % plan->size]))
                                   : all[i];
        }
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, all, plan->steps, MPI_AINT, MPI_MAX, plan->comm));
    for (int i = 0; i < plan->steps; i++) {
        ct_fft_step *step = &plan->step[i];
        if (all[i] == 0) { /* all ranks have their own */
            ct_fft_slots_destroy(&step->slots, plan->size);
        }
        plan->slot_bytes = ct_most(plan->slot_bytes, all[i]);
        ends = all[i] > 0 && step->slots.is_end[1] && !step->slots.in_place ? CT_FFT_ENDS : ends;
        buffers = ct_most(buffers, ct_least(step->slots.portions, CT_FFT_SLOT_BUFFERS));
    }
    plan->slot_buffers = (int)buffers;
    plan->work_bytes[CT_FFT_SLOTS - CT_FFT_WORK] =
        ends * buffers * (plan->size - 1) * plan->slot_bytes;
    if (plan->work_bytes[CT_FFT_SLOTS - CT_FFT_WORK] > SLOTS_MOST_BYTES) {
        plan->work_bytes[CT_FFT_SLOTS - CT_FFT_WORK] = plan->slot_bytes = 0;
    }
cleanup:
    return status;
}
