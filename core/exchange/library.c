/* The MPI library's own all-to-all as one more algorithm. */
#include "base/mpi.h"
#include "exchange/plan.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdlib.h>

/* Whether ints can hold all counts and displacements, in elements. */
static int fits(const ct_layout *layout, int size, int unit) {
    for (int peer = 0; peer < size; peer++) {
        if (layout->offset[peer] / unit > INT_MAX || layout->bytes[peer] / unit > INT_MAX) {
            return 0;
        }
    }
    return 1;
}

static void fill_elements(const ct_layout *layout, int size, int unit, int *counts,
                          int *displacements) {
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = (int)(layout->bytes[peer] / unit);
        displacements[peer] = counts[peer] > 0 ? (int)(layout->offset[peer] / unit) : 0;
    }
}

/* One type a block, offset inside; no type (and count 0) for an empty block. */
static ct_status fill_types(const ct_layout *layout, int size, int *counts, int *displacements,
                            MPI_Datatype *types) {
    ct_status status = CT_OK;
    for (int peer = 0; peer < size; peer++) {
        counts[peer] = layout->bytes[peer] > 0;
        displacements[peer] = 0;
        if (counts[peer]) {
            CT_TRY(ct_bytes_type(layout->offset[peer], layout->bytes[peer], &types[peer]));
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
    int size = plan->size;
    int unit = plan->options.element_bytes;
    ct_status status = CT_OK;
    if (library->send_types != NULL) {
        CT_TRY(fill_types(&plan->send, size, library->send_counts, library->send_displacements,
                          library->send_types));
        CT_TRY(fill_types(&plan->receive, size, library->receive_counts,
                          library->receive_displacements, library->receive_types));
    } else {
        fill_elements(&plan->send, size, unit, library->send_counts, library->send_displacements);
        fill_elements(&plan->receive, size, unit, library->receive_counts,
                      library->receive_displacements);
        CT_MPI(MPI_Type_contiguous(unit, MPI_BYTE, &library->element));
        CT_MPI(MPI_Type_commit(&library->element));
    }
cleanup:
    return status;
}

ct_status ct_library_create(const ct_exchange_plan *plan, ct_library *library) {
    int unit = plan->options.element_bytes;
    int wide = !fits(&plan->send, plan->size, unit) || !fits(&plan->receive, plan->size, unit);
    ct_status status = CT_OK;
    *library = (ct_library){.element = MPI_DATATYPE_NULL};
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

void ct_library_destroy(ct_library *library) {
    for (int i = 0; library->send_types != NULL && i < library->type_count; i++) {
        if (library->send_types[i] != MPI_BYTE && library->send_types[i] != MPI_DATATYPE_NULL) {
            (void)MPI_Type_free(&library->send_types[i]);
        }
    }
    if (library->send_counts != NULL && library->element != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&library->element);
    }
    free(library->send_types);
    free(library->send_counts);
    *library = (ct_library){.element = MPI_DATATYPE_NULL};
}
