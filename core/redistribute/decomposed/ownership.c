#include "redistribute/decomposed/ownership.h"

#include "base/mpi.h"
#include "redistribute/decomposed/decomposition.h"
#include "redistribute/decomposed/tiling.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Intervals of one part along an axis of the grid: writes them where `list` is not NULL. */
static ptrdiff_t list_intervals(const ct_decomposition *d, int axis, int part, ct_interval *list) {
    const ptrdiff_t extent = d->extent[axis];
    const int parts = d->grid[axis];
    ptrdiff_t first = 0;
    ptrdiff_t count = extent;
    ptrdiff_t step = extent;
    ptrdiff_t at = 0;
    ptrdiff_t listed = 0;
    if (d->kind == CT_DECOMPOSED_CYCLIC && parts > 1) {
        const ptrdiff_t width = d->width[axis] < extent ? d->width[axis] : extent;
        first = (part + parts - d->source[axis]) % parts * width;
        count = width;
        step = width * parts;
    } else if (d->kind == CT_DECOMPOSED_BOUNDS) {
        first = d->bounds[axis][part];
        count = d->bounds[axis][part + 1] - first;
    } else if (d->kind == CT_DECOMPOSED_BLOCKS) {
        first = ct_block_first(extent, parts, part);
        count = ct_block_count(extent, parts, part);
    }
    for (; first < extent && count > 0; first += step) {
        const ptrdiff_t here = count < extent - first ? count : extent - first;
        if (list != NULL) {
            list[listed] = (ct_interval){first, here, at};
        }
        listed++;
        at += here;
    }
    return listed;
}

static ct_status create_axis(const ct_decomposition *d, int axis, ct_axis_intervals *intervals) {
    const int parts = d->grid[axis];
    ptrdiff_t total = 0;
    intervals->first = malloc(((size_t)parts + 1) * sizeof *intervals->first);
    if (intervals->first != NULL) {
        for (int part = 0; part < parts; part++) {
            intervals->first[part] = total;
            total += list_intervals(d, axis, part, NULL);
        }
        intervals->first[parts] = total;
        intervals->list = malloc((size_t)total * sizeof *intervals->list + 1);
    }
    if (intervals->first == NULL || intervals->list == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the parts of axis %d", axis);
    }
    for (int part = 0; part < parts; part++) {
        (void)list_intervals(d, axis, part, intervals->list + intervals->first[part]);
    }
    return CT_OK;
}

enum { NUMBERS_MOST = 4 + 8 * CT_MAX_AXES };

/* What all ranks must have alike, as numbers. */
static void write_down(const ct_decomposition *d, ptrdiff_t numbers[NUMBERS_MOST]) {
    const int is_grid = d->kind != CT_DECOMPOSED_BOXES;
    ptrdiff_t *next = numbers;
    memset(numbers, 0, NUMBERS_MOST * sizeof *numbers);
    *next++ = (ptrdiff_t)d->kind;
    *next++ = d->axes;
    *next++ = is_grid && d->first_fastest;
    for (int a = 0; a < d->axes; a++) {
        uint64_t bounds = 14695981039346656037U; /* the FNV-1a hash */
        for (int i = 0; d->kind == CT_DECOMPOSED_BOUNDS && i <= d->grid[a]; i++) {
            bounds = (bounds ^ (uint64_t)d->bounds[a][i]) * 1099511628211U;
        }
        *next++ = d->extent[a];
        *next++ = d->order[a];
        *next++ = is_grid ? d->grid[a] : 0;
        *next++ = d->kind == CT_DECOMPOSED_CYCLIC ? d->width[a] : 0;
        *next++ = d->kind == CT_DECOMPOSED_CYCLIC ? d->source[a] : 0;
        *next++ = (ptrdiff_t)bounds;
    }
}

