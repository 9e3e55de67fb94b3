#include "redistribute/decomposed/gather.h"

#include "base/arithmetic/hash.h"
#include "base/mpi.h"
#include "base/same.h"
#include "node/supposed/cluster.h"
#include "redistribute/decomposed/decomposition.h"
#include "redistribute/decomposed/memory.h"
#include "redistribute/decomposed/tiling.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBERS_MOST = 4 + 10 * CT_MAX_AXES };

/* What all ranks must have alike, as numbers: the memory of boxes is each rank's own. */
static void write_down(const ct_decomposition *d, ptrdiff_t numbers[NUMBERS_MOST]) {
    const int is_grid = d->kind != CT_DECOMPOSED_BOXES;
    int order[CT_MAX_AXES] = {0};
    ptrdiff_t *next = numbers;
    ct_decomposition_order(d, order);
    memset(numbers, 0, NUMBERS_MOST * sizeof *numbers);
    *next++ = (ptrdiff_t)d->kind;
    *next++ = d->axes;
    *next++ = is_grid && d->first_fastest;
    for (int a = 0; a < d->axes; a++) {
        uint64_t bounds = CT_HASH_START;
        for (int i = 0; d->kind == CT_DECOMPOSED_BOUNDS && i <= d->grid[a]; i++) {
            bounds = ct_hash_number(bounds, (uint64_t)d->bounds[a][i]);
        }
        *next++ = d->extent[a];
        *next++ = order[a];
        *next++ = is_grid ? d->grid[a] : 0;
        *next++ = d->kind == CT_DECOMPOSED_CYCLIC ? d->width[a] : 0;
        *next++ = d->kind == CT_DECOMPOSED_CYCLIC ? d->source[a] : 0;
        *next++ = (ptrdiff_t)bounds;
        *next++ = is_grid ? d->pitch[a] : 0;
        *next++ = is_grid ? d->ghosts[a][0] : 0;
        *next++ = is_grid ? d->ghosts[a][1] : 0;
    }
}

/* Fails where a decomposition differs from rank 0's. Collective. */
static ct_status check_same(MPI_Comm comm, const ct_decomposition *decomposition) {
    ptrdiff_t mine[NUMBERS_MOST];
    int differs = 0;
    ct_status status = CT_OK;
    write_down(decomposition, mine);
    CT_TRY(ct_same_compare(comm, mine, sizeof mine, &differs));
    status = ct_agree(
        comm,
        !differs ? CT_OK : ct_raise(CT_ERROR_ARGUMENT, "decompositions differ between ranks"));
cleanup:
    return status;
}

