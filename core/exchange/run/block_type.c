#include "exchange/run/block_type.h"

#include "base/mpi.h"
#include "kernels/strided.h"

#include <limits.h>
#include <stdlib.h>

/* A committed type of the block, including its offset. The caller frees it. */
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

ct_status ct_parts_type(const ct_parts *parts, ptrdiff_t element_bytes, MPI_Datatype *type) {
    const size_t count = (size_t)parts->count;
    MPI_Datatype *types = calloc(count, sizeof *types);
    MPI_Aint *places = calloc(count, sizeof *places); /* all 0: the types include their offsets */
    int *lengths = calloc(count, sizeof *lengths);
    size_t made = 0;
    ct_status status = CT_OK;
    if (types == NULL || places == NULL || lengths == NULL || parts->count > INT_MAX) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %zu blocks", count);
    }
    if (parts->count == 1) {
        status = block_type(ct_parts_at(parts, 0), element_bytes, type);
        goto cleanup;
    }
    for (; made < count; made++) {
        lengths[made] = 1;
        CT_TRY(block_type(ct_parts_at(parts, (ptrdiff_t)made), element_bytes, &types[made]));
    }
    CT_MPI(MPI_Type_create_struct((int)count, lengths, places, types, type));
    CT_MPI(MPI_Type_commit(type));
cleanup:
    for (size_t i = 0; i < made; i++) {
        (void)MPI_Type_free(&types[i]);
    }
    free(types);
    free(places);
    free(lengths);
    return status;
}
