/* The collectives with MPI's arguments, besides the all-to-alls. */
#include "base/mpi.h"
#include "collectives/plan_cache.h"

/* Blocks are of one size, which this rank has read from the sides that it has a part in. */
static void settle_bytes(ct_call *call, int has_sends, int has_receives) {
    ptrdiff_t *bytes = call->shape.bytes;
    if (has_sends && has_receives && bytes[CT_SENDS] != bytes[CT_RECEIVES]) {
        ct_call_complain(call, "%td bytes are sent, %td received; allowed: equally many",
                         bytes[CT_SENDS], bytes[CT_RECEIVES]);
    }
    bytes[CT_SENDS] = bytes[CT_RECEIVES] = has_sends ? bytes[CT_SENDS] : bytes[CT_RECEIVES];
    call->shape.in_place = 0;
}

/* The send side of one that may not be in place. */
static void read_sends(ct_call *call, const void *send, int count, MPI_Datatype type) {
    ct_call_blocks(call, CT_SENDS, send, count, type);
    if (call->shape.in_place) {
        ct_call_complain(call, "MPI_IN_PLACE is not allowed as this rank's send array");
    }
}

ct_status ct_broadcast(void *vector, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    ct_call call = {.name = "ct_broadcast", .shape.movement = CT_BROADCAST};
    ct_plan_cache *cache = NULL;
    int by_library = 1;
    ct_status status = CT_OK;
    CT_TRY(ct_plan_cache_of(comm, &cache));
    if (cache != NULL) {
        (void)ct_call_root(&call, root, ct_plan_cache_size(cache));
        ct_call_blocks(&call, CT_RECEIVES, vector, count, type);
        call.send = call.receive;
        settle_bytes(&call, 0, 1);
        CT_TRY(ct_plan_cache_execute(cache, &call, &by_library));
    }
    if (by_library) {
        CT_MPI(MPI_Bcast(vector, count, type, root, comm));
    }
cleanup:
    return status;
}

ct_status ct_allgather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                       int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    ct_call call = {.name = "ct_allgather", .shape.movement = CT_ALL_GATHER};
    ct_plan_cache *cache = NULL;
    int by_library = 1;
    ct_status status = CT_OK;
    CT_TRY(ct_plan_cache_of(comm, &cache));
    if (cache != NULL) {
        ct_call_blocks(&call, CT_SENDS, send, send_count, send_type);
        ct_call_blocks(&call, CT_RECEIVES, receive, receive_count, receive_type);
        if (call.shape.in_place && call.receive != NULL) {
            call.send =
                (char *)call.receive + ct_plan_cache_rank(cache) * call.shape.bytes[CT_RECEIVES];
        }
        settle_bytes(&call, !call.shape.in_place, 1);
        CT_TRY(ct_plan_cache_execute(cache, &call, &by_library));
    }
    if (by_library) {
        CT_MPI(
            MPI_Allgather(send, send_count, send_type, receive, receive_count, receive_type, comm));
    }
cleanup:
    return status;
}

ct_status ct_gather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                    int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
    ct_call call = {.name = "ct_gather", .shape.movement = CT_GATHER};
    ct_plan_cache *cache = NULL;
    int by_library = 1;
    ct_status status = CT_OK;
    CT_TRY(ct_plan_cache_of(comm, &cache));
    if (cache != NULL) {
        int is_root = ct_call_root(&call, root, ct_plan_cache_size(cache)) &&
                      root == ct_plan_cache_rank(cache);
        int in_place = is_root && send == MPI_IN_PLACE;
        if (is_root) {
            ct_call_blocks(&call, CT_RECEIVES, receive, receive_count, receive_type);
        }
        if (!in_place) {
            read_sends(&call, send, send_count, send_type);
        } else if (call.receive != NULL) {
            call.send = (char *)call.receive + root * call.shape.bytes[CT_RECEIVES];
        }
        settle_bytes(&call, !in_place, is_root);
        CT_TRY(ct_plan_cache_execute(cache, &call, &by_library));
    }
    if (by_library) {
        CT_MPI(MPI_Gather(send, send_count, send_type, receive, receive_count, receive_type, root,
                          comm));
    }
cleanup:
    return status;
}

ct_status ct_scatter(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                     int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
    ct_call call = {.name = "ct_scatter", .shape.movement = CT_SCATTER};
    ct_plan_cache *cache = NULL;
    int by_library = 1;
    ct_status status = CT_OK;
    CT_TRY(ct_plan_cache_of(comm, &cache));
    if (cache != NULL) {
        int is_root = ct_call_root(&call, root, ct_plan_cache_size(cache)) &&
                      root == ct_plan_cache_rank(cache);
        int in_place = is_root && receive == MPI_IN_PLACE;
        if (is_root) {
            read_sends(&call, send, send_count, send_type);
        }
        if (!in_place) {
            ct_call_blocks(&call, CT_RECEIVES, receive, receive_count, receive_type);
        } else if (call.send != NULL) {
            call.receive = (char *)call.send + root * call.shape.bytes[CT_SENDS]; /* and stays */
        }
        settle_bytes(&call, is_root, !in_place);
        CT_TRY(ct_plan_cache_execute(cache, &call, &by_library));
    }
    if (by_library) {
        CT_MPI(MPI_Scatter(send, send_count, send_type, receive, receive_count, receive_type, root,
                           comm));
    }
cleanup:
    return status;
}