/* Fails where a decomposition differs from rank 0's. Ghosts and pitches may. Collective. */
static ct_status check_same(MPI_Comm comm, const ct_decomposition *decomposition) {
    ptrdiff_t mine[NUMBERS_MOST];
    ptrdiff_t first[NUMBERS_MOST];
    ct_status status = CT_OK;
    write_down(decomposition, mine);
    memcpy(first, mine, sizeof first);
    CT_MPI(MPI_Bcast(first, sizeof first, MPI_BYTE, 0, comm));
    if (memcmp(first, mine, sizeof first) != 0) {
        status = ct_raise(CT_ERROR_ARGUMENT, "decompositions differ between ranks");
    }
    status = ct_agree(comm, status);
cleanup:
    return status;
}

/* How many boxes each rank has, and room for all. Collective. */
static ct_status count_boxes(MPI_Comm comm, ptrdiff_t mine, ct_ownership *o, int *counts,
                             int *firsts) {
    ptrdiff_t total = 0;
    ct_status status = CT_OK;
    ptrdiff_t *held = o->first_box + 1;
    CT_MPI(MPI_Allgather(&mine, 1, MPI_AINT, held, 1, MPI_AINT, comm));
    o->first_box[0] = 0;
    for (int rank = 0; rank < o->size; rank++) {
        counts[rank] = (int)held[rank];
        firsts[rank] = (int)total;
        total += held[rank];
        held[rank] = total;
    }
    o->box = malloc((size_t)total * sizeof *o->box + 1);
    if (o->box == NULL || total > INT_MAX) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %td boxes", total);
    }
    status = ct_agree(comm, status);
cleanup:
    return status;
}

/* Whether they cover the array once, as rank 0 finds. Collective. */
static ct_status check_boxes(MPI_Comm comm, const ct_ownership *o) {
    const ptrdiff_t total = o->first_box[o->size];
    ct_status status = CT_OK;
    if (o->rank == 0) {
        int *owner = malloc((size_t)total * sizeof *owner + 1);
        status = owner != NULL ? CT_OK
                               : ct_raise(CT_ERROR_MEMORY, "no memory to compare %td boxes", total);
        for (int rank = 0; owner != NULL && rank < o->size; rank++) {
            for (ptrdiff_t i = o->first_box[rank]; i < o->first_box[rank + 1]; i++) {
                owner[i] = rank;
            }
        }
        if (owner != NULL) {
            status = ct_tiling_check(o->decomposition.axes, o->decomposition.extent, total, o->box,
                                     owner);
        }
        free(owner);
    }
    return ct_agree_on_first(comm, status);
}

/* Tells all ranks the boxes of all. Collective. */
static ct_status gather_boxes(MPI_Comm comm, const ct_decomposition *given, ct_ownership *o) {
    const size_t size = (size_t)o->size;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int *counts = malloc(2 * size * sizeof *counts);
    ct_status status = CT_OK;
    o->first_box = malloc((size + 1) * sizeof *o->first_box);
    o->offset = malloc((size_t)given->boxes * sizeof *o->offset + 1);
    if (counts == NULL || o->first_box == NULL || o->offset == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %td boxes", given->boxes);
    }
    status = ct_agree(comm, status);
    if (status != CT_OK || counts == NULL || o->first_box == NULL || o->offset == NULL) {
        goto cleanup;
    }
    CT_TRY(count_boxes(comm, given->boxes, o, counts, counts + size));
    CT_MPI(MPI_Type_contiguous(sizeof(ct_box), MPI_BYTE, &type));
    CT_MPI(MPI_Type_commit(&type));
    CT_MPI(MPI_Allgatherv(given->box, (int)given->boxes, type, o->box, counts, counts + size, type,
                          comm));
    CT_TRY(check_boxes(comm, o));
    for (ptrdiff_t i = 0, end = 0; i < given->boxes; i++) {
        o->offset[i] = given->offset != NULL ? given->offset[i] : end;
        end += ct_decomposition_box_elements(given, &given->box[i]);
    }
cleanup:
    if (type != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&type);
    }
    free(counts);
    return status;
}

