/* The arguments of a plan, checked on all ranks together. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <limits.h>
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
static ct_status check_mine(const ct_exchange_plan *plan) {
    const ct_exchange_options *options = &plan->options;
    if (options->window < 0 || options->element_bytes < 1 || options->planning < CT_PLAN_ESTIMATE ||
        options->planning > CT_PLAN_MEASURE) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "exchange options out of range: window %d, planning %d, element_bytes %d",
                        options->window, (int)options->planning, options->element_bytes);
    }
    if (options->topology != NULL && options->topology->size != plan->size) {
        return ct_raise(CT_ERROR_ARGUMENT, "a topology of %d ranks for an exchange among %d",
                        options->topology->size, plan->size);
    }
    ct_status status = check_layout(&plan->send, "send", plan->size, options->element_bytes);
    return status != CT_OK
               ? status
               : check_layout(&plan->receive, "receive", plan->size, options->element_bytes);
}

/* Fails where options differ from rank 0's. Collective. */
static ct_status check_same_options(const ct_exchange_plan *plan, int automatic,
                                    const ct_choice *asked) {
    struct {
        char label[CT_EXCHANGE_LABEL];
        int automatic, planning, window, element_bytes;
        ct_topology topology;
    } mine, first;
    ct_status status = CT_OK;
    memset(&mine, 0, sizeof mine);
    mine.automatic = automatic;
    mine.planning = (int)plan->options.planning;
    mine.window = plan->options.window;
    mine.element_bytes = plan->options.element_bytes;
    mine.topology = plan->topology;
    if (!automatic) {
        ct_choice_format(asked, &plan->topology, mine.label);
    }
    first = mine;
    CT_MPI(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, plan->comm));
    if (memcmp(&first, &mine, sizeof first) != 0) {
        status = ct_raise(CT_ERROR_ARGUMENT, "exchange options differ between ranks");
    }
    status = ct_agree(plan->comm, status);
cleanup:
    return status;
}

/* Fails where a rank does not send as much as its peer wants to receive. Collective. */
static ct_status check_sizes_meet(const ct_exchange_plan *plan) {
    ct_status status = CT_OK;
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
    }
    status = ct_agree(plan->comm, status);
cleanup:
    free(coming);
    return status;
}

/* Sums what crosses ranks, and sees whether all those blocks are of one size. Collective. */
static ct_status survey_sizes(ct_exchange_plan *plan) {
    double mine = 0;
    long long extremes[2] = {LLONG_MIN, LLONG_MIN}; /* of size, and of minus the size */
    ct_status status = CT_OK;
    for (int peer = 0; peer < plan->size; peer++) {
        long long bytes = plan->send.bytes[peer];
        if (peer != plan->rank) {
            mine += (double)bytes;
            extremes[0] = bytes > extremes[0] ? bytes : extremes[0];
            extremes[1] = -bytes > extremes[1] ? -bytes : extremes[1];
        }
    }
    CT_MPI(MPI_Allreduce(&mine, &plan->total_bytes, 1, MPI_DOUBLE, MPI_SUM, plan->comm));
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, extremes, 2, MPI_LONG_LONG, MPI_MAX, plan->comm));
    plan->block_bytes = plan->size > 1 && extremes[0] == -extremes[1] ? (ptrdiff_t)extremes[0] : -1;
cleanup:
    return status;
}

ct_status ct_exchange_check(ct_exchange_plan *plan, const ct_layout *send, const ct_layout *receive,
                            const ct_exchange_options *options, int *automatic, ct_choice *asked) {
    ct_status status = copy_layouts(plan, send, receive);
    plan->options = *options;
    plan->options.algorithm = NULL; /* the caller's string */
    if (plan->options.element_bytes == 0) {
        plan->options.element_bytes = 1;
    }
    if (status == CT_OK) {
        status = check_mine(plan);
    }
    if (status == CT_OK && plan->options.topology != NULL) {
        plan->topology = *plan->options.topology;
    }
    plan->options.topology = NULL; /* the caller's too */
    if (status == CT_OK) {
        status = ct_choice_parse(options->algorithm, &plan->topology, automatic, asked);
    }
    CT_TRY(ct_agree(plan->comm, status));
    CT_TRY(check_same_options(plan, *automatic, asked));
    CT_TRY(check_sizes_meet(plan));
    CT_TRY(survey_sizes(plan));
cleanup:
    return status;
}
