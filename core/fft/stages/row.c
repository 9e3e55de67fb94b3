/* Exchanges among the ranks that have something for each other: of pencils the rows of their grid,
 * so that an algorithm is chosen for few ranks with large blocks. */
#include "fft/plan.h"

#include "base/mpi.h"
#include "fft/shape/groups.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* This rank's group as a communicator, unless all ranks are one. Collective. */
static ct_status split(const ct_fft_plan *plan, const int *group, ct_fft_row *row) {
    ct_status status = CT_OK;
    int is_one = 1;
    for (int rank = 0; rank < plan->size; rank++) {
        is_one = is_one && group[rank] == 0;
    }
    if (!is_one) {
        CT_TRY(ct_context_split(plan->context, group[plan->rank], plan->rank, &row->context));
        row->comm = row->context->comm;
    }
cleanup:
    return status;
}

/* Goes back to all ranks where the algorithm that was asked for does not serve every group.
 * Collective. */
static ct_status keep_supported(const ct_fft_plan *plan, const char *algorithm, ct_fft_row *row) {
    ct_status status = CT_OK;
    int fails = row->comm != MPI_COMM_NULL && algorithm != NULL &&
                ct_exchange_supports(row->comm, algorithm) != CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &fails, 1, MPI_INT, MPI_MAX, plan->comm));
    if (fails && row->comm != MPI_COMM_NULL) {
        ct_context_release(&row->context);
        row->comm = MPI_COMM_NULL;
    }
cleanup:
    return status;
}

ct_status ct_fft_row_create(const ct_fft_plan *plan, const ct_fft_layout *from,
                            const ct_fft_layout *into, const ct_exchange_options *options,
                            ct_fft_row *row) {
    int *group = malloc((size_t)plan->size * sizeof *group);
    ct_status status = CT_OK;
    *row = (ct_fft_row){.comm = MPI_COMM_NULL};
    row->member = malloc((size_t)plan->size * sizeof *row->member);
    int ready =
        group != NULL && row->member != NULL && ct_fft_groups(from, into, plan->size, group);
    status =
        ct_agree(plan->comm,
                 ready ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", plan->size));
    if (status != CT_OK || group == NULL || row->member == NULL) {
        goto cleanup;
    }
    if (options->topology == NULL) { /* which is of all ranks */
        CT_TRY(split(plan, group, row));
        CT_TRY(keep_supported(plan, options->algorithm, row));
    }
    for (int rank = 0; rank < plan->size; rank++) {
        if (row->comm == MPI_COMM_NULL || group[rank] == group[plan->rank]) {
            row->member[row->size++] = rank;
        }
    }
cleanup:
    free(group);
    return status;
}

void ct_fft_row_destroy(ct_fft_row *row) {
    ct_context_release(&row->context);
    free(row->member);
    *row = (ct_fft_row){.comm = MPI_COMM_NULL};
}
