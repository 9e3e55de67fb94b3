/* Layers of cells beyond the box, from the neighbours along distributed axes. */
#include "adi/sweeps/halo.h"

#include "adi/memory.h"
#include "adi/plan.h"
#include "adi/sweeps/phases.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

int ct_adi_goes_on(const ct_adi_plan *plan, int axis, int side) {
    const ptrdiff_t end = plan->box.first[axis] + plan->box.count[axis];
    return plan->axis[axis].is_periodic ||
           (side == 0 ? plan->box.first[axis] > 0 : end < plan->axis[axis].n);
}

/* Strides of a layer of its own, or of one inside an array of the box. */
static void strides(const ct_adi_plan *plan, int axis, int is_inside, ptrdiff_t stride[2]) {
    const ptrdiff_t *count = plan->box.count;
    const ptrdiff_t rows = is_inside || axis != 1 ? count[1] : 1;
    const ptrdiff_t row = is_inside || axis != 2 ? count[2] : 1;
    stride[0] = axis != 0 ? rows * row : 0;
    stride[1] = axis != 1 ? row : 0;
}

void ct_adi_layer_take(const ct_adi_shape *shape, ptrdiff_t bytes, int side, const void *array,
                       void *layer) {
    const ptrdiff_t at = side == 0 ? 0 : shape->n - 1;
    const ptrdiff_t row_bytes = shape->inner * bytes;
    for (ptrdiff_t o = 0; o < shape->outer; o++) {
        memcpy((char *)layer + o * row_bytes, (const char *)array + (o * shape->n + at) * row_bytes,
               (size_t)row_bytes);
    }
}

/* One layer on either side of distributed axes, apart from the state, which has no ghosts: sweeps
 * go along dense lines. */
static ct_halo_options options_of(const ct_adi_plan *plan) {
    ct_halo_options options = {
        .faces_only = 1, .has_width = 1, .apart = 1, .exchange = plan->exchanges.options};
    options.exchange.precision = CT_MESSAGES_EXACT; /* the operator would amplify rounding errors */
    for (int a = 0; a < plan->axes; a++) {
        const int axis = ct_adi_box_axis(plan, a);
        options.periodic[a] = plan->axis[axis].is_periodic;
        options.width[a][0] = options.width[a][1] = plan->grid[axis] > 1;
    }
    return options;
}

/* Counts the bytes that neighbours send this rank. */
static void count_moved(ct_adi_plan *plan) {
    for (int axis = 0; axis < CT_ADI_BOX_AXES && !ct_adi_is_empty(plan); axis++) {
        const ptrdiff_t cells = ct_box_elements(&plan->box) / plan->box.count[axis];
        const int sides = ct_adi_goes_on(plan, axis, 0) + ct_adi_goes_on(plan, axis, 1);
        plan->moved_bytes +=
            plan->grid[axis] > 1 ? (double)(sides * cells * plan->kernels->bytes) : 0;
    }
}

ct_status ct_adi_halo_create(ct_adi_plan *plan) {
    const ct_distribution *d = &plan->distribution;
    const ct_decomposition cells = ct_decompose_blocks(d->axes, d->extent, d->grid);
    const ct_halo_array numbers = {.element_bytes = plan->kernels->bytes};
    const ct_halo_options options = options_of(plan);
    ct_adi_halo *halo = &plan->halo;
    int is_distributed = 0;
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        is_distributed = is_distributed || plan->grid[axis] > 1;
    }
    if (!is_distributed) {
        return CT_OK;
    }
    CT_TRY(ct_halo_plan_create(plan->comm, &cells, 1, &numbers, &options, &halo->plan));
    halo->layers = ct_adi_memory(plan, ct_halo_layer_elements(halo->plan), plan->kernels->bytes);
    CT_TRY(ct_agree(plan->comm, halo->layers != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for layers of %td cells",
                                               ct_halo_layer_elements(halo->plan))));
    count_moved(plan);
cleanup:
    return status;
}

void ct_adi_halo_destroy(ct_adi_halo *halo) {
    ct_halo_plan_destroy(&halo->plan);
    free(halo->layers);
}

ct_status ct_adi_halo_exchange(ct_adi_plan *plan, const void *array) {
    const ct_phase phase = ct_adi_phase_begin(CT_ADI_HALO);
    void *arrays[1] = {(void *)array}; /* only read, since layers are apart */
    ct_status status = CT_OK;
    if (plan->halo.plan != NULL) {
        status = ct_halo_execute(plan->halo.plan, arrays, &plan->halo.layers);
    }
    ct_adi_phase_end(plan, CT_ADI_HALO, &phase);
    return status;
}

ct_adi_layer ct_adi_beyond(const ct_adi_plan *plan, int axis, int side, const void *array) {
    const int is_inside = plan->grid[axis] < 2;
    const ptrdiff_t bytes = plan->kernels->bytes;
    ct_adi_layer layer = {.at = plan->zeros};
    if (!ct_adi_goes_on(plan, axis, side)) {
        return layer;
    }
    strides(plan, axis, is_inside, layer.stride);
    if (is_inside) { /* the other end of this array */
        const ptrdiff_t far = side == 0 ? plan->box.count[axis] - 1 : 0;
        const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
        layer.at = (const char *)array + far * shape.inner * bytes;
    } else {
        const int a = ct_adi_user_axis(plan, axis);
        layer.at = (const char *)plan->halo.layers +
                   ct_halo_layer_first(plan->halo.plan, 0, a, side) * bytes;
    }
    return layer;
}
