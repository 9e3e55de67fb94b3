#include <cornerturn/alltoall.h>

#include "base/mpi.h"
#include "collectives/plan_cache.h"

ct_status ct_alltoall(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                      int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    ct_call call = {.name = "ct_alltoall"};
    ct_plan_cache *cache = NULL;
    int by_library = 1;
    ct_status status = CT_OK;
    CT_TRY(ct_plan_cache_of(comm, &cache));
    if (cache != NULL) {
        ct_call_blocks(&call, CT_SENDS, send, send_count, send_type);
        ct_call_blocks(&call, CT_RECEIVES, receive, receive_count, receive_type);
        CT_TRY(ct_plan_cache_execute(cache, &call, &by_library));
    }
    if (by_library) {
        CT_MPI(
            MPI_Alltoall(send, send_count, send_type, receive, receive_count, receive_type, comm));
    }
cleanup:
    return status;
}

ct_status ct_alltoallv(const void *send, const int *send_counts, const int *send_displacements,
                       MPI_Datatype send_type, void *receive, const int *receive_counts,
                       const int *receive_displacements, MPI_Datatype receive_type, MPI_Comm comm) {
    ct_call call = {.name = "ct_alltoallv"};
    ct_plan_cache *cache = NULL;
    int by_library = 1;
    ct_status status = CT_OK;
    CT_TRY(ct_plan_cache_of(comm, &cache));
    if (cache != NULL) {
        int size = ct_plan_cache_size(cache);
        ct_call_counted(&call, CT_SENDS, send, send_counts, send_displacements, send_type, size);
        ct_call_counted(&call, CT_RECEIVES, receive, receive_counts, receive_displacements,
                        receive_type, size);
        CT_TRY(ct_plan_cache_execute(cache, &call, &by_library));
    }
    if (by_library) {
        CT_MPI(MPI_Alltoallv(send, send_counts, send_displacements, send_type, receive,
                             receive_counts, receive_displacements, receive_type, comm));
    }
cleanup:
    return status;
}
