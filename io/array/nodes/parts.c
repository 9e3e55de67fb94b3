#include "io/array/nodes/parts.h"

#include <stdbool.h>
#include <string.h>

/* Extents of the array in which the boxes lie one after the other along `axis`; its elements. */
static double stacked(const ct_part *parts, int count, int axis, ptrdiff_t *extent) {
    const int axes = count > 0 ? parts[0].box.axes : 0;
    double elements = 1;
    memset(extent, 0, CT_MAX_AXES * sizeof *extent);
    for (int i = 0; i < count; i++) {
        const ptrdiff_t *have = parts[i].box.count;
        for (int a = 0; a < axes && ct_box_elements(&parts[i].box) > 0; a++) {
            extent[a] = a == axis ? extent[a] + have[a] : have[a] > extent[a] ? have[a] : extent[a];
        }
    }
    for (int a = 0; a < axes; a++) {
        elements *= (double)extent[a];
    }
    return elements;
}

void ct_parts_stack(ct_part *parts, int count) {
    const int axes = count > 0 ? parts[0].box.axes : 0;
    ptrdiff_t extent[CT_MAX_AXES];
    ptrdiff_t next = 0;
    double least = 0;
    int axis = 0;
    for (int a = 0; a < axes; a++) {
        const double elements = stacked(parts, count, a, extent);
        if (a == 0 || elements < least) {
            least = elements;
            axis = a;
        }
    }
    (void)stacked(parts, count, axis, extent);
    for (int i = 0; i < count; i++) {
        memcpy(parts[i].extent, extent, sizeof extent);
        memset(parts[i].at, 0, sizeof parts[i].at);
        parts[i].at[axis] = next;
        next += ct_box_elements(&parts[i].box) > 0 ? parts[i].box.count[axis] : 0;
    }
}

const ct_part *ct_parts_find(const ct_part *parts, int count, const ct_box *box) {
    for (int i = 0; i < count; i++) {
        const ct_box *whole = &parts[i].box;
        const int lead = box->axes - whole->axes;
        bool is_inside = lead >= 0;
        for (int a = 0; a < whole->axes && is_inside; a++) {
            const ptrdiff_t first = box->first[lead + a] - whole->first[a];
            is_inside = first >= 0 && first + box->count[lead + a] <= whole->count[a];
        }
        if (is_inside) {
            return &parts[i];
        }
    }
    return NULL;
}

ct_box ct_part_shift(const ct_part *part, const ct_box *box) {
    const int lead = box->axes - part->box.axes;
    ct_box shifted = *box;
    for (int a = 0; a < part->box.axes; a++) {
        shifted.first[lead + a] += part->at[a] - part->box.first[a];
    }
    return shifted;
}
