#include <cornerturn/memory.h>

#include "base/mpi.h"
#include "base/pages.h"
#include "node/segment.h"
#include "node/shm.h"
#include <cornerturn/agree.h>

#include <assert.h>
#include <stdlib.h>

static ct_status check_size(ptrdiff_t bytes) {
    return bytes < 0 ? ct_raise(CT_ERROR_ARGUMENT, "cannot allocate %td bytes", bytes) : CT_OK;
}

/* Memory of this rank alone. Local. */
static ct_status allocate_alone(ptrdiff_t bytes, void **memory) {
    *memory = ct_pages_alloc((size_t)bytes);
    if (*memory == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an array of %.3f GB on this rank",
                        (double)bytes * 1e-9);
    }
    return CT_OK;
}

/* Allocates shared memory on each node with several of the ranks and enough space. Collective. */
static ct_status allocate_together(const ct_context *context, ptrdiff_t bytes, void **memory) {
    ptrdiff_t limit_bytes = 0;
    ct_status status = check_size(bytes);
    if (status == CT_OK) {
        status = ct_shm_limit(&limit_bytes);
    }
    CT_TRY(ct_agree(context->comm, status));
    if (context->node_size > 1) {
        status = ct_segment_create(context, bytes, limit_bytes, memory);
    }
    if (status == CT_OK && *memory == NULL) {
        status = allocate_alone(bytes, memory);
    }
    CT_TRY(ct_agree(context->comm, status));
cleanup:
    if (status != CT_OK) {
        ct_free(memory);
    }
    return status;
}

ct_status ct_alloc(MPI_Comm comm, ptrdiff_t bytes, void **memory) {
    ct_context *context = NULL;
    ct_status status = CT_OK;
    int size = 1;
    *memory = NULL;
    CT_TRY(ct_comm_check(comm));
    CT_MPI(MPI_Comm_size(comm, &size));
    if (size > 1) {
        CT_TRY(ct_context_of(comm, &context));
        return allocate_together(context, bytes, memory);
    }
    CT_TRY(check_size(bytes));
    CT_TRY(allocate_alone(bytes, memory));
cleanup:
    return status;
}

void ct_free(void **memory) {
    if (*memory != NULL && !ct_segment_destroy(*memory)) {
        assert(ct_place_of(*memory).segment == 0); /* freed by an address inside an array */
        free(*memory);
    }
    *memory = NULL;
}
