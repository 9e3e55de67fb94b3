#include "io/array/file.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "files/unfinished_share.h"
#include "io/array/handle.h"
#include "io/array/storage/hdf5.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ct_status create_empty(ct_array_file *file, const char *path, bool overwrite) {
    ct_status status = CT_OK;
    hid_t handle = H5I_INVALID_HID;
    bool reserved = false;
    CT_TRY(file->resumable ? ct_output_create_resumable(path, overwrite, &file->output)
                           : ct_output_create(path, overwrite, &file->output));
    CT_TRY(ct_output_reserve(file->output, CT_HEADER_BYTES, &reserved));
    (void)snprintf(file->temporary, sizeof file->temporary, "%s",
                   ct_output_temporary(file->output));
    CT_HDF5(handle = H5Fcreate(file->temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
            "writing %s", file->path);
cleanup:
    return ct_array_file_close(file->path, handle, status);
}

ct_status ct_array_can_create(MPI_Comm comm, const char *path, bool overwrite) {
    ct_status status = CT_OK;
    int rank = 0;
    CT_MPI(MPI_Comm_rank(comm, &rank));
    return ct_agree_on_first(comm, rank == 0 ? ct_output_check(path, overwrite) : CT_OK);
cleanup:
    return status;
}

ct_status ct_array_check_name(const char *dataset) {
    size_t length = strlen(dataset);
    if (strspn(dataset, "./") == length || dataset[length - 1] == '/') {
        return ct_raise(CT_ERROR_CONFIG,
                        "\"%s\" cannot name a dataset; allowed: a name such as a or group/a",
                        ct_escaped(dataset));
    }
    return CT_OK;
}

static ct_status open_again(ct_array_file *file, const char *path) {
    ct_status status = ct_output_reopen(path, &file->output);
    if (status == CT_OK) {
        (void)snprintf(file->temporary, sizeof file->temporary, "%s",
                       ct_output_temporary(file->output));
    }
    return status;
}

/* Creates the handle. Rank 0 creates the file, or reopens it. */
static ct_status new_file(MPI_Comm comm, const char *path, bool resumable, bool again,
                          bool overwrite, ct_array_file **file) {
    ct_status status = CT_OK;
    ct_array_file *made = calloc(1, sizeof *made);
    ct_hdf5_begin();
    status =
        ct_agree(comm, made != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for a file"));
    if (status != CT_OK || made == NULL) {
        free(made);
        return status;
    }
    made->comm = MPI_COMM_NULL;
    made->resumable = resumable;
    ct_escape(path, made->path);
    CT_MPI(MPI_Comm_rank(comm, &made->rank));
    CT_MPI(MPI_Comm_dup(comm, &made->comm));
    if (made->rank == 0) {
        status = again ? open_again(made, path) : create_empty(made, path, overwrite);
    }
    CT_TRY(ct_agree_on_first(comm, status));
    CT_MPI(MPI_Bcast(made->temporary, PATH_MAX, MPI_CHAR, 0, comm));
    ct_unfinished_share(comm);
    *file = made;
    return CT_OK;
cleanup:
    ct_array_discard(&made);
    return status;
}

ct_status ct_array_create(MPI_Comm comm, const char *path, bool overwrite, ct_array_file **file) {
    return new_file(comm, path, false, false, overwrite, file);
}

ct_status ct_array_create_resumable(MPI_Comm comm, const char *path, bool overwrite,
                                    ct_array_file **file) {
    return new_file(comm, path, true, false, overwrite, file);
}

ct_status ct_array_reopen(MPI_Comm comm, const char *path, ct_array_file **file) {
    return new_file(comm, path, true, true, true, file);
}

void ct_array_preserve(ct_array_file *file) {
    if (file->rank == 0) {
        ct_output_preserve(file->output);
    }
}

const char *ct_array_temporary(const ct_array_file *file) {
    return file->temporary;
}

ct_status ct_array_flush(ct_array_file *file) {
    const ct_phase span = ct_span_begin(CT_TRACE_WRITE, "flush");
    const ct_status status =
        ct_agree_on_first(file->comm, file->rank == 0 ? ct_output_flush(file->output) : CT_OK);
    ct_span_end(&span);
    return status;
}

ct_status ct_array_commit(ct_array_file **file) {
    ct_array_file *this = *file;
    const ct_phase span = ct_span_begin(CT_TRACE_WRITE, "flush and name");
    ct_status status =
        ct_agree_on_first(this->comm, this->rank == 0 ? ct_output_commit(&this->output) : CT_OK);
    ct_span_end(&span);
    ct_array_discard(file); /* the rest of it */
    return status;
}

void ct_array_discard(ct_array_file **file) {
    if (*file == NULL) {
        return;
    }
    ct_output_discard(&(*file)->output);
    if ((*file)->comm != MPI_COMM_NULL) {
        (void)MPI_Comm_free(&(*file)->comm);
    }
    free((*file)->dataset);
    free(*file);
    *file = NULL;
}
