/* The MPI library's own all-to-all as an algorithm; its other collectives are in
 * library_movement.c. */
#include "exchange/library/library.h"

#include "base/mpi.h"
#include "exchange/plan.h"
#include "exchange/run/block_type.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdlib.h>

/* Contiguous parts as one block, which may be empty. */
static ct_block contiguous_of(const ct_parts *parts) {
    return parts->count > 0 ? *ct_parts_at(parts, 0) : ct_block_contiguous(0, 0, 1);
}

static ct_block contiguous_at(const ct_blocks *blocks, int rank) {
    const ct_parts parts = ct_blocks_parts(blocks, rank);
    return contiguous_of(&parts);
}

/* Whether blocks are contiguous and their counts and displacements, in units, fit into int. */
static int fits(const ct_blocks *blocks, ptrdiff_t unit_bytes) {
    const ptrdiff_t units = blocks->element_bytes / unit_bytes;
    for (int peer = 0; peer < blocks->count; peer++) {
        const ct_parts parts = ct_blocks_parts(blocks, peer);
        const ct_block block = contiguous_of(&parts);
        if (!ct_parts_are_contiguous(&parts, blocks->element_bytes) ||
            block.offset % unit_bytes != 0 || block.offset / unit_bytes > INT_MAX ||
            ct_block_elements(&block) > INT_MAX / units) {
            return 0;
        }
    }
    return 1;
}

/* Whether blocks that fit have one size and follow each other in the user's order of ranks; *offset
 * is the first one's. */
static int is_uniform(const ct_exchange_plan *plan, const ct_blocks *blocks, ptrdiff_t *offset) {
    const ct_block first = contiguous_at(blocks, 0);
    const ptrdiff_t elements = ct_block_elements(&first);
    const ptrdiff_t bytes = elements * blocks->element_bytes;
    *offset = first.offset - plan->order[0] * bytes;
    for (int peer = 0; peer < blocks->count; peer++) {
        const ct_block block = contiguous_at(blocks, peer);
        if (ct_block_elements(&block) != elements ||
            block.offset != *offset + plan->order[peer] * bytes) {
            return 0;
        }
    }
    return elements > 0;
}

static void fill_units(const ct_exchange_plan *plan, const ct_blocks *blocks, ptrdiff_t unit_bytes,
                       int *counts, int *displacements) {
    const int units = (int)(blocks->element_bytes / unit_bytes);
    for (int peer = 0; peer < blocks->count; peer++) {
        const ct_block block = contiguous_at(blocks, peer);
        const int user = plan->order[peer];
        counts[user] = units * (int)ct_block_elements(&block);
        displacements[user] = counts[user] > 0 ? (int)(block.offset / unit_bytes) : 0;
    }
}

/* One datatype a peer; none, and count 0, where its blocks are empty. */
static ct_status fill_types(const ct_exchange_plan *plan, const ct_blocks *blocks, int *counts,
                            int *displacements, MPI_Datatype *types) {
    ct_status status = CT_OK;
    for (int peer = 0; peer < blocks->count; peer++) {
        const ct_parts parts = ct_blocks_parts(blocks, peer);
        const int user = plan->order[peer];
        counts[user] = ct_parts_elements(&parts) > 0;
        displacements[user] = 0;
        if (counts[user]) {
            CT_TRY(ct_parts_type(&parts, blocks->element_bytes, &types[user]));
        }
    }
cleanup:
    return status;
}

/* Allocates the arrays; with `wide` also those of types. Local. */
static ct_status allocate(ct_library *library, int size, int wide) {
    size_t entries = (size_t)size;
    library->element = MPI_DATATYPE_NULL;
    library->send_counts = calloc(5 * entries, sizeof *library->send_counts);
    library->send_types = wide ? calloc(2 * entries, sizeof *library->send_types) : NULL;
    if (library->send_counts == NULL || (wide && library->send_types == NULL)) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an all-to-all of %d ranks", size);
    }
    library->send_displacements = library->send_counts + entries;
    library->receive_counts = library->send_counts + 2 * entries;
    library->receive_displacements = library->send_counts + 3 * entries;
    library->shifted_displacements = library->send_counts + 4 * entries;
    if (wide) {
        library->receive_types = library->send_types + entries;
        library->type_count = 2 * size;
        for (int i = 0; i < library->type_count; i++) {
            library->send_types[i] = MPI_BYTE;
        }
    }
    return CT_OK;
}

/* The unit of counts: a byte, which is fastest in MPI, where int can count them. */
static ct_status take_unit(const ct_exchange_plan *plan, ptrdiff_t *unit_bytes,
                           ct_library *library) {
    ct_status status = CT_OK;
    const int in_bytes = fits(&plan->send, 1) && fits(&plan->receive, 1);
    *unit_bytes = in_bytes ? 1 : plan->send.element_bytes;
    library->element = MPI_BYTE;
    if (!in_bytes) {
        CT_MPI(MPI_Type_contiguous((int)*unit_bytes, MPI_BYTE, &library->element));
        CT_MPI(MPI_Type_commit(&library->element));
    }
cleanup:
    return status;
}

