#include <cornerturn/agree.h>

#include "base/mpi.h"
#include "trace/phase.h"

#include <stdio.h>
#include <string.h>

/* What the failing rank broadcasts. */
typedef struct verdict {
    ct_status status;
    char message[1800], origin[128];
} verdict;

ct_status ct_agree(MPI_Comm comm, ct_status mine) {
    int rank = 0;
    int size = 1;
    int failed = mine != CT_OK;
    int failures = 0;
    int speaker = 0;
    verdict told = {.status = mine};
    ct_status status = CT_OK;
    CT_TRY(ct_comm_check(comm)); /* what plans something agrees before it does anything else */
    CT_MPI(MPI_Comm_size(comm, &size));
    if (size == 1) {
        return mine;
    }
    const ct_phase wait = ct_span_begin(CT_TRACE_WAIT, "agreement");
    CT_MPI(MPI_Allreduce(&failed, &failures, 1, MPI_INT, MPI_SUM, comm));
    ct_span_end(&wait);
    if (failures == 0) {
        return CT_OK;
    }
    CT_MPI(MPI_Comm_rank(comm, &rank));
    int candidate = failed ? rank : size;
    CT_MPI(MPI_Allreduce(&candidate, &speaker, 1, MPI_INT, MPI_MIN, comm));
    if (rank == speaker) {
        (void)snprintf(told.message, sizeof told.message, "%s", ct_error_message());
        (void)snprintf(told.origin, sizeof told.origin, "%s", ct_error_origin());
        if (failures < size) {
            size_t length = strlen(told.message);
            (void)snprintf(told.message + length, sizeof told.message - length, " (on rank %d)",
                           rank);
        }
    }
    CT_MPI(MPI_Bcast(&told, (int)sizeof told, MPI_BYTE, speaker, comm));
    ct_error_adopt(told.message, told.origin);
    return told.status;
cleanup:
    return status;
}

ct_status ct_agree_on_first(MPI_Comm comm, ct_status mine) {
    ct_status status = CT_OK;
    int rank = 0;
    int first = (int)mine;
    CT_TRY(ct_comm_check(comm));
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_MPI(MPI_Bcast(&first, 1, MPI_INT, 0, comm));
    if (rank > 0 && first != CT_OK) { /* not if all fail: the message then needs no "on rank 0" */
        mine = ct_raise((ct_status)first, "rank 0 failed");
    }
    return ct_agree(comm, mine);
cleanup:
    return status;
}
