#include "node/records.h"

#include "base/mpi.h"
#include "node/segment.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <stdlib.h>
#include <string.h>

ct_status ct_records_create(const ct_context *context, ptrdiff_t bytes, ct_records *records) {
    const size_t size = (size_t)context->size;
    const MPI_Comm comm = context->comm;
    int shares = 0;
    ct_status status = CT_OK;
    *records = (ct_records){.memory = NULL};
    ct_place *places = malloc(size * sizeof *places);
    records->of = malloc(size * sizeof *records->of);
    CT_TRY(ct_agree(comm, places != NULL && records->of != NULL
                              ? CT_OK
                              : ct_raise(CT_ERROR_MEMORY, "no memory for %zu ranks", size)));
    CT_TRY(ct_alloc(comm, bytes, &records->memory));
    memset(records->memory, 0, (size_t)bytes);
    const ct_place mine = ct_place_of(records->memory);
    CT_MPI(MPI_Allgather(&mine, sizeof mine, MPI_BYTE, places, sizeof mine, MPI_BYTE, comm));
    shares = context->node_size == context->size && mine.segment != 0; /* the same on all ranks */
    for (int rank = 0; shares && rank < context->size; rank++) {
        records->of[rank] = ct_place_address(places[rank]);
    }
cleanup:
    free(places);
    if (!shares) {
        free(records->of);
        records->of = NULL;
    }
    return status;
}

void ct_records_destroy(ct_records *records) {
    ct_free(&records->memory);
    free(records->of);
    records->of = NULL;
}
