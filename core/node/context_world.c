/* What tells contexts and their ranks from others, in traces. */
#include "node/context.h"

#include "base/mpi.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

ct_status ct_context_number(ct_context *context) {
    static _Atomic uint32_t contexts = 0; /* of which this process was the first rank */
    uint32_t number = 0;
    int rank = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    if (context->rank == 0) {
        number = ++contexts;
    }
    context->identity = (uint64_t)(uint32_t)rank << 32 | number;
    CT_MPI(MPI_Bcast(&context->identity, 1, MPI_UINT64_T, 0, context->comm));
cleanup:
    return status;
}

static ct_status find_world(ct_context *context, int *ranks) {
    MPI_Group world = MPI_GROUP_NULL;
    MPI_Group group = MPI_GROUP_NULL;
    ct_status status = CT_OK;
    for (int rank = 0; rank < context->size; rank++) {
        ranks[rank] = rank;
    }
    CT_MPI(MPI_Comm_group(MPI_COMM_WORLD, &world));
    CT_MPI(MPI_Comm_group(context->comm, &group));
    CT_MPI(MPI_Group_translate_ranks(group, context->size, ranks, world, context->world));
cleanup:
    if (world != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&world);
    }
    if (group != MPI_GROUP_NULL) {
        (void)MPI_Group_free(&group);
    }
    return status;
}

const int *ct_context_world(ct_context *context) {
    const size_t size = (size_t)context->size;
    if (context->world == NULL) {
        int *ranks = malloc(size * sizeof *ranks);
        context->world = malloc(size * sizeof *context->world);
        if (ranks == NULL || context->world == NULL || find_world(context, ranks) != CT_OK) {
            free(context->world);
            context->world = NULL;
        }
        free(ranks);
    }
    return context->world;
}
