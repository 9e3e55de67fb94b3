#include <cornerturn/memory.h>

#include "base/mpi.h"
#include "base/room.h"
#include "base/segment.h"
#include <cornerturn/agree.h>

#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    LINE_BYTES = 64,
    PAGED_FROM_BYTES = 65536,
    HUGE_FROM_BYTES = 8 * CT_HUGE_PAGE_BYTES /* from here on rounding costs less than an eighth */
};

static ct_status check_size(ptrdiff_t bytes) {
    return bytes < 0 ? ct_raise(CT_ERROR_ARGUMENT, "cannot allocate %td bytes", bytes) : CT_OK;
}

/* Memory of this rank alone. Local. */
static ct_status allocate_alone(ptrdiff_t bytes, void **memory) {
    size_t alignment = LINE_BYTES;
    if (bytes >= PAGED_FROM_BYTES) {
        alignment = bytes >= HUGE_FROM_BYTES ? CT_HUGE_PAGE_BYTES : CT_PAGE_BYTES;
    }
    size_t rounded = ((size_t)bytes + alignment - 1) / alignment * alignment;
    *memory = aligned_alloc(alignment, rounded > 0 ? rounded : alignment);
    if (*memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an array of %.3f GB on this rank",
                        (double)bytes * 1e-9);
    }
    if (bytes >= HUGE_FROM_BYTES) {
        (void)madvise(*memory, rounded, MADV_HUGEPAGE);
    }
    return CT_OK;
}

/* The ranks of `comm` on this rank's node, in the order of comm. Collective. */
static ct_status split_node(MPI_Comm comm, MPI_Comm *node, int *node_size) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, node));
    CT_MPI(MPI_Comm_set_errhandler(*node, MPI_ERRORS_RETURN));
    CT_MPI(MPI_Comm_size(*node, node_size));
cleanup:
    return status;
}

/* Shared on each node that has several of the ranks and room. Collective. */
static ct_status allocate_together(MPI_Comm comm, ptrdiff_t bytes, void **memory) {
    MPI_Comm node = MPI_COMM_NULL;
    int node_size = 1;
    ptrdiff_t limit_bytes = 0;
    ct_status status = check_size(bytes);
    if (status == CT_OK) {
        status = ct_room_limit(&limit_bytes);
    }
    CT_TRY(ct_agree(comm, status));
    CT_TRY(split_node(comm, &node, &node_size));
    if (node_size > 1) {
        CT_TRY(ct_segment_create(node, bytes, limit_bytes, memory));
    }
    if (*memory == NULL) {
        status = allocate_alone(bytes, memory);
    }
    CT_TRY(ct_agree(comm, status));
cleanup:
    if (status != CT_OK) {
        ct_free(memory);
    }
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    return status;
}

ct_status ct_alloc(MPI_Comm comm, ptrdiff_t bytes, void **memory) {
    ct_status status = CT_OK;
    int size = 1;
    *memory = NULL;
    CT_TRY(ct_comm_check(comm));
    CT_MPI(MPI_Comm_size(comm, &size));
    if (size > 1) {
        return allocate_together(comm, bytes, memory);
    }
    CT_TRY(check_size(bytes));
    CT_TRY(allocate_alone(bytes, memory));
cleanup:
    return status;
}

void ct_free(void **memory) {
    if (*memory != NULL && !ct_segment_destroy(*memory)) {
        assert(ct_place_of(*memory).segment == 0); /* the inside of an array is not its start */
        free(*memory);
    }
    *memory = NULL;
}

ct_status ct_node_ranks(MPI_Comm comm, int **ranks, int *count) {
    MPI_Comm node = MPI_COMM_NULL;
    MPI_Group node_group = MPI_GROUP_NULL;
    MPI_Group comm_group = MPI_GROUP_NULL;
    ct_status status = CT_OK;
    *ranks = NULL;
    CT_TRY(split_node(comm, &node, count));
    *ranks = malloc((size_t)*count * sizeof **ranks);
    CT_TRY(ct_agree(
        comm, *ranks != NULL
                  ? CT_OK
                  : ct_raise(CT_ERROR_MEMORY, "no memory for the %d ranks of a node", *count)));
    CT_MPI(MPI_Comm_group(node, &node_group));
    CT_MPI(MPI_Comm_group(comm, &comm_group));
    for (int k = 0; k < *count; k++) {
        CT_MPI(MPI_Group_translate_ranks(node_group, 1, &k, comm_group, &(*ranks)[k]));
    }
cleanup:
    if (status != CT_OK) {
        free(*ranks);
        *ranks = NULL;
    }
    if (node_group != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&node_group);
    }
    if (comm_group != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&comm_group);
    }
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    return status;
}
