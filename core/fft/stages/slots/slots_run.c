/* Running a stage by way of slots. */
#include "fft/plan.h"
#include "fft/stages/slots/slots.h"
#include "kernels/strided.h"
#include "redistribute/box.h"
#include "trace/phase.h"

#include <stdint.h>

/* A stage that goes on; `stage` has the views of the portion. */
typedef struct run {
    const ct_fft_plan *plan;
    const ct_fft_step *step;
    const ct_fft_slots *slots;
    ct_fft_stage stage;
    uint64_t begun; /* arrivals at the barrier before */
} run;

/* Whose memory has the slots of a portion that `worker` has of the array of `owner`. */
static int holder_of(const run *r, int end, int owner, int worker) {
    return end == 0 || r->slots->in_place ? owner : worker;
}

/* Where in it that slot is. */
static ptrdiff_t slot_at(const run *r, int end, ptrdiff_t portion, int owner, int worker) {
    const ptrdiff_t buffers = r->plan->slot_buffers;
    const ptrdiff_t buffer = (r->slots->in_place ? 0 : end) * buffers + portion % buffers;
    const int holder = holder_of(r, end, owner, worker);
    const int other = owner + worker - holder;
    const ptrdiff_t number = other < holder ? other : other - 1;
    return (buffer * (r->plan->size - (ptrdiff_t)1) + number) * r->plan->slot_bytes;
}

/* Positions of a rank's portion at one end, none after its last. */
static ct_box portion_of(const run *r, int end, ptrdiff_t portion, int rank) {
    const ct_box *work = &r->slots->work[rank];
    ct_box box = {.axes = work->axes};
    if (portion >= ct_box_tiles(work, r->slots->width)) {
        return box;
    }
    box = ct_box_tile(work, r->slots->width, portion);
    return end == 0 ? box : ct_fft_stage_result_of(&r->step->stage, &box);
}

/* Copies between a piece of this rank's array and its part in a slot. */
static void move_part(const ct_fft_piece *piece, const ct_fft_piece *part, ptrdiff_t element_bytes,
                      char *array, char *slots, int puts, int streams) {
    ct_strided copy = {.unit_bytes = element_bytes, .streams = streams};
    char *at = array + piece->offset;
    int order[CT_MAX_AXES] = {0};
    ct_fft_slots_order(piece, order);
    for (int i = 0; i < part->box.axes; i++) {
        const int a = order[i];
        at += (part->box.first[a] - piece->box.first[a]) * piece->stride[a];
        ct_strided_append(&copy, part->box.count[a], puts ? piece->stride[a] : part->stride[a],
                          puts ? part->stride[a] : piece->stride[a]);
    }
    ct_strided_reverse(&copy);
    char *slot = slots + part->offset;
    ct_strided_copy(&copy, puts ? at : slot, puts ? slot : at);
}

/* Copies what others read in a portion of theirs to slots, or what they wrote from theirs. */
static void move(const run *r, int end, ptrdiff_t portion) {
    const ct_fft_plan *plan = r->plan;
    const int puts = end == 0;
    const ct_fft_memory memory = puts ? r->step->from : r->step->into;
    if (!r->slots->is_end[end] || portion < 0 || portion >= r->slots->portions) {
        return;
    }
    for (int k = 1; k < plan->size; k++) {
        const int rank = (plan->rank + k) % plan->size;
        const ct_fft_view *given = &r->slots->given[end][rank];
        const ct_box box = portion_of(r, end, portion, rank);
        char *slots = plan->address[CT_FFT_SLOTS][holder_of(r, end, plan->rank, rank)];
        ptrdiff_t offset = slot_at(r, end, portion, plan->rank, rank);
        for (int i = 0; i < given->count; i++) {
            ct_fft_piece part;
            const ptrdiff_t bytes =
                ct_fft_slots_part(&given->piece[i], &box, given->element_bytes, offset, &part);
            offset += bytes;
            if (bytes > 0) {
                move_part(&given->piece[i], &part, given->element_bytes,
                          plan->address[memory][plan->rank], slots, puts,
                          puts ? !r->slots->in_place : r->slots->streams);
            }
        }
    }
}

