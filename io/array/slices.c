#include "io/array/slices.h"
#include "base/arithmetic/extremes.h"

ct_slices ct_slices_make(const ct_box *box, ptrdiff_t most_elements) {
    ct_slices slices = {.box = *box, .axis = box->axes - 1};
    ptrdiff_t row = 1; /* elements of one position of the cut axis */
    if (ct_box_elements(box) == 0) {
        return slices;
    }
    while (slices.axis > 0 && row * box->count[slices.axis] <= most_elements) {
        row *= box->count[slices.axis--];
    }
    slices.rows = ct_least(most_elements / row, box->count[slices.axis]);
    slices.pieces = (box->count[slices.axis] + slices.rows - 1) / slices.rows;
    slices.count = slices.pieces;
    for (int axis = 0; axis < slices.axis; axis++) {
        slices.count *= box->count[axis];
    }
    return slices;
}

ptrdiff_t ct_slices_at(const ct_slices *slices, ptrdiff_t index, ct_box *slice) {
    const ct_box *box = &slices->box;
    ptrdiff_t piece = index % slices->pieces;
    ptrdiff_t rest = index / slices->pieces;
    ptrdiff_t offset = 0;
    ptrdiff_t begin[CT_MAX_AXES] = {0};
    *slice = *box;
    begin[slices->axis] = piece * slices->rows;
    slice->count[slices->axis] =
        ct_least(slices->rows, box->count[slices->axis] - begin[slices->axis]);
    for (int axis = slices->axis - 1; axis >= 0; axis--) {
        begin[axis] = rest % box->count[axis];
        rest /= box->count[axis];
        slice->count[axis] = 1;
    }
    for (int axis = 0; axis < box->axes; axis++) {
        slice->first[axis] += begin[axis];
        offset = offset * box->count[axis] + begin[axis];
    }
    return offset;
}
