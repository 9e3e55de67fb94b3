#include "base/same.h"

#include "base/mpi.h"

#include <assert.h>
#include <string.h>

ct_status ct_same_compare(MPI_Comm comm, const void *mine, int bytes, int *differs) {
    char first[CT_SAME_MOST_BYTES];
    ct_status status = CT_OK;
    assert(bytes <= CT_SAME_MOST_BYTES);
    memcpy(first, mine, (size_t)bytes);
    CT_MPI(MPI_Bcast(first, bytes, MPI_BYTE, 0, comm));
    *differs = memcmp(first, mine, (size_t)bytes) != 0;
cleanup:
    return status;
}
