/* Creating a plan, making choices ready, executing. */
#include "exchange/plan.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* Finds out which ranks share a node: `nodes` when all nodes have equally many ranks, one after the
 * other, and there are several; else flat. Collective. */
static ct_status find_topology(MPI_Comm comm, ct_topology *topology) {
    MPI_Comm node = MPI_COMM_NULL;
    ct_status status = CT_OK;
    int rank = 0;
    int size = 1;
    int here[2] = {0, 0}; /* rank in the node, ranks of the node */
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_MPI(MPI_Comm_size(comm, &size));
    CT_MPI(MPI_Comm_split_type(comm, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node));
    CT_MPI(MPI_Comm_rank(node, &here[0]));
    CT_MPI(MPI_Comm_size(node, &here[1]));
    int extremes[2] = {here[1], -here[1]};
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, extremes, 2, MPI_INT, MPI_MAX, comm));
    int even = extremes[0] == -extremes[1] && rank % here[1] == here[0];
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &even, 1, MPI_INT, MPI_MIN, comm));
    *topology = ct_topology_flat(size);
    if (even && here[1] > 1 && here[1] < size) {
        int extent[2] = {here[1], size / here[1]};
        CT_TRY(ct_topology_create(CT_NODES, 2, extent, topology));
    }
cleanup:
    if (node != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&node);
    }
    return status;
}

ct_status ct_exchange_supports(MPI_Comm comm, const char *algorithm) {
    ct_topology topology;
    ct_choice choice;
    int automatic = 0;
    ct_status status = CT_OK;
    CT_TRY(find_topology(comm, &topology));
    status = ct_agree(comm, ct_choice_parse(algorithm, &topology, &automatic, &choice));
cleanup:
    return status;
}

ct_status ct_exchange_plan_create(MPI_Comm comm, const ct_layout *send, const ct_layout *receive,
                                  const ct_exchange_options *options, ct_exchange_plan **plan) {
    static const ct_exchange_options defaults = {.algorithm = NULL};
    ct_status status = CT_OK;
    int automatic = 0;
    ct_choice asked;
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
    /* Also where one is given: whether all ranks give one is not known before they are checked. */
    CT_TRY(find_topology(created->comm, &created->topology));
    CT_TRY(ct_exchange_check(created, send, receive, options != NULL ? options : &defaults,
                             &automatic, &asked));
    CT_TRY(ct_exchange_choose(created, automatic ? NULL : &asked));
    *plan = created;
    return CT_OK;
cleanup:
    ct_exchange_plan_destroy(&created);
    return status;
}

void ct_exchange_plan_destroy(ct_exchange_plan **plan) {
    if (plan == NULL || *plan == NULL) {
        return;
    }
    ct_prepared_destroy(&(*plan)->prepared);
    if ((*plan)->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&(*plan)->comm);
    }
    free((*plan)->numbers);
    free(*plan);
    *plan = NULL;
}

static ct_status lower(const ct_exchange_plan *plan, const ct_choice *choice, ct_lowered *lowered) {
    ct_problem problem = {plan->comm, plan->send, plan->receive, plan->block_bytes,
                          plan->options.window};
    ct_schedule *schedule = NULL;
    ct_status status = CT_OK;
    /* Lowering may talk to other ranks, so all of them must have their schedules first. */
    CT_TRY(ct_agree(plan->comm, ct_algorithm_generate(choice->row, &plan->topology,
                                                      &choice->parameters, plan->rank, &schedule)));
    CT_TRY(ct_agree(plan->comm, ct_lowered_create(schedule, &problem, lowered)));
cleanup:
    ct_schedule_destroy(&schedule);
    return status;
}

ct_status ct_prepared_create(const ct_exchange_plan *plan, const ct_choice *choice,
                             ct_prepared *prepared) {
    *prepared = (ct_prepared){.choice = *choice};
    return choice->row != NULL ? lower(plan, choice, &prepared->lowered)
                               : ct_library_create(plan, &prepared->library);
}

void ct_prepared_destroy(ct_prepared *prepared) {
    ct_lowered_destroy(&prepared->lowered);
    ct_library_destroy(&prepared->library);
}

ct_status ct_prepared_execute(const ct_exchange_plan *plan, const ct_prepared *prepared,
                              const void *send, void *receive) {
    if (prepared->choice.row == NULL) {
        return ct_library_execute(plan, &prepared->library, send, receive);
    }
    ptrdiff_t own_bytes = plan->send.bytes[plan->rank];
    if (own_bytes > 0) {
        memcpy((char *)receive + plan->receive.offset[plan->rank],
               (const char *)send + plan->send.offset[plan->rank], (size_t)own_bytes);
    }
    return ct_lowered_execute(&prepared->lowered, plan->comm, send, receive);
}

ct_status ct_exchange_execute(ct_exchange_plan *plan, const void *send, void *receive) {
    return ct_prepared_execute(plan, &plan->prepared, send, receive);
}
