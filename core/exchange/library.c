/* The MPI library's own all-to-all as one more algorithm; its other collectives are in
 * library_movement.c. */
#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdlib.h>

/* Whether blocks are contiguous and ints can hold all counts and displacements, in elements. */
static int fits(const ct_blocks *blocks) {
    for (int peer = 0; peer < blocks->count; peer++) {
        const ct_block block = ct_blocks_at(blocks, peer);
        if (!ct_block_is_contiguous(&block, blocks->element_bytes) ||
            block.offset % blocks->element_bytes != 0 ||
            block.offset / blocks->element_bytes > INT_MAX || ct_block_elements(&block) > INT_MAX) {
            return 0;
        }
    }
    return 1;
}

static void fill_elements(const ct_blocks *blocks, int *counts, int *displacements) {
    for (int peer = 0; peer < blocks->count; peer++) {
        const ct_block block = ct_blocks_at(blocks, peer);
        counts[peer] = (int)ct_block_elements(&block);
        displacements[peer] = counts[peer] > 0 ? (int)(block.offset / blocks->element_bytes) : 0;
    }
}

/* A committed type of the block, its offset inside. The caller frees it. */
static ct_status block_type(const ct_block *block, ptrdiff_t element_bytes, MPI_Datatype *type) {
    ct_strided simple = ct_strided_pack(block, 0, element_bytes);
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    ptrdiff_t offset = simple.axes == 0 ? simple.from_offset : 0;
    ct_status status = CT_OK;
    *type = MPI_DATATYPE_NULL;
    CT_TRY(ct_bytes_type(offset, simple.unit_bytes, type));
    for (int a = simple.axes - 1; a >= 0; a--) {
        if (simple.count[a] > INT_MAX) {
            CT_FAIL(CT_ERROR_UNSUPPORTED, "the MPI library cannot count %td rows of a block",
                    simple.count[a]);
        }
        inner = *type;
        *type = MPI_DATATYPE_NULL;
        CT_MPI(MPI_Type_create_hvector((int)simple.count[a], 1, simple.from[a], inner, type));
        CT_MPI(MPI_Type_free(&inner));
    }
    if (simple.axes > 0) {
        MPI_Aint from = simple.from_offset;
        inner = *type;
        *type = MPI_DATATYPE_NULL;
        CT_MPI(MPI_Type_create_hindexed_block(1, 1, &from, inner, type));
        CT_MPI(MPI_Type_free(&inner));
    }
    CT_MPI(MPI_Type_commit(type));
cleanup:
    if (status != CT_OK && inner != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&inner);
    }
    return status;
}

/* One type a block; no type (and count 0) for an empty block. */
static ct_status fill_types(const ct_blocks *blocks, int *counts, int *displacements,
                            MPI_Datatype *types) {
    ct_status status = CT_OK;
    for (int peer = 0; peer < blocks->count; peer++) {
        const ct_block block = ct_blocks_at(blocks, peer);
        counts[peer] = ct_block_elements(&block) > 0;
        displacements[peer] = 0;
        if (counts[peer]) {
            CT_TRY(block_type(&block, blocks->element_bytes, &types[peer]));
        }
    }
cleanup:
    return status;
}

/* The arrays; with `wide`, those of types as well. Local. */
static ct_status allocate(ct_library *library, int size, int wide) {
    size_t entries = (size_t)size;
    library->element = MPI_DATATYPE_NULL;
    library->send_counts = malloc(4 * entries * sizeof *library->send_counts);
    library->send_types = wide ? calloc(2 * entries, sizeof *library->send_types) : NULL;
    if (library->send_counts == NULL || (wide && library->send_types == NULL)) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an all-to-all of %d ranks", size);
    }
    library->send_displacements = library->send_counts + entries;
    library->receive_counts = library->send_counts + 2 * entries;
    library->receive_displacements = library->send_counts + 3 * entries;
    if (wide) {
        library->receive_types = library->send_types + entries;
        library->type_count = 2 * size;
        for (int i = 0; i < library->type_count; i++) {
            library->send_types[i] = MPI_BYTE;
        }
    }
    return CT_OK;
}

