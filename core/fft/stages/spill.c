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

/* Whether rows along the last axis have the bytes of those of the output, but for a number each,
 * and nothing else differs. */
static int loses_one_a_row(const ct_ownership *result, const ct_ownership *output,
                           const ct_fft_leg *last) {
    const ct_decomposition *before = &result->decomposition;
    const ct_decomposition *after = &output->decomposition;
    const int row = after->axes - 1;
    int suits = ct_ownership_is_plain(result) && ct_ownership_is_plain(output) && row > 0 &&
                is_transformed(last, row) && after->order[row] == row && after->grid[row] == 1 &&
                result->element_bytes == 2 * output->element_bytes &&
                2 * (before->extent[row] - 1) == after->extent[row];
    for (int a = 0; a < after->axes && suits; a++) {
        suits = before->grid[a] == after->grid[a] &&
                (a == row || before->extent[a] == after->extent[a]);
    }
    return suits;
}

/* Several threads write planes where others have just read, which takes longer than an array of the
 * plan where that is placed in little time. A rank of two threads, by an array and so, ms: c2r that
 * keeps its input 128^3 2.98 and 3.13, 256^3 27.4 and 28.6; in place r2c 128^3 3.3 and 4.0, 256^3
 * 31.4 and 31.8, c2r 128^3 3.05 and 3.7, 256^3 25 to 27 and 30. */
enum { THREADED_LEAST_BYTES = 32 << 20 };
static ptrdiff_t threaded_least_bytes = THREADED_LEAST_BYTES;

void ct_fft_spill_set_least(ptrdiff_t bytes) {
    threaded_least_bytes = bytes;
}

/* Whether planes of a layout may go in order. */
static int may_order(const ct_fft_plan *plan, const ct_ownership *layout) {
    return plan->has_one_thread || ct_ownership_bytes(layout, 0) >= threaded_least_bytes;
}

ct_fft_room ct_fft_spill_room(const ct_fft_plan *plan, const ct_ownership *result,
                              const ct_ownership *output, const ct_fft_leg *last) {
    if (!is_transformed(last, 0) && becomes_smaller(result, output, last)) {
        return (ct_fft_room){.layout = may_order(plan, result) ? output : NULL};
    }
    return loses_one_a_row(result, output, last)
               ? (ct_fft_room){.layout = output, .axis = output->decomposition.axes - 1}
               : (ct_fft_room){.layout = NULL};
}

int ct_fft_spill_moves(const ct_fft_plan *plan, const ct_fft_leg *leg) {
    const ct_ownership *input = ct_fft_layout_at(plan, 1);
    const ct_ownership *output = ct_fft_layout_at(plan, 0);
    const ct_ownership *coefficients = plan->options.direction == CT_FORWARD ? output : input;
    if (!plan->options.in_place || !plan->is_shared || ct_ownership_equal(input, output) ||
        !may_order(plan, coefficients)) {
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

/* The last numbers of all rows, as an array of their own. */
static ct_ownership last_numbers(const ct_ownership *result, int row) {
    ct_ownership layout = *result;
    layout.decomposition.extent[row] = 1;
    return layout;
}

ptrdiff_t ct_fft_spill_bytes(const ct_ownership *result, const ct_fft_room *room, int rank) {
    const ct_ownership last = last_numbers(result, room->axis);
    ptrdiff_t plane_bytes = 0;
    const ptrdiff_t fit = room->axis == 0 ? fitting(result, room->layout, rank, &plane_bytes) : 0;
    return room->axis == 0 ? ct_ownership_bytes(result, rank) - fit * plane_bytes
                           : ct_ownership_bytes(&last, rank);
}

/* Rows in the places of those of the output, and their last numbers. */
static int view_rows(const ct_ownership *result, const ct_fft_room *room, const ct_box *box,
                     int first_owner, int owners, ct_fft_view *view) {
    const int row = room->axis;
    const ct_ownership last = last_numbers(result, row);
    const ptrdiff_t times = result->element_bytes / room->layout->element_bytes;
    const ptrdiff_t end = result->decomposition.extent[row] - 1;
    const int has_last = box->count[row] > 0 && box->first[row] + box->count[row] > end;
    ct_box part = *box;
    ct_fft_view spilled = {.count = 0};
    part.first[row] *= times;
    part.count[row] = (part.count[row] - has_last) * times;
    int ready = ct_fft_view_create(room->layout, &part, first_owner, owners, view);
    for (int i = 0; i < view->count; i++) {
        view->piece[i].box.first[row] /= times;
        view->piece[i].box.count[row] /= times;
        view->piece[i].stride[row] *= times;
    }
    view->element_bytes = result->element_bytes;
    part.first[row] = 0;
    part.count[row] = has_last;
    ready = ct_fft_view_create(&last, &part, first_owner, owners, &spilled) && ready;
    for (int i = 0; i < spilled.count && ready; i++) {
        spilled.piece[i].is_spilled = 1;
        spilled.piece[i].box.first[row] = end;
        ready = ct_fft_view_add(view, &spilled.piece[i]);
    }
    ct_fft_view_destroy(&spilled);
    return ready;
}

int ct_fft_spill_view(const ct_ownership *result, const ct_fft_room *room, const ct_box *box,
                      int first_owner, int owners, ct_fft_view *view) {
    if (room->axis > 0) {
        return view_rows(result, room, box, first_owner, owners, view);
    }
    int ready = ct_fft_view_create(result, box, first_owner, owners, view);
    const int count = room->layout != NULL ? view->count : 0;
    for (int i = 0; i < count && ready; i++) {
        ct_fft_piece spilled = view->piece[i];
        const int rank = first_owner + spilled.owner;
        ptrdiff_t plane_bytes = 0;
        const ptrdiff_t fit = fitting(result, room->layout, rank, &plane_bytes);
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
