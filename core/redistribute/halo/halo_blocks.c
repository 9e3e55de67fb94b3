#include "redistribute/halo/halo_blocks.h"

#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

ct_box ct_halo_box(const ct_halo_geometry *geometry, int rank, ptrdiff_t index) {
    const ct_owned product = ct_ownership_product(&geometry->ownership, rank, index);
    ct_box box = {.axes = geometry->shape.axes};
    for (int a = 0; a < box.axes; a++) {
        box.first[a] = product.axis[a].first;
        box.count[a] = ct_intervals_count(&product.axis[a]);
    }
    return box;
}

/* Where a slab of one of this rank's boxes lies: around its part, or as a dense box of its own. */
static ct_owned_memory slab_memory(const ct_halo_geometry *g, ptrdiff_t box, int index,
                                   const ct_box *slab) {
    ct_owned_memory memory = {.offset = 0};
    const int *order = g->ownership.decomposition.order;
    ptrdiff_t stride = 1;
    if (g->layer_first == NULL) {
        memory = ct_ownership_memory(&g->ownership, g->ownership.rank, box);
        for (int a = 0; a < g->shape.axes; a++) {
            memory.offset += slab->first[a] * memory.stride[a];
        }
        return memory;
    }
    memory.offset = g->layer_first[(ptrdiff_t)2 * g->shape.axes * box + index];
    for (int i = g->shape.axes - 1; i >= 0; i--) {
        memory.stride[order[i]] = stride;
        stride *= slab->count[order[i]];
    }
    return memory;
}

static int meet(const ct_owned *piece, const ct_box *box) {
    int common = 1;
    for (int a = 0; a < box->axes; a++) {
        const ct_interval i = ct_intervals_at(&piece->axis[a], 0);
        common =
            common && i.first < box->first[a] + box->count[a] && box->first[a] < i.first + i.count;
    }
    return common;
}

/* Appends what `origin` has of a piece. */
static ct_status add_piece(const ct_halo_geometry *g, const ct_intersection *intersection,
                           int origin, const ct_owned *piece, ct_transfer_end end,
                           const ct_owned_memory *slab, ct_block_list *blocks) {
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < ct_ownership_products(&g->ownership, origin); i++) {
        const ct_box box = ct_halo_box(g, origin, i);
        if (meet(piece, &box)) {
            const ct_owned from = ct_ownership_product(&g->ownership, origin, i);
            const ct_owned_memory memory =
                end == CT_END_FROM ? ct_ownership_memory(&g->ownership, origin, i) : *slab;
            CT_TRY(ct_intersection_blocks(intersection, &from, piece, end, &memory, blocks));
        }
    }
cleanup:
    return status;
}

/* Appends what goes from one rank to another, or stays, of which this rank is the one or the
 * other. Boxes, slabs and pieces come in the same order to both. */
static ct_status add_blocks(const ct_halo_geometry *g, const ct_intersection *intersection,
                            int origin, int destination, ct_transfer_end end,
                            ct_block_list *blocks) {
    ct_status status = CT_OK;
    for (ptrdiff_t i = 0; i < ct_ownership_products(&g->ownership, destination); i++) {
        const ct_box part = ct_halo_box(g, destination, i);
        for (int index = 0; index < 2 * g->shape.axes; index++) {
            const ct_box slab = ct_halo_slab(&g->shape, &part, index);
            ct_halo_pieces pieces = ct_halo_pieces_of(&g->shape, &part, &slab);
            ct_owned_memory memory = {.offset = 0};
            ct_owned piece;
            if (end == CT_END_INTO) {
                memory = slab_memory(g, i, index, &slab);
            }
            while (ct_halo_pieces_next(&pieces, &piece)) {
                CT_TRY(add_piece(g, intersection, origin, &piece, end, &memory, blocks));
            }
        }
    }
cleanup:
    return status;
}

ct_status ct_halo_list_create(const ct_halo_geometry *geometry, ct_transfer_end end,
                              ct_halo_list *list) {
    const int size = geometry->size;
    const int rank = geometry->ownership.rank;
    ct_intersection same = {.axes = geometry->shape.axes, .axis_of = {0, 1, 2, 3}};
    ct_status status = CT_OK;
    memcpy(same.order, geometry->ownership.decomposition.order, sizeof same.order);
    *list = (ct_halo_list){.first = malloc(((size_t)size + 1) * sizeof *list->first)};
    if (list->first == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d ranks", size);
    }
    for (int peer = 0; peer < size; peer++) {
        list->first[peer] = list->blocks.count;
        CT_TRY(end == CT_END_FROM ? add_blocks(geometry, &same, rank, peer, end, &list->blocks)
                                  : add_blocks(geometry, &same, peer, rank, end, &list->blocks));
    }
    list->first[size] = list->blocks.count;
cleanup:
    return status;
}

void ct_halo_list_destroy(ct_halo_list *list) {
    free(list->blocks.list);
    free(list->first);
    *list = (ct_halo_list){.first = NULL};
}

ct_block ct_halo_field_block(const ct_block *block, ptrdiff_t element_bytes, ptrdiff_t shift,
                             ptrdiff_t unit_bytes) {
    ct_block field = *block;
    const int last = block->axes - 1; /* along which elements are side by side */
    field.offset = block->offset * element_bytes + shift;
    for (int a = 0; a < last; a++) {
        field.stride[a] *= element_bytes;
    }
    field.count[last] *= element_bytes / unit_bytes;
    field.stride[last] = unit_bytes;
    return field;
}
