#include "io/array/single/file.h"

#include "base/mpi.h"
#include "files/unfinished_share.h"
#include "io/array/storage/hdf5.h"
#include <cornerturn/agree.h>

#include <stdio.h>
#include <stdlib.h>

static ct_status create_output(ct_array_file *file, const ct_opening *how) {
    return how->temporary != NULL
               ? ct_output_create_part(how->path, how->temporary, false, &file->output)
           : how->resumable ? ct_output_create_resumable(how->path, how->overwrite,
                                                         CT_HDF5_BEGINNING, &file->output)
                            : ct_output_create(how->path, how->overwrite, &file->output);
}

static ct_status create_empty(ct_array_file *file, const ct_opening *how) {
    ct_status status = CT_OK;
    hid_t handle = H5I_INVALID_HID;
    bool reserved = false;
    CT_TRY(create_output(file, how));
    CT_TRY(ct_output_reserve(file->output, CT_HEADER_BYTES, &reserved));
    (void)snprintf(file->temporary, sizeof file->temporary, "%s",
                   ct_output_temporary(file->output));
    CT_HDF5(handle = H5Fcreate(file->temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
            "writing %s", file->path);
cleanup:
    return ct_array_file_close(file->path, handle, status);
}

static ct_status open_again(ct_array_file *file, const ct_opening *how) {
    ct_status status = how->temporary != NULL
                           ? ct_output_create_part(how->path, how->temporary, true, &file->output)
                           : ct_output_reopen(how->path, &file->output);
    if (status == CT_OK) {
        (void)snprintf(file->temporary, sizeof file->temporary, "%s",
                       ct_output_temporary(file->output));
    }
    return status;
}

ct_status ct_single_open(MPI_Comm comm, const ct_opening *how, ct_array_file **file) {
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
    made->resumable = how->resumable;
    made->is_reopened = how->again;
    ct_escape(how->path, made->path);
    (void)snprintf(made->final, sizeof made->final, "%s", how->path);
    CT_MPI(MPI_Comm_rank(comm, &made->rank));
    CT_MPI(MPI_Comm_dup(comm, &made->comm));
    if (made->rank == 0) {
        status = how->again ? open_again(made, how) : create_empty(made, how);
    }
    CT_TRY(ct_agree_on_first(comm, status));
    CT_MPI(MPI_Bcast(made->temporary, PATH_MAX, MPI_CHAR, 0, comm));
    ct_unfinished_share(comm);
    *file = made;
    return CT_OK;
cleanup:
    ct_single_free(&made);
    return status;
}

void ct_single_preserve(ct_array_file *file, bool stays) {
    if (file->rank == 0) {
        ct_output_preserve(file->output, stays);
    }
}

ct_status ct_single_flush(const ct_array_file *file) {
    return ct_agree_on_first(file->comm, file->rank == 0 ? ct_output_flush(file->output) : CT_OK);
}

ct_status ct_single_commit(ct_array_file *file) {
    return ct_agree_on_first(file->comm, file->rank == 0 ? ct_output_commit(&file->output) : CT_OK);
}

void ct_single_free(ct_array_file **file) {
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
