#include "fft/stages/join.h"

#include <string.h>

/* Whether all ranks have whole rows along the axis after this one, side by side in memory. */
static int has_rows(const ct_ownership *layout, int axis) {
    const ct_decomposition *d = &layout->decomposition;
    const int next = axis + 1;
    int at = 0;
    while (d->order[at] != axis) {
        at++;
    }
    return layout->first_box == NULL && d->grid[next] == 1 && at + 1 < d->axes &&
           d->order[at + 1] == next && d->ghosts[next][0] == 0 && d->ghosts[next][1] == 0 &&
           (d->pitch[next] == 0 || d->pitch[next] == d->extent[next]);
}

unsigned ct_fft_joined_axes(const ct_fft_stage_plan *how) {
    const int may = how->axes == 1 || (how->axes == 2 && how->axis[0] == 1 && how->axis[1] == 0);
    unsigned joined = 0;
    for (int a = 0; a + 1 < how->shape->axes; a++) {
        int is_kept = 0;
        for (int i = 0; i < how->axes; i++) {
            is_kept = is_kept || a == how->axis[i] || a + 1 == how->axis[i];
        }
        if (how->joins && !ct_fft_stage_cuts_rows(how) && may && !how->turns &&
            !how->shape->is_split && !is_kept && has_rows(&how->from, a) &&
            has_rows(&how->into, a) && has_rows(&how->work, a)) {
            joined |= 1U << a;
        }
    }
    return joined;
}

void ct_fft_join(unsigned joined, ct_box *box, ptrdiff_t stride[CT_MAX_AXES]) {
    for (int a = 0; a + 1 < box->axes; a++) {
        if ((joined >> a & 1) != 0) {
            box->first[a + 1] += box->first[a] * box->count[a + 1];
            box->count[a + 1] *= box->count[a];
            stride[a] *= box->count[a];
            box->first[a] = 0;
            box->count[a] = 1;
        }
    }
}

/* As if a rank had all, where parts are no boxes. */
static void strides_of(const ct_ownership *layout, ptrdiff_t stride[CT_MAX_AXES]) {
    const ct_decomposition *d = &layout->decomposition;
    ptrdiff_t step = layout->element_bytes;
    if (ct_ownership_is_plain(layout)) {
        const ct_owned_memory memory = ct_ownership_memory(layout, 0, 0);
        memcpy(stride, memory.stride, sizeof memory.stride);
        return;
    }
    for (int i = d->axes - 1; i >= 0; i--) {
        stride[d->order[i]] = step;
        step *= d->pitch[d->order[i]] > 0 ? d->pitch[d->order[i]] : d->extent[d->order[i]];
    }
}

void ct_fft_joined_strides(const ct_fft_stage_plan *how, const ct_ownership *layout,
                           unsigned joined, ptrdiff_t stride[CT_MAX_AXES]) {
    const ct_fft_room *room = &how->room[layout == &how->into];
    ct_box box = ct_ownership_box(&how->work, 0);
    strides_of(room->axis > 0 ? room->layout : layout, stride);
    if (room->axis > 0) {
        stride[room->axis] = layout->element_bytes;
    }
    ct_fft_join(joined, &box, stride);
}

void ct_fft_view_join(unsigned joined, ct_fft_view *view) {
    for (int i = 0; i < view->count; i++) {
        ct_fft_join(joined, &view->piece[i].box, view->piece[i].stride);
    }
}

void ct_fft_stage_join(ct_fft_stage *stage) {
    ptrdiff_t unused[CT_MAX_AXES] = {0};
    ct_fft_join(stage->joined, &stage->work, unused);
    ct_fft_view_join(stage->joined, &stage->from);
    ct_fft_view_join(stage->joined, &stage->into);
}