static ct_status fill(const ct_exchange_plan *plan, ct_library *library) {
    ct_status status = CT_OK;
    if (library->send_types != NULL) {
        CT_TRY(fill_types(&plan->send, library->send_counts, library->send_displacements,
                          library->send_types));
        CT_TRY(fill_types(&plan->receive, library->receive_counts, library->receive_displacements,
                          library->receive_types));
    } else {
        fill_elements(&plan->send, library->send_counts, library->send_displacements);
        fill_elements(&plan->receive, library->receive_counts, library->receive_displacements);
        CT_MPI(MPI_Type_contiguous((int)plan->send.element_bytes, MPI_BYTE, &library->element));
        CT_MPI(MPI_Type_commit(&library->element));
    }
cleanup:
    return status;
}

ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library) {
    int wide = !fits(&plan->send) || !fits(&plan->receive);
    ct_status status = CT_OK;
    *library = (ct_library){.element = MPI_DATATYPE_NULL};
    if (plan->movement != CT_EXCHANGE) {
        return ct_movement_library_create(plan, library);
    }
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &wide, 1, MPI_INT, MPI_MAX, plan->comm));
    status = allocate(library, plan->size, wide);
    if (status == CT_OK) {
        status = fill(plan, library);
    }
    status = ct_agree(plan->comm, status);
cleanup:
    if (status != CT_OK) {
        ct_library_destroy(library);
    }
    return status;
}

ct_status ct_library_execute(const ct_exchange_plan *plan, const ct_library *library,
                             const void *send, void *receive) {
    ct_status status = CT_OK;
    if (plan->movement != CT_EXCHANGE) {
        return ct_movement_library_execute(plan, library, send, receive);
    }
    if (library->send_types != NULL) {
        CT_MPI(MPI_Alltoallw(send, library->send_counts, library->send_displacements,
                             library->send_types, receive, library->receive_counts,
                             library->receive_displacements, library->receive_types, plan->comm));
    } else {
        CT_MPI(MPI_Alltoallv(send, library->send_counts, library->send_displacements,
                             library->element, receive, library->receive_counts,
                             library->receive_displacements, library->element, plan->comm));
    }
cleanup:
    return status;
}

ct_status ct_library_start(const ct_exchange_plan *plan, const ct_library *library,
                           const void *send, void *receive, MPI_Request *request) {
    ct_status status = CT_OK;
    if (plan->movement != CT_EXCHANGE) {
        return ct_movement_library_start(plan, library, send, receive, request);
    }
    if (library->send_types != NULL) {
        CT_MPI(MPI_Ialltoallw(send, library->send_counts, library->send_displacements,
                              library->send_types, receive, library->receive_counts,
                              library->receive_displacements, library->receive_types, plan->comm,
                              request));
    } else {
        CT_MPI(MPI_Ialltoallv(send, library->send_counts, library->send_displacements,
                              library->element, receive, library->receive_counts,
                              library->receive_displacements, library->element, plan->comm,
                              request));
    }
cleanup:
    return status;
}

void ct_library_destroy(ct_library *library) {
    for (int i = 0; library->send_types != NULL && i < library->type_count; i++) {
        if (library->send_types[i] != MPI_BYTE && library->send_types[i] != MPI_DATATYPE_NULL) {
            (void)MPI_Type_free(&library->send_types[i]);
        }
    }
    int has_element = library->send_counts != NULL || library->is_movement;
    if (has_element && library->element != MPI_DATATYPE_NULL && library->element != MPI_BYTE) {
        (void)MPI_Type_free(&library->element);
    }
    free(library->send_types);
    free(library->send_counts);
    *library = (ct_library){.element = MPI_DATATYPE_NULL};
}