static ct_status fill(const ct_exchange_plan *plan, ct_library *library) {
    ct_status status = CT_OK;
    ptrdiff_t unit_bytes = 1;
    if (library->send_types != NULL) {
        CT_TRY(fill_types(plan, &plan->send, library->send_counts, library->send_displacements,
                          library->send_types));
        CT_TRY(fill_types(plan, &plan->receive, library->receive_counts,
                          library->receive_displacements, library->receive_types));
    } else {
        CT_TRY(take_unit(plan, &unit_bytes, library));
        fill_units(plan, &plan->send, unit_bytes, library->send_counts,
                   library->send_displacements);
        fill_units(plan, &plan->receive, unit_bytes, library->receive_counts,
                   library->receive_displacements);
        library->count = library->send_counts[0];
    }
    library->shift = unit_bytes;
    for (int user = 0; user < plan->size; user++) {
        library->shifted_displacements[user] = library->send_displacements[user] - 1;
    }
cleanup:
    return status;
}

int ct_library_can(const ct_elements *elements) {
    const ct_conversion *direct = &elements->direct;
    return elements->precision == CT_MESSAGES_EXACT && direct->from_bytes == direct->into_bytes &&
           direct->from == direct->into && !ct_conversion_adds(direct);
}

/* What is done to the result where it lies. Local. */
static ct_status add_conversions(const ct_exchange_plan *plan, ct_library *library) {
    const ct_conversion *direct = ct_elements_direct(&plan->elements);
    ct_status status = CT_OK;
    for (int peer = 0; direct != NULL && status == CT_OK && peer < plan->size; peer++) {
        const ct_parts parts = ct_blocks_parts(&plan->receive, peer);
        status = ct_block_copies_add(&library->conversions, &parts, &parts,
                                     plan->receive.element_bytes, direct, 0);
    }
    return status;
}

ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library) {
    enum { WIDE, UNLIKE, QUESTIONS };
    const ptrdiff_t element_bytes = plan->send.element_bytes;
    ct_status status = CT_OK;
    *library = (ct_library){.element = MPI_DATATYPE_NULL};
    if (plan->movement != CT_EXCHANGE) {
        status = ct_library_movement_create(plan, library);
        goto cleanup;
    }
    int any[QUESTIONS] = {!fits(&plan->send, element_bytes) || !fits(&plan->receive, element_bytes),
                          !is_uniform(plan, &plan->send, &library->send_offset) ||
                              !is_uniform(plan, &plan->receive, &library->receive_offset)};
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, any, QUESTIONS, MPI_INT, MPI_MAX, plan->comm));
    library->is_uniform = !any[WIDE] && !any[UNLIKE];
    status = allocate(library, plan->size, any[WIDE]);
    if (status == CT_OK) {
        status = fill(plan, library);
    }
    if (status == CT_OK) {
        status = add_conversions(plan, library);
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
        return ct_library_movement_execute(plan, library, send, receive);
    }
    MPI_Comm users = plan->context->comm;
    if (library->send_types != NULL) {
        CT_MPI(MPI_Alltoallw(send, library->send_counts, library->send_displacements,
                             library->send_types, receive, library->receive_counts,
                             library->receive_displacements, library->receive_types, users));
    } else {
        CT_TRY(ct_library_call(library, send, receive, users));
    }
    ct_library_finish(library, receive);
cleanup:
    return status;
}

ct_status ct_library_start(const ct_exchange_plan *plan, const ct_library *library,
                           const void *send, void *receive, MPI_Request *request) {
    ct_status status = CT_OK;
    if (plan->movement != CT_EXCHANGE) {
        return ct_library_movement_start(plan, library, send, receive, request);
    }
    MPI_Comm users = plan->context->comm;
    const int *displacements = library->send_displacements;
    if (!library->is_uniform && send == receive && send != NULL) {
        send = (const char *)send + library->shift;
        displacements = library->shifted_displacements;
    }
    if (library->is_uniform) {
        CT_MPI(MPI_Ialltoall((const char *)send + library->send_offset, library->count,
                             library->element, (char *)receive + library->receive_offset,
                             library->count, library->element, users, request));
    } else if (library->send_types != NULL) {
        CT_MPI(MPI_Ialltoallw(send, library->send_counts, displacements, library->send_types,
                              receive, library->receive_counts, library->receive_displacements,
                              library->receive_types, users, request));
    } else {
        CT_MPI(MPI_Ialltoallv(send, library->send_counts, displacements, library->element, receive,
                              library->receive_counts, library->receive_displacements,
                              library->element, users, request));
    }
cleanup:
    return status;
}

void ct_library_finish(const ct_library *library, void *receive) {
    ct_block_copies_run(&library->conversions, 0, library->conversions.count, receive, receive);
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
    ct_block_copies_destroy(&library->conversions);
    *library = (ct_library){.element = MPI_DATATYPE_NULL};
}
