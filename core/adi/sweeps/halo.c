/* Layers of cells beyond the box, from the neighbours along distributed axes. */
#include "adi/sweeps/halo.h"

#include "adi/plan.h"
#include "base/mpi.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

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

void ct_adi_layer_take(const ct_adi_plan *plan, const ct_box *box, int axis, int side,
                       const void *array, void *layer) {
    const ct_adi_shape shape = ct_adi_shape_of(box, axis);
    const ptrdiff_t at = side == 0 ? 0 : shape.n - 1;
    const ptrdiff_t row_bytes = shape.inner * plan->kernels->bytes;
    for (ptrdiff_t o = 0; o < shape.outer; o++) {
        memcpy((char *)layer + o * row_bytes, (const char *)array + (o * shape.n + at) * row_bytes,
               (size_t)row_bytes);
    }
}

/* To the rank after goes the last layer, to that before the first; with two ranks of a periodic
 * axis one neighbour is both, and gets the two in one block. */
static ct_status plan_exchange(ct_adi_plan *plan, int axis) {
    const ct_adi_line *line = &plan->line[axis];
    ct_adi_halo *halo = &plan->halo[axis];
    const ptrdiff_t bytes = plan->kernels->bytes;
    const int low = (line->rank + line->size - 1) % line->size;
    const int high = (line->rank + 1) % line->size;
    const ptrdiff_t has_low = ct_adi_goes_on(plan, axis, 0) ? halo->cells : 0;
    const ptrdiff_t has_high = ct_adi_goes_on(plan, axis, 1) ? halo->cells : 0;
    ct_block *blocks = calloc(2 * (size_t)line->size, sizeof *blocks);
    ct_block *receive = blocks != NULL ? blocks + line->size : NULL;
    ct_status status =
        blocks != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", line->size);
    status = ct_agree(line->comm, status);
    if (status != CT_OK || blocks == NULL) {
        goto cleanup;
    }
    for (int peer = 0; peer < line->size; peer++) {
        blocks[peer] = receive[peer] = ct_block_contiguous(0, 0, bytes);
    }
    if (low == high && has_low > 0 && has_high > 0) {
        blocks[low] = receive[low] = ct_block_contiguous(0, 2 * halo->cells, bytes);
    } else {
        if (has_low > 0) {
            blocks[low] = ct_block_contiguous(0, has_low, bytes);
            receive[low] = ct_block_contiguous(halo->cells * bytes, has_low, bytes);
        }
        if (has_high > 0) {
            blocks[high] = ct_block_contiguous(halo->cells * bytes, has_high, bytes);
            receive[high] = ct_block_contiguous(0, has_high, bytes);
        }
    }
    const ct_layout from = {bytes, blocks};
    const ct_layout into = {bytes, receive};
    CT_TRY(ct_exchange_plan_create(line->comm, &from, &into, &line->exchange, &halo->exchange));
    plan->moved_bytes += (double)((has_low + has_high) * bytes);
cleanup:
    free(blocks);
    return status;
}

ct_status ct_adi_halo_create(ct_adi_plan *plan, int axis) {
    const ct_adi_line *line = &plan->line[axis];
    ct_adi_halo *halo = &plan->halo[axis];
    ct_status status = CT_OK;
    if (line->size < 2) {
        return CT_OK;
    }
    halo->cells = ct_box_elements(&plan->box) / plan->box.count[axis];
    CT_TRY(ct_alloc(line->comm, 2 * halo->cells * plan->kernels->bytes, &halo->mine));
    CT_TRY(ct_alloc(line->comm, 2 * halo->cells * plan->kernels->bytes, &halo->theirs));
    memset(halo->theirs, 0, (size_t)(2 * halo->cells * plan->kernels->bytes));
    plan->bytes += 4.0 * (double)(halo->cells * plan->kernels->bytes);
    CT_TRY(plan_exchange(plan, axis));
cleanup:
    return status;
}

void ct_adi_halo_destroy(ct_adi_halo *halo) {
    ct_exchange_plan_destroy(&halo->exchange);
    ct_free(&halo->mine);
    ct_free(&halo->theirs);
}

ct_status ct_adi_halo_exchange(ct_adi_plan *plan, const void *array) {
    const double start_s = MPI_Wtime();
    ct_status status = CT_OK;
    for (int axis = 0; axis < CT_ADI_BOX_AXES; axis++) {
        ct_adi_halo *halo = &plan->halo[axis];
        if (halo->exchange != NULL) {
            for (int side = 0; side < 2; side++) {
                if (ct_adi_goes_on(plan, axis, side)) {
                    ct_adi_layer_take(plan, &plan->box, axis, side, array,
                                      (char *)halo->mine +
                                          side * halo->cells * plan->kernels->bytes);
                }
            }
            CT_TRY(ct_exchange_execute(halo->exchange, halo->mine, halo->theirs));
        }
    }
cleanup:
    plan->seconds[CT_ADI_HALO] += MPI_Wtime() - start_s;
    return status;
}

ct_adi_layer ct_adi_beyond(const ct_adi_plan *plan, int axis, int side, const void *array) {
    const ct_adi_halo *halo = &plan->halo[axis];
    const ptrdiff_t bytes = plan->kernels->bytes;
    ct_adi_layer layer = {.at = plan->zeros};
    if (!ct_adi_goes_on(plan, axis, side)) {
        return layer;
    }
    strides(plan, axis, halo->exchange == NULL, layer.stride);
    if (halo->exchange != NULL) {
        layer.at = (const char *)halo->theirs + (side == 1 ? 0 : halo->cells * bytes);
    } else { /* the other end of this array */
        const ptrdiff_t far = side == 0 ? plan->box.count[axis] - 1 : 0;
        const ct_adi_shape shape = ct_adi_shape_of(&plan->box, axis);
        layer.at = (const char *)array + far * shape.inner * bytes;
    }
    return layer;
}
