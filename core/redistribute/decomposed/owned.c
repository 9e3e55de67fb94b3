#include "redistribute/decomposed/owned.h"

ct_intervals ct_intervals_single(ptrdiff_t first, ptrdiff_t count) {
    return (ct_intervals){.runs = count > 0, .first = first, .width = count, .last_width = count};
}

ptrdiff_t ct_intervals_common(const ct_intervals *a, const ct_intervals *b) {
    ct_meeting meeting = {.count = 0};
    ptrdiff_t common = 0;
    while (ct_intervals_meet(a, b, &meeting)) {
        common += meeting.count;
    }
    return common;
}

ct_owned ct_owned_slice(const ct_owned *product, const ct_slice *slice) {
    ct_owned part = *product;
    ct_intervals *cut = &part.axis[slice->axis];
    if (slice->count == 0) {
        return part;
    }
    const ptrdiff_t whole = cut->runs > 1 ? cut->runs : ct_intervals_count(cut);
    const ptrdiff_t first = ct_block_first(whole, slice->count, slice->index);
    const ptrdiff_t count = ct_block_count(whole, slice->count, slice->index);
    if (cut->runs > 1) {
        cut->last_width = first + count == cut->runs ? cut->last_width : cut->width;
        cut->first += first * cut->step;
        cut->at += first * cut->width;
        cut->runs = count;
    } else {
        const ptrdiff_t at = cut->at + first;
        *cut = ct_intervals_single(cut->first + first, count);
        cut->at = at;
    }
    return part;
}
