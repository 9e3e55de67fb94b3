/* Creating a plan: the arguments are checked on all ranks together, then a choice is prepared. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* Copies both layouts into one allocation of four numbers a rank. */
static ct_status copy_layouts(ct_exchange_plan *plan, const ct_layout *send,
                              const ct_layout *receive) {
    size_t size = (size_t)plan->size;
    const ptrdiff_t *from[4] = {send->offset, send->bytes, receive->offset, receive->bytes};
    plan->numbers = malloc(4 * size * sizeof *plan->numbers);
    if (plan->numbers == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for an exchange plan of %d ranks", plan->size);
    }
    for (size_t i = 0; i < 4; i++) {
        memcpy(plan->numbers + i * size, from[i], size * sizeof *plan->numbers);
    }
    plan->send = (ct_layout){plan->numbers, plan->numbers + size};
    plan->receive = (ct_layout){plan->numbers + 2 * size, plan->numbers + 3 * size};
    return CT_OK;
}

static ct_status check_layout(const ct_layout *layout, const char *side, int size, int unit) {
    for (int peer = 0; peer < size; peer++) {
        if (layout->bytes[peer] < 0 || layout->offset[peer] < 0) {
            return ct_raise(CT_ERROR_ARGUMENT, "%s block %d has a negative size or offset", side,
                            peer);
        }
        if (layout->bytes[peer] % unit != 0 || layout->offset[peer] % unit != 0) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "%s block %d: size and offset must be multiples of %d bytes", side,
                            peer, unit);
        }
    }
    return CT_OK;
}

/* What this rank can see alone. */
static ct_status check_mine(const ct_exchange_plan *plan, int asked, const char *name) {
    if (asked < 0) {
        char names[256] = "";
        for (int i = 0; ct_exchange_name(i) != NULL; i++) {
            size_t length = strlen(names);
            (void)snprintf(names + length, sizeof names - length, "%s%s", i > 0 ? ", " : "",
                           ct_exchange_name(i));
        }
        return ct_raise(CT_ERROR_CONFIG, "no exchange algorithm is called \"%s\"; there are: %s",
                        name, names);
    }
    if (plan->options.window < 0 || plan->options.element_bytes < 1 ||
        plan->options.planning < CT_PLAN_ESTIMATE || plan->options.planning > CT_PLAN_MEASURE) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "exchange options out of range: window %d, planning %d, "
                        "element_bytes %d",
                        plan->options.window, (int)plan->options.planning,
                        plan->options.element_bytes);
    }
    ct_status status = check_layout(&plan->send, "send", plan->size, plan->options.element_bytes);
    if (status == CT_OK) {
        status = check_layout(&plan->receive, "receive", plan->size, plan->options.element_bytes);
    }
    return status;
}

/* Fails where options differ from rank 0's. Collective. */
static ct_status check_same_options(const ct_exchange_plan *plan, int asked) {
    int mine[4] = {asked, (int)plan->options.planning, plan->options.window,
                   plan->options.element_bytes};
    int first[4];
    ct_status status = CT_OK;
    memcpy(first, mine, sizeof first);
    CT_MPI(MPI_Bcast(first, 4, MPI_INT, 0, plan->comm));
    if (memcmp(first, mine, sizeof first) != 0) {
        status = ct_raise(CT_ERROR_ARGUMENT, "exchange options differ between ranks");
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

/* Fails where a rank does not send as much as its peer wants to receive; sums what crosses ranks.
 * Collective. */
static ct_status check_sizes_meet(ct_exchange_plan *plan) {
    ct_status status = CT_OK;
    double mine = 0;
    int size = plan->size;
    ptrdiff_t *coming = malloc((size_t)size * sizeof *coming);
    CT_TRY(ct_agree(plan->comm, coming != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for %d sizes", size)));
    CT_MPI(MPI_Alltoall(plan->send.bytes, sizeof *coming, MPI_BYTE, coming, sizeof *coming,
                        MPI_BYTE, plan->comm));
    for (int peer = 0; peer < size && status == CT_OK; peer++) {
        if (coming[peer] != plan->receive.bytes[peer]) {
            status =
                ct_raise(CT_ERROR_ARGUMENT, "rank %d sends %td bytes to rank %d, which expects %td",
                         peer, coming[peer], plan->rank, plan->receive.bytes[peer]);
        }
        mine += peer == plan->rank ? 0 : (double)plan->send.bytes[peer];
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_MPI(MPI_Allreduce(&mine, &plan->total_bytes, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
cleanup:
    free(coming);
    return status;
}

/* Everything after the communicator is there. Collective. */
static ct_status build(ct_exchange_plan *plan, const ct_layout *send, const ct_layout *receive,
                       const ct_exchange_options *options) {
    const char *name = options->algorithm != NULL ? options->algorithm : ct_exchange_name(0);
    int asked = ct_exchange_find(name);
    ct_status status = CT_OK;
    plan->options = *options;
    plan->options.algorithm = NULL; /* the caller's string; the index says it */
    if (plan->options.element_bytes == 0) {
        plan->options.element_bytes = 1;
    }
    status = copy_layouts(plan, send, receive);
    if (status == CT_OK) {
        status = check_mine(plan, asked, name);
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(check_same_options(plan, asked));
    CT_TRY(check_sizes_meet(plan));
    CT_TRY(ct_exchange_choose(plan, asked));
cleanup:
    return status;
}

ct_status ct_exchange_plan_create(MPI_Comm comm, const ct_layout *send, const ct_layout *receive,
                                  const ct_exchange_options *options, ct_exchange_plan **plan) {
    static const ct_exchange_options defaults = {.algorithm = NULL};
    ct_status status = CT_OK;
    ct_exchange_plan *created = calloc(1, sizeof *created);
    if (created == NULL) {
        status = ct_raise(CT_ERROR_MEMORY, "no memory for a plan");
    } else {
        created->comm = MPI_COMM_NULL;
    }
    status = ct_agree(comm, status);
    if (created == NULL || status != CT_OK) {
        goto cleanup;
    }
    CT_TRY(ct_comm_own(comm, &created->comm, &created->rank, &created->size));
    CT_TRY(build(created, send, receive, options != NULL ? options : &defaults));
    *plan = created;
    return CT_OK;
cleanup:
    ct_exchange_plan_destroy(&created);
    return status;
}

/* Frees what the present choice needs. */
static void unprepare(ct_exchange_plan *plan) {
    ct_lowered_destroy(&plan->lowered);
    ct_library_destroy(&plan->library);
    plan->chosen = 0;
}

ct_status ct_exchange_prepare(ct_exchange_plan *plan, int index) {
    const ct_algorithm *algorithm = ct_exchange_row(index);
    if (plan->chosen == index) {
        return CT_OK;
    }
    unprepare(plan);
    ct_status status =
        algorithm != NULL ? ct_agree(plan->comm, ct_exchange_lower(plan, algorithm, &plan->lowered))
                          : ct_library_create(plan, &plan->library);
    plan->chosen = status == CT_OK ? index : 0;
    return status;
}

void ct_exchange_plan_destroy(ct_exchange_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    unprepare(*plan);
    if ((*plan)->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&(*plan)->comm);
    }
    free((*plan)->numbers);
    free(*plan);
    *plan = NULL;
}
