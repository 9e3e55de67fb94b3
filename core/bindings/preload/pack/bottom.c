#include "bindings/preload/pack/bottom.h"

#include <stddef.h>

/* An address that MPI takes; nothing is read or written there. */
static char any_place;

/* A type that has, from that address, what `count` of the given one have from MPI_BOTTOM. */
static int create_shifted(int count, MPI_Datatype type, MPI_Datatype *shifted) {
    MPI_Aint place = 0;
    (void)PMPI_Get_address(&any_place, &place);
    const MPI_Aint back = -place;
    int code = PMPI_Type_create_hindexed(1, &count, &back, type, shifted);
    return code == MPI_SUCCESS ? PMPI_Type_commit(shifted) : code;
}

int ct_pack(const void *array, int count, MPI_Datatype type, void *packed, int bytes, int *at,
            MPI_Comm comm) {
    MPI_Datatype shifted = MPI_DATATYPE_NULL;
    if (array != NULL || count == 0) {
        return PMPI_Pack(array, count, type, packed, bytes, at, comm);
    }
    int code = create_shifted(count, type, &shifted);
    if (code == MPI_SUCCESS) {
        code = PMPI_Pack(&any_place, 1, shifted, packed, bytes, at, comm);
        (void)PMPI_Type_free(&shifted);
    }
    return code;
}

int ct_unpack(const void *packed, int bytes, int *at, void *array, int count, MPI_Datatype type,
              MPI_Comm comm) {
    MPI_Datatype shifted = MPI_DATATYPE_NULL;
    if (array != NULL || count == 0) {
        return PMPI_Unpack(packed, bytes, at, array, count, type, comm);
    }
    int code = create_shifted(count, type, &shifted);
    if (code == MPI_SUCCESS) {
        code = PMPI_Unpack(packed, bytes, at, &any_place, 1, shifted, comm);
        (void)PMPI_Type_free(&shifted);
    }
    return code;
}
