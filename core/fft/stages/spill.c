#include "fft/stages/spill.h"

#include "fft/plan.h"
#include "fft/query.h"

static int is_transformed(const ct_fft_leg *leg, int axis) {
    int transformed = 0;
    for (int i = 0; i < leg->count; i++) {
        transformed = transformed || leg->axis[i] == axis;
    }
    return transformed;
}

/* Whether a stage makes of this rank's own blocks, which follow one another in memory, no larger
 * ones: it transforms the last axes, whatever their order in memory, and nothing else differs
 * between both. */
static int becomes_smaller(const ct_ownership *result, const ct_ownership *room,
                           const ct_fft_leg *last) {
    const ct_decomposition *before = &result->decomposition;
    const ct_decomposition *after = &room->decomposition;
    ptrdiff_t bytes_before = result->element_bytes;
    ptrdiff_t bytes_after = room->element_bytes;
    int suits = ct_ownership_is_plain(result) && ct_ownership_is_plain(room);
    int is_last = 0;
    for (int a = 0; a < after->axes && suits; a++) {
        is_last = is_last || is_transformed(last, a);
        suits = is_last == is_transformed(last, a) && before->grid[a] == after->grid[a] &&
                last->grid[a] == after->grid[a] &&
                (is_last || (before->order[a] == a && after->order[a] == a &&
                             before->extent[a] == after->extent[a]));
        bytes_before *= is_last ? before->extent[a] : 1;
        bytes_after *= is_last ? after->extent[a] : 1;
    }
    return suits && bytes_before >= bytes_after;
}

int ct_fft_spill_suits(const ct_ownership *result, const ct_ownership *room,
                       const ct_fft_leg *last) {
    return !is_transformed(last, 0) && becomes_smaller(result, room, last);
}

int ct_fft_spill_moves(const ct_fft_plan *plan, const ct_fft_leg *leg) {
    const ct_ownership *input = ct_fft_layout_at(plan, 1);
    const ct_ownership *output = ct_fft_layout_at(plan, 0);
    if (!plan->options.in_place || !plan->is_shared || ct_ownership_equal(input, output)) {
        return 0;
    }
    return becomes_smaller(input, output, leg) ? 1 : becomes_smaller(output, input, leg) ? -1 : 0;
}

/* Planes of a rank, along the first axis, that fit, and the bytes of each. */
static ptrdiff_t fitting(const ct_ownership *result, const ct_ownership *room, int rank,
                         ptrdiff_t *plane_bytes) {
    const ptrdiff_t planes = ct_ownership_box(result, rank).count[0];
    *plane_bytes = planes > 0 ? ct_ownership_bytes(result, rank) / planes : 0;
    return *plane_bytes > 0 ? ct_ownership_bytes(room, rank) / *plane_bytes : 0;
}

ptrdiff_t ct_fft_spill_bytes(const ct_ownership *result, const ct_ownership *room, int rank) {
    ptrdiff_t plane_bytes = 0;
    const ptrdiff_t fit = fitting(result, room, rank, &plane_bytes);
    return ct_ownership_bytes(result, rank) - fit * plane_bytes;
}

int ct_fft_spill_view(const ct_ownership *result, const ct_ownership *room, const ct_box *box,
                      int first_owner, int owners, ct_fft_view *view) {
    int ready = ct_fft_view_create(result, box, first_owner, owners, view);
    const int count = room != NULL ? view->count : 0;
    for (int i = 0; i < count && ready; i++) {
        ct_fft_piece spilled = view->piece[i];
        const int rank = first_owner + spilled.owner;
        ptrdiff_t plane_bytes = 0;
        const ptrdiff_t fit = fitting(result, room, rank, &plane_bytes);
        const ptrdiff_t left = ct_ownership_box(result, rank).first[0] + fit - spilled.box.first[0];
        const ptrdiff_t kept = left > 0 ? left : 0;
        if (kept >= spilled.box.count[0]) {
            continue;
        }
        spilled.is_spilled = 1;
        spilled.offset += kept * spilled.stride[0] - fit * plane_bytes;
        spilled.box.first[0] += kept;
        spilled.box.count[0] -= kept;
        if (kept > 0) {
            view->piece[i].box.count[0] = kept;
            ready = ct_fft_view_add(view, &spilled);
        } else {
            view->piece[i] = spilled;
        }
    }
    return ready;
}