/* How many boxes each rank has, and room for all. Collective. */
static ct_status count_boxes(MPI_Comm comm, int size, ptrdiff_t mine, ct_ownership *o, int *counts,
                             int *firsts) {
    ptrdiff_t total = 0;
    ct_status status = CT_OK;
    ptrdiff_t *held = o->first_box + 1;
    CT_MPI(MPI_Allgather(&mine, 1, MPI_AINT, held, 1, MPI_AINT, comm));
    o->first_box[0] = 0;
    for (int rank = 0; rank < size; rank++) {
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
static ct_status check_boxes(MPI_Comm comm, int size, const ct_ownership *o) {
    const ptrdiff_t total = o->first_box[size];
    ct_status status = CT_OK;
    if (o->rank == 0) {
        int *owner = malloc((size_t)total * sizeof *owner + 1);
        status = owner != NULL ? CT_OK
                               : ct_raise(CT_ERROR_MEMORY, "no memory to compare %td boxes", total);
        for (int rank = 0; owner != NULL && rank < size; rank++) {
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

/* Where this rank's boxes lie in its memory, at their places in the list of all. */
static void place_boxes(const ct_decomposition *given, ct_ownership *o) {
    ptrdiff_t *offset = o->offset + o->first_box[o->rank];
    for (ptrdiff_t i = 0, end = 0; i < given->boxes; i++) {
        offset[i] = given->offset != NULL ? given->offset[i] : end;
        end += ct_decomposition_box_elements(given, &given->box[i]);
    }
    memcpy(o->ghosts[o->rank].layers, given->ghosts, sizeof given->ghosts);
}

/* Tells all ranks where the boxes of all lie. Collective. */
static ct_status gather_memory(MPI_Comm comm, int size, const ct_decomposition *given,
                               const int *counts, const int *firsts, ct_ownership *o) {
    ct_status status = CT_OK;
    o->offset = malloc((size_t)o->first_box[size] * sizeof *o->offset + 1);
    o->ghosts = malloc((size_t)size * sizeof *o->ghosts);
    if (o->offset == NULL || o->ghosts == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for %td boxes", o->first_box[size]);
    }
    status = ct_agree(comm, status);
    if (status != CT_OK || o->offset == NULL || o->ghosts == NULL) {
        goto cleanup;
    }
    place_boxes(given, o);
    CT_MPI(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_AINT, o->offset, counts, firsts, MPI_AINT, comm));
    CT_MPI(MPI_Allgather(MPI_IN_PLACE, 0, MPI_BYTE, o->ghosts, sizeof *o->ghosts, MPI_BYTE, comm));
cleanup:
    return status;
}

/* Tells all ranks the boxes of all. Collective. */
static ct_status gather_boxes(MPI_Comm comm, int ranks, const ct_decomposition *given,
                              ct_ownership *o) {
    const size_t size = (size_t)ranks;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    int *counts = malloc(2 * size * sizeof *counts);
    ct_status status = CT_OK;
    o->first_box = malloc((size + 1) * sizeof *o->first_box);
    if (counts == NULL || o->first_box == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for boxes of %d ranks", ranks);
    }
    status = ct_agree(comm, status);
    if (status != CT_OK || counts == NULL || o->first_box == NULL) {
        goto cleanup;
    }
    CT_TRY(count_boxes(comm, ranks, given->boxes, o, counts, counts + size));
    CT_MPI(MPI_Type_contiguous(sizeof(ct_box), MPI_BYTE, &type));
    CT_MPI(MPI_Type_commit(&type));
    CT_MPI(MPI_Allgatherv(given->box, (int)given->boxes, type, o->box, counts, counts + size, type,
                          comm));
    CT_TRY(check_boxes(comm, ranks, o));
    CT_TRY(ct_agree(comm, ct_memory_check(given)));
    CT_TRY(gather_memory(comm, ranks, given, counts, counts + size, o));
    o->decomposition.box = o->box + o->first_box[o->rank];
    o->decomposition.offset = o->offset + o->first_box[o->rank];
cleanup:
    if (type != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&type);
    }
    free(counts);
    return status;
}

/* The plan may outlive what the caller's pointers show. */
static ct_status copy_bounds(const ct_decomposition *given, ct_ownership *o) {
    size_t total = 0;
    for (int a = 0; a < given->axes; a++) {
        total += (size_t)given->grid[a] + 1;
    }
    // NOLINTNEXTLINE(clang-analyzer-optin.portability.UnixAPI): there is an axis, as was checked
    o->bounds = malloc(total * sizeof *o->bounds);
    if (o->bounds == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %zu bounds", total);
    }
    ptrdiff_t *next = o->bounds;
    for (int a = 0; a < given->axes; a++) {
        const size_t count = (size_t)given->grid[a] + 1;
        memcpy(next, given->bounds[a], count * sizeof *next);
        o->decomposition.bounds[a] = next;
        next += count;
    }
    return CT_OK;
}

ct_status ct_ownership_create(MPI_Comm comm, const ct_decomposition *decomposition,
                              ptrdiff_t element_bytes, ct_ownership *ownership) {
    int size = 1;
    ct_status status = CT_OK;
    *ownership = (ct_ownership){.rank = 0};
    CT_TRY(ct_cluster_size(comm, &size));
    CT_TRY(ct_agree(comm, ct_decomposition_check(decomposition, size)));
    CT_TRY(check_same(comm, decomposition));
    *ownership = ct_ownership_of_grid(decomposition, element_bytes);
    CT_MPI(MPI_Comm_rank(comm, &ownership->rank));
    if (decomposition->kind == CT_DECOMPOSED_BOXES) {
        CT_TRY(gather_boxes(comm, size, decomposition, ownership));
    } else if (decomposition->kind == CT_DECOMPOSED_BOUNDS) {
        CT_TRY(ct_agree(comm, copy_bounds(decomposition, ownership)));
    }
cleanup:
    if (status != CT_OK) {
        ct_ownership_destroy(ownership);
    }
    return status;
}

void ct_ownership_destroy(ct_ownership *ownership) {
    free(ownership->box);
    free(ownership->first_box);
    free(ownership->offset);
    free(ownership->ghosts);
    free(ownership->bounds);
    ownership->box = NULL;
    ownership->ghosts = NULL;
    ownership->first_box = ownership->offset = ownership->bounds = NULL;
}
