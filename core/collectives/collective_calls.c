/* The collectives with MPI's arguments. */
#include <cornerturn/alltoall.h>

#include "collectives/collective_calls.h"
#include "collectives/settled.h"

/* Sets the block size of both sides from the side that this rank's arguments give. */
static void settle_bytes(ct_call *call, int has_sends, int has_receives) {
    ptrdiff_t *bytes = call->shape.bytes;
    if (has_sends && has_receives && bytes[CT_SENDS] != bytes[CT_RECEIVES]) {
        ct_call_reject(call, "%td bytes are sent, %td received; allowed: equally many",
                       bytes[CT_SENDS], bytes[CT_RECEIVES]);
    }
    bytes[CT_SENDS] = bytes[CT_RECEIVES] = has_sends ? bytes[CT_SENDS] : bytes[CT_RECEIVES];
    call->shape.in_place = 0;
}

/* Reads a send side that may not be MPI_IN_PLACE. */
static void read_sends(ct_call *call) {
    ct_call_blocks(call, CT_SENDS);
    if (call->shape.in_place) {
        ct_call_reject(call, "MPI_IN_PLACE is not allowed as this rank's send array");
    }
}

void ct_read_alltoall(ct_call *call, int rank, int size) {
    (void)rank;
    (void)size;
    ct_call_blocks(call, CT_SENDS);
    ct_call_blocks(call, CT_RECEIVES);
}

static CT_RARELY ct_status call_alltoall(const void *send, int send_count, MPI_Datatype send_type,
                                         void *receive, int receive_count,
                                         MPI_Datatype receive_type, MPI_Comm comm) {
    ct_call call = {.name = "ct_alltoall",
                    .comm = comm,
                    .given = {{.array = send, .count = send_count, .type = send_type},
                              {.array = receive, .count = receive_count, .type = receive_type}}};
    return ct_plan_cache_call(&call, ct_read_alltoall);
}

ct_status ct_alltoall(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                      int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    const ct_call_side given[CT_SIDES] = {
        {.array = send, .count = send_count, .type = send_type},
        {.array = receive, .count = receive_count, .type = receive_type}};
    ct_status status = CT_OK;
    return ct_settled_serves(comm, given, 0, &status)
               ? status
               : call_alltoall(send, send_count, send_type, receive, receive_count, receive_type,
                               comm);
}

void ct_read_alltoallv(ct_call *call, int rank, int size) {
    (void)rank;
    ct_call_counted(call, CT_SENDS, size);
    ct_call_counted(call, CT_RECEIVES, size);
}

static CT_RARELY ct_status call_alltoallv(const void *send, const int *send_counts,
                                          const int *send_displacements, MPI_Datatype send_type,
                                          void *receive, const int *receive_counts,
                                          const int *receive_displacements,
                                          MPI_Datatype receive_type, MPI_Comm comm) {
    ct_call call = {
        .name = "ct_alltoallv",
        .comm = comm,
        .has_counts = 1,
        .given = {
            ct_call_counted_side(send, send_counts, send_displacements, send_type),
            ct_call_counted_side(receive, receive_counts, receive_displacements, receive_type)}};
    return ct_plan_cache_call(&call, ct_read_alltoallv);
}

ct_status ct_alltoallv(const void *send, const int *send_counts, const int *send_displacements,
                       MPI_Datatype send_type, void *receive, const int *receive_counts,
                       const int *receive_displacements, MPI_Datatype receive_type, MPI_Comm comm) {
    const ct_call_side given[CT_SIDES] = {
        ct_call_counted_side(send, send_counts, send_displacements, send_type),
        ct_call_counted_side(receive, receive_counts, receive_displacements, receive_type)};
    ct_status status = CT_OK;
    return ct_settled_serves(comm, given, 1, &status)
               ? status
               : call_alltoallv(send, send_counts, send_displacements, send_type, receive,
                                receive_counts, receive_displacements, receive_type, comm);
}

void ct_read_broadcast(ct_call *call, int rank, int size) {
    (void)rank;
    (void)ct_call_root(call, size);
    ct_call_blocks(call, CT_RECEIVES);
    call->send = call->receive;
    settle_bytes(call, 0, 1);
}

ct_status ct_broadcast(void *vector, int count, MPI_Datatype type, int root, MPI_Comm comm) {
    ct_call call = {.name = "ct_broadcast",
                    .comm = comm,
                    .shape = {.movement = CT_BROADCAST, .root = root},
                    .given[CT_RECEIVES] = {.array = vector, .count = count, .type = type}};
    return ct_plan_cache_call(&call, ct_read_broadcast);
}

void ct_read_allgather(ct_call *call, int rank, int size) {
    (void)size;
    ct_call_blocks(call, CT_SENDS);
    ct_call_blocks(call, CT_RECEIVES);
    if (call->shape.in_place && call->receive != NULL) {
        call->send = (char *)call->receive + rank * call->shape.bytes[CT_RECEIVES];
    }
    settle_bytes(call, !call->shape.in_place, 1);
}

ct_status ct_allgather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                       int receive_count, MPI_Datatype receive_type, MPI_Comm comm) {
    ct_call call = {.name = "ct_allgather",
                    .comm = comm,
                    .shape = {.movement = CT_ALL_GATHER},
                    .given = {{.array = send, .count = send_count, .type = send_type},
                              {.array = receive, .count = receive_count, .type = receive_type}}};
    return ct_plan_cache_call(&call, ct_read_allgather);
}

void ct_read_gather(ct_call *call, int rank, int size) {
    const int root = call->shape.root;
    const int is_root = ct_call_root(call, size) && rank == root;
    const int in_place = is_root && call->given[CT_SENDS].array == MPI_IN_PLACE;
    if (is_root) {
        ct_call_blocks(call, CT_RECEIVES);
    }
    if (!in_place) {
        read_sends(call);
    } else if (call->receive != NULL) {
        call->send = (char *)call->receive + root * call->shape.bytes[CT_RECEIVES];
    }
    settle_bytes(call, !in_place, is_root);
}

ct_status ct_gather(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                    int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
    ct_call call = {.name = "ct_gather",
                    .comm = comm,
                    .shape = {.movement = CT_GATHER, .root = root},
                    .given = {{.array = send, .count = send_count, .type = send_type},
                              {.array = receive, .count = receive_count, .type = receive_type}}};
    return ct_plan_cache_call(&call, ct_read_gather);
}

void ct_read_scatter(ct_call *call, int rank, int size) {
    const int root = call->shape.root;
    const int is_root = ct_call_root(call, size) && rank == root;
    const int in_place = is_root && call->given[CT_RECEIVES].array == MPI_IN_PLACE;
    if (is_root) {
        read_sends(call);
    }
    if (!in_place) {
        ct_call_blocks(call, CT_RECEIVES);
    } else if (call->send != NULL) {
        call->receive = (char *)call->send + root * call->shape.bytes[CT_SENDS]; /* in place */
    }
    settle_bytes(call, is_root, !in_place);
}

ct_status ct_scatter(const void *send, int send_count, MPI_Datatype send_type, void *receive,
                     int receive_count, MPI_Datatype receive_type, int root, MPI_Comm comm) {
    ct_call call = {.name = "ct_scatter",
                    .comm = comm,
                    .shape = {.movement = CT_SCATTER, .root = root},
                    .given = {{.array = send, .count = send_count, .type = send_type},
                              {.array = receive, .count = receive_count, .type = receive_type}}};
    return ct_plan_cache_call(&call, ct_read_scatter);
}