/* Puts what the portion has of other ranks' arrays where it is in slots. */
static void set_view(run *r, int end, ptrdiff_t portion) {
    const ct_fft_plan *plan = r->plan;
    const ct_fft_view *whole = end == 0 ? &r->step->stage.from : &r->step->stage.into;
    const ct_box box = portion_of(r, end, portion, plan->rank);
    ct_fft_piece *piece = r->slots->piece[end];
    ptrdiff_t offset = 0;
    int owner = -1;
    for (int i = 0; i < whole->count && r->slots->is_end[end]; i++) {
        piece[i] = whole->piece[i];
        if (piece[i].owner != plan->rank && !piece[i].is_spilled) {
            offset = piece[i].owner == owner ? offset
                                             : slot_at(r, end, portion, piece[i].owner, plan->rank);
            owner = piece[i].owner;
            offset +=
                ct_fft_slots_part(&whole->piece[i], &box, whole->element_bytes, offset, &piece[i]);
            piece[i].streams = !r->slots->in_place;
        }
    }
}

static void open_views(run *r) {
    const ct_fft_plan *plan = r->plan;
    ct_fft_view *view[CT_FFT_ENDS] = {&r->stage.from, &r->stage.into};
    for (int end = 0; end < CT_FFT_ENDS; end++) {
        const ct_fft_memory memory = end == 0 ? r->step->from : r->step->into;
        char **address = r->slots->address[end];
        for (int rank = 0; rank < plan->size && r->slots->is_end[end]; rank++) {
            address[rank] = rank == plan->rank
                                ? plan->address[memory][rank]
                                : plan->address[CT_FFT_SLOTS][holder_of(r, end, rank, plan->rank)];
        }
        if (r->slots->is_end[end]) {
            view[end]->piece = r->slots->piece[end];
            view[end]->address = address;
        }
    }
}

static void run_portion(run *r, ptrdiff_t portion, const ct_fft_progress *progress) {
    const ct_fft_plan *plan = r->plan;
    ct_fft_progress told = *progress;
    const ct_box box = portion_of(r, 0, portion, plan->rank);
    told.share /= (double)r->slots->portions;
    told.first += told.share * (double)portion;
    set_view(r, 0, portion);
    set_view(r, 1, portion);
    if (ct_box_elements(&box) > 0) {
        ct_fft_stage_run(&r->stage, &box, plan->workspace, plan->threads, &told);
    }
}

/* Moves go two portions ahead and behind, so that no rank waits for what others do just now:
 * portion n is put in turn n, run in the next one, and taken in turn n + 3, when the slots that it
 * had are wanted. Each turn has two arrivals at the barrier: after moves, and after the run. */
void ct_fft_slots_run(ct_fft_plan *plan, ct_fft_step *step, const ct_fft_progress *progress) {
    run r = {.plan = plan,
             .step = step,
             .slots = &step->slots,
             .stage = step->stage,
             .begun = plan->barrier.times};
    const ptrdiff_t turns = step->slots.portions + CT_FFT_SLOT_BUFFERS;
    open_views(&r);
    for (ptrdiff_t turn = 0; turn < turns; turn++) {
        const uint64_t arrivals = r.begun + 2 * (uint64_t)turn;
        const ct_phase span = ct_span_begin(CT_TRACE_COPY, "parts in slots");
        if (turn >= CT_FFT_SLOT_BUFFERS) {
            ct_node_barrier_wait_for(&plan->barrier, arrivals - 2);
        }
        move(&r, 1, turn - CT_FFT_SLOT_BUFFERS);
        move(&r, 0, turn);
        ct_span_end(&span);
        (void)ct_node_barrier_arrive(&plan->barrier);
        if (turn > 0 && turn <= step->slots.portions) {
            ct_node_barrier_wait_for(&plan->barrier, arrivals - 1);
            run_portion(&r, turn - 1, progress);
        }
        (void)ct_node_barrier_arrive(&plan->barrier);
    }
}