ct_status ct_ownership_create(MPI_Comm comm, const ct_decomposition *decomposition,
                              ct_ownership *ownership) {
    ct_status status = CT_OK;
    *ownership = (ct_ownership){.size = 0};
    CT_MPI(MPI_Comm_rank(comm, &ownership->rank));
    CT_MPI(MPI_Comm_size(comm, &ownership->size));
    CT_TRY(ct_agree(comm, ct_decomposition_check(decomposition, ownership->size)));
    CT_TRY(check_same(comm, decomposition));
    ownership->decomposition = *decomposition;
    if (decomposition->kind == CT_DECOMPOSED_BOXES) {
        CT_TRY(gather_boxes(comm, decomposition, ownership));
    } else {
        for (int a = 0; a < decomposition->axes && status == CT_OK; a++) {
            status = create_axis(decomposition, a, &ownership->axis[a]);
        }
        CT_TRY(ct_agree(comm, status));
    }
cleanup:
    if (status != CT_OK) {
        ct_ownership_destroy(ownership);
    }
    return status;
}

void ct_ownership_destroy(ct_ownership *ownership) {
    for (int a = 0; a < CT_MAX_AXES; a++) {
        free(ownership->axis[a].list);
        free(ownership->axis[a].first);
    }
    free(ownership->box);
    free(ownership->first_box);
    free(ownership->offset);
    *ownership = (ct_ownership){.size = 0};
}

ptrdiff_t ct_ownership_products(const ct_ownership *ownership, int rank) {
    return ownership->first_box != NULL
               ? ownership->first_box[rank + 1] - ownership->first_box[rank]
               : ct_decomposition_part(&ownership->decomposition, 0, rank) >= 0;
}

ct_owned ct_ownership_product(const ct_ownership *ownership, int rank, ptrdiff_t index) {
    const ct_decomposition *d = &ownership->decomposition;
    ct_owned product = {.list = {NULL}};
    for (int a = 0; a < d->axes; a++) {
        if (ownership->first_box != NULL) {
            const ct_box *box = &ownership->box[ownership->first_box[rank] + index];
            product.single[a] = (ct_interval){box->first[a], box->count[a], 0};
            product.count[a] = box->count[a] > 0;
        } else {
            const ct_axis_intervals *intervals = &ownership->axis[a];
            const int part = ct_decomposition_part(d, a, rank);
            product.list[a] = intervals->list + intervals->first[part];
            product.count[a] = intervals->first[part + 1] - intervals->first[part];
        }
    }
    return product;
}

void ct_ownership_order(const ct_ownership *ownership, int order[CT_MAX_AXES]) {
    const ct_decomposition *d = &ownership->decomposition;
    int given = 0;
    for (int i = 0; i < d->axes; i++) {
        given = given || d->order[i] != 0;
    }
    for (int i = 0; i < d->axes; i++) {
        order[i] = given ? d->order[i] : i;
    }
}

ct_owned_memory ct_ownership_memory(const ct_ownership *ownership, ptrdiff_t index) {
    const ct_decomposition *d = &ownership->decomposition;
    const int is_box = ownership->first_box != NULL;
    ct_owned_memory memory = {.offset = is_box ? ownership->offset[index] : 0};
    int order[CT_MAX_AXES] = {0};
    ptrdiff_t stride = 1;
    ct_ownership_order(ownership, order);
    for (int i = d->axes - 1; i >= 0; i--) {
        const int axis = order[i];
        const int part = is_box ? 0 : ct_decomposition_part(d, axis, ownership->rank);
        const ptrdiff_t count =
            is_box ? ownership->box[ownership->first_box[ownership->rank] + index].count[axis]
                   : ct_decomposition_count(d, axis, part);
        memory.stride[axis] = stride;
        memory.offset += stride * d->ghosts[axis][0];
        stride *=
            d->pitch[axis] > 0 ? d->pitch[axis] : count + d->ghosts[axis][0] + d->ghosts[axis][1];
    }
    return memory;
}
