#include "base/mpi.h"

#include <stdatomic.h>
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

ct_status ct_comm_duplicate(MPI_Comm comm, MPI_Comm *own, int *rank, int *size) {
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_rank(comm, rank));
    CT_MPI(MPI_Comm_size(comm, size));
    CT_MPI(MPI_Comm_split(comm, 0, *rank, own)); /* MPI_Comm_dup calls the user's copy functions */
    CT_MPI(MPI_Comm_set_errhandler(*own, MPI_ERRORS_RETURN));
cleanup:
    return status;
}

ct_status ct_bytes_type(ptrdiff_t offset, ptrdiff_t bytes, MPI_Datatype *type) {
    enum { CHUNK_BYTES = 1 << 30 };
    ct_status status = CT_OK;
    MPI_Datatype chunk = MPI_DATATYPE_NULL;
    *type = MPI_DATATYPE_NULL;
    ptrdiff_t chunks = bytes / CHUNK_BYTES;
    int lengths[2] = {(int)chunks, (int)(bytes % CHUNK_BYTES)};
    MPI_Aint places[2] = {offset, offset + chunks * CHUNK_BYTES};
    CT_MPI(MPI_Type_contiguous(CHUNK_BYTES, MPI_BYTE, &chunk));
    MPI_Datatype parts[2] = {chunk, MPI_BYTE};
    CT_MPI(MPI_Type_create_struct(2, lengths, places, parts, type));
    CT_MPI(MPI_Type_commit(type));
cleanup:
    if (chunk != MPI_DATATYPE_NULL) {
        (void)MPI_Type_free(&chunk);
    }
    return status;
}

int ct_mpi_has_threads(void) {
    enum { NOT_ASKED, ONE, SEVERAL };
    static atomic_int known = NOT_ASKED;
    int found = atomic_load_explicit(&known, memory_order_relaxed);
    if (found == NOT_ASKED) {
        int level = MPI_THREAD_SINGLE;
        (void)MPI_Query_thread(&level);
        found = level == MPI_THREAD_MULTIPLE ? SEVERAL : ONE;
        atomic_store_explicit(&known, found, memory_order_relaxed);
    }
    return found == SEVERAL;
}
