/* The MPI library's broadcast, all-gather, gather and scatter as algorithms. */
#include "base/mpi.h"
#include "exchange/plan.h"
#include "exchange/run/own.h"
#include <cornerturn/agree.h>

#include <limits.h>

/* Bytes of a block; all have one size. */
static ptrdiff_t block_bytes(const ct_exchange_plan *plan) {
    int sends = plan->movement == CT_ALL_GATHER || plan->movement == CT_GATHER;
    const ct_blocks *blocks = sends ? &plan->send : &plan->receive;
    return ct_blocks_elements(blocks, plan->root) * blocks->element_bytes;
}

ct_status ct_library_movement_create(const ct_exchange_plan *plan, ct_library *library) {
    ct_status status = CT_OK;
    ptrdiff_t bytes = block_bytes(plan);
    library->is_movement = 1;
    library->root = plan->order[plan->root];
    if (bytes <= INT_MAX) {
        library->count = (int)bytes;
        library->element = MPI_BYTE;
    } else {
        library->count = 1;
        status = ct_bytes_type(0, bytes, &library->element);
    }
    return ct_agree(plan->comm, status);
}

/* MPI's array arguments: a broadcast has one array on all ranks; MPI_IN_PLACE where this rank's
 * block is in place. */
typedef struct arrays {
    const void *send;
    void *receive;
} arrays;

static arrays arrays_of(const ct_exchange_plan *plan, const void *send, void *receive) {
    arrays a = {send, receive};
    int is_there = ct_own_block_is_in_place(plan, send, receive);
    if (plan->movement == CT_BROADCAST && plan->rank == plan->root) {
        a.receive = (void *)send; /* only read */
    } else if (plan->movement == CT_SCATTER && plan->rank == plan->root && is_there) {
        a.receive = MPI_IN_PLACE;
    } else if (plan->movement != CT_SCATTER && is_there) {
        a.send = MPI_IN_PLACE;
    }
    return a;
}

ct_status ct_library_movement_execute(const ct_exchange_plan *plan, const ct_library *library,
                                      const void *send, void *receive) {
    const arrays a = arrays_of(plan, send, receive);
    const int count = library->count;
    MPI_Datatype type = library->element;
    ct_status status = CT_OK;
    switch (plan->movement) {
    case CT_BROADCAST:
        CT_MPI(MPI_Bcast(a.receive, count, type, library->root, plan->context->comm));
        if (plan->rank == plan->root) {
            ct_own_block_copy(plan, send, receive);
        }
        break;
    case CT_ALL_GATHER:
        CT_MPI(MPI_Allgather(a.send, count, type, a.receive, count, type, plan->context->comm));
        break;
    case CT_GATHER:
        CT_MPI(MPI_Gather(a.send, count, type, a.receive, count, type, library->root,
                          plan->context->comm));
        break;
    default:
        CT_MPI(MPI_Scatter(a.send, count, type, a.receive, count, type, library->root,
                           plan->context->comm));
    }
cleanup:
    return status;
}

ct_status ct_library_movement_start(const ct_exchange_plan *plan, const ct_library *library,
                                    const void *send, void *receive, MPI_Request *request) {
    const arrays a = arrays_of(plan, send, receive);
    const int count = library->count;
    MPI_Datatype type = library->element;
    ct_status status = CT_OK;
    switch (plan->movement) {
    case CT_BROADCAST:
        CT_MPI(MPI_Ibcast(a.receive, count, type, library->root, plan->context->comm, request));
        if (plan->rank == plan->root) {
            ct_own_block_copy(plan, send, receive);
        }
        break;
    case CT_ALL_GATHER:
        CT_MPI(MPI_Iallgather(a.send, count, type, a.receive, count, type, plan->context->comm,
                              request));
        break;
    case CT_GATHER:
        CT_MPI(MPI_Igather(a.send, count, type, a.receive, count, type, library->root,
                           plan->context->comm, request));
        break;
    default:
        CT_MPI(MPI_Iscatter(a.send, count, type, a.receive, count, type, library->root,
                            plan->context->comm, request));
    }
cleanup:
    return status;
}
