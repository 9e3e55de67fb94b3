#include <cornerturn/agree.h>

#include "base/mpi.h"

#include <stdio.h>
#include <string.h>

ct_status ct_mpi_status(const char *file, int line, const char *call, int code) {
    if (code == MPI_SUCCESS) {
        return CT_OK;
    }
    char words[MPI_MAX_ERROR_STRING] = "";
    int length = 0;
    (void)MPI_Error_string(code, words, &length);
    int name = (int)strcspn(call, "(");
    return ct_raise_at(file, line, CT_ERROR_MPI, "%.*s failed: %s", name, call, words);
}

ct_status ct_comm_check(MPI_Comm comm) {
    ct_status status = CT_OK;
    int is_inter = 0;
    if (comm == MPI_COMM_NULL) {
        return ct_raise(CT_ERROR_ARGUMENT, "a collective call on MPI_COMM_NULL");
    }
    CT_MPI(MPI_Comm_test_inter(comm, &is_inter));
    if (is_inter) {
        CT_FAIL(CT_ERROR_ARGUMENT, "a collective call on an intercommunicator");
    }
cleanup:
    return status;
}

ct_status ct_comm_own(MPI_Comm comm, MPI_Comm *own, int *rank, int *size) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_dup(comm, own));
    CT_MPI(MPI_Comm_set_errhandler(*own, MPI_ERRORS_RETURN));
    CT_MPI(MPI_Comm_rank(*own, rank));
    CT_MPI(MPI_Comm_size(*own, size));
cleanup:
    return status;
}

/* What the failing rank tells the others. */
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
    CT_MPI(MPI_Allreduce(&failed, &failures, 1, MPI_INT, MPI_SUM, comm));
    if (failures == 0) {
        return CT_OK;
    }
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_MPI(MPI_Comm_size(comm, &size));
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
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_MPI(MPI_Bcast(&first, 1, MPI_INT, 0, comm));
    if (rank > 0 && first != CT_OK) { /* all fail: the message then needs no "on rank 0" */
        mine = ct_raise((ct_status)first, "rank 0 failed");
    }
    return ct_agree(comm, mine);
cleanup:
    return status;
}
