#include "io/array_parts.h"

#include "base/mpi.h"
#include "io/hdf5.h"
#include "io/output.h"
#include <cornerturn/agree.h>

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_BYTES = 1 << 16, /* space to set aside for what HDF5 says about a dataset */
    ALIGNED_BYTES = 4096    /* data begins on a page */
};

/*
 * Between two calls no rank has the file open. Rank 0 alone makes datasets and attributes, without
 * MPI; all ranks open the file together only to move data, when HDF5 has no more than its first
 * block to write again in place. So after a failure in the middle (a full disk) every rank can
 * close.
 */
struct ct_array_file {
    MPI_Comm comm;
    int rank;
    char path[PATH_MAX], temporary[PATH_MAX];
    ct_output *output; /* of rank 0 */
};

static ct_status make_complex_type(hid_t number, hid_t *type) {
    ct_status status = CT_OK;
    CT_HDF5(*type = H5Tcreate(H5T_COMPOUND, CT_COMPLEX_BYTES), "making the complex type");
    CT_HDF5(H5Tinsert(*type, "r", 0, number), "making the complex type");
    CT_HDF5(H5Tinsert(*type, "i", sizeof(double), number), "making the complex type");
cleanup:
    return status;
}

/* Ends a use of the file by rank 0: a failure to close is one to write. */
static ct_status close_file(const char *path, hid_t file, ct_status status) {
    if (file >= 0 && H5Fclose(file) < 0 && status == CT_OK) {
        status = ct_hdf5_raise(__FILE__, __LINE__, "writing %s: closing", path);
    }
    return status;
}

static ct_status create_empty(ct_array_file *file, const char *path, bool overwrite) {
    ct_status status = CT_OK;
    hid_t handle = H5I_INVALID_HID;
    bool reserved = false;
    CT_TRY(ct_output_create(path, overwrite, &file->output));
    CT_TRY(ct_output_reserve(file->output, HEADER_BYTES, &reserved));
    (void)snprintf(file->temporary, sizeof file->temporary, "%s",
                   ct_output_temporary(file->output));
    CT_HDF5(handle = H5Fcreate(file->temporary, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT),
            "writing %s", path);
cleanup:
    return close_file(path, handle, status);
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
                        dataset);
    }
    return CT_OK;
}

ct_status ct_array_create(MPI_Comm comm, const char *path, bool overwrite, ct_array_file **file) {
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
    (void)snprintf(made->path, sizeof made->path, "%s", path);
    CT_MPI(MPI_Comm_rank(comm, &made->rank));
    CT_MPI(MPI_Comm_dup(comm, &made->comm));
    CT_TRY(ct_agree_on_first(comm, made->rank == 0 ? create_empty(made, path, overwrite) : CT_OK));
    CT_MPI(MPI_Bcast(made->temporary, PATH_MAX, MPI_CHAR, 0, comm));
    *file = made;
    return CT_OK;
cleanup:
    ct_array_discard(&made);
    return status;
}

/* Makes the dataset, with its space in the file but without data. */
static ct_status create_dataset(const ct_array_file *file, const char *dataset, int axes,
                                const hsize_t *extent) {
    ct_status status = CT_OK;
    hid_t handle = H5I_INVALID_HID;
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = H5Screate_simple(axes, extent, NULL);
    hid_t type = H5I_INVALID_HID;
    hid_t made = H5I_INVALID_HID;
    CT_TRY(make_complex_type(H5T_IEEE_F64LE, &type));
    CT_HDF5(H5Pset_alignment(access, ALIGNED_BYTES, ALIGNED_BYTES), "writing %s", file->path);
    CT_HDF5(H5Pset_create_intermediate_group(link, 1), "writing %s", file->path);
    CT_HDF5(H5Pset_layout(creation, H5D_CONTIGUOUS), "writing %s", file->path);
    CT_HDF5(H5Pset_alloc_time(creation, H5D_ALLOC_TIME_EARLY), "writing %s", file->path);
    CT_HDF5(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "writing %s", file->path);
    CT_HDF5(handle = H5Fopen(file->temporary, H5F_ACC_RDWR, access), "writing %s", file->path);
    CT_HDF5(made = H5Dcreate2(handle, dataset, type, space, link, creation, H5P_DEFAULT),
            "writing dataset \"%s\" of %s", dataset, file->path);
cleanup:
    ct_hdf5_release(made);
    ct_hdf5_release(type);
    ct_hdf5_release(space);
    ct_hdf5_release(creation);
    ct_hdf5_release(link);
    ct_hdf5_release(access);
    return close_file(file->path, handle, status);
}

static ct_status write_slice(const ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements) {
    ct_status status = CT_OK;
    hid_t type = H5I_INVALID_HID;
    const char *const *source = transfer->context;
    (void)elements; /* the selections know */
    CT_TRY(make_complex_type(H5T_NATIVE_DOUBLE, &type));
    CT_HDF5(H5Dwrite(transfer->handle, type, transfer->memory, transfer->filespace,
                     transfer->properties, *source + offset * CT_COMPLEX_BYTES),
            "writing dataset \"%s\" of %s", transfer->dataset, transfer->path);
cleanup:
    ct_hdf5_release(type);
    return status;
}

static ct_status make_room(const ct_array_file *file, const char *dataset, int axes,
                           const hsize_t *extent, double bytes, bool *reserved) {
    ct_status status = CT_OK;
    if (bytes > (double)(PTRDIFF_MAX / 2)) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %.3g GB are more than a file can hold", file->path,
                bytes * 1e-9);
    }
    CT_TRY(ct_output_reserve(file->output, (ptrdiff_t)bytes + HEADER_BYTES, reserved));
    CT_TRY(create_dataset(file, dataset, axes, extent));
cleanup:
    return status;
}

ct_status ct_array_write_complex(ct_array_file *file, const char *dataset, int axes,
                                 const ptrdiff_t *whole, const ct_box *box, const void *elements,
                                 ct_progress *progress) {
    ct_status status = CT_OK;
    const char *source = elements;
    hsize_t extent[CT_MAX_AXES] = {0};
    bool reserved = false;
    ct_transfer transfer = {.comm = file->comm,
                            .path = file->path,
                            .dataset = dataset,
                            .verb = "writing",
                            .temporary = file->temporary,
                            .parallel = true,
                            .access = H5F_ACC_RDWR,
                            .whole_bytes = CT_COMPLEX_BYTES,
                            .progress = progress,
                            .move = write_slice,
                            .context = &source};
    ct_hdf5_begin();
    CT_TRY(ct_agree(file->comm, axes >= 1 && axes <= CT_MAX_AXES
                                    ? ct_array_check_box(box, axes, whole)
                                    : ct_raise(CT_ERROR_INTERNAL, "an array of %d axes", axes)));
    for (int axis = 0; axis < axes; axis++) {
        extent[axis] = (hsize_t)whole[axis];
        transfer.whole_bytes *= (double)whole[axis];
    }
    if (file->rank == 0) {
        status = make_room(file, dataset, axes, extent, transfer.whole_bytes, &reserved);
    }
    CT_TRY(ct_agree_on_first(file->comm, status));
    CT_MPI(MPI_Bcast(&reserved, 1, MPI_C_BOOL, 0, file->comm));
    /* A rank alone may run out of space where none could be set aside, and collective calls do not
     * survive that (see array_transfer.c). */
    transfer.collective = reserved;
    CT_TRY(
        ct_transfer_run(&transfer, file->temporary, box, ct_array_slice_bytes / CT_COMPLEX_BYTES));
cleanup:
    return status;
}

/* Adds an attribute by rank 0; `space` and `type` are closed here. */
static ct_status add_attribute(const ct_array_file *file, const char *dataset, const char *name,
                               hid_t type, hid_t space, const void *value) {
    ct_status status = CT_OK;
    hid_t attribute = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    CT_HDF5(handle = H5Fopen(file->temporary, H5F_ACC_RDWR, H5P_DEFAULT), "writing %s", file->path);
    CT_HDF5(attribute = H5Acreate_by_name(handle, dataset, name, type, space, H5P_DEFAULT,
                                          H5P_DEFAULT, H5P_DEFAULT),
            "writing attribute \"%s\" of dataset \"%s\" of %s", name, dataset, file->path);
    CT_HDF5(H5Awrite(attribute, type, value), "writing attribute \"%s\" of %s", name, file->path);
cleanup:
    ct_hdf5_release(attribute);
    ct_hdf5_release(space);
    ct_hdf5_release(type);
    return close_file(file->path, handle, status);
}

ct_status ct_array_attribute(ct_array_file *file, const char *dataset, const char *name,
                             const char *text) {
    ct_status status = CT_OK;
    ct_hdf5_begin();
    if (file->rank == 0) {
        hid_t type = H5Tcopy(H5T_C_S1);
        (void)H5Tset_size(type, H5T_VARIABLE); /* a fixed length would read as bytes in Python */
        (void)H5Tset_cset(type, H5T_CSET_UTF8);
        status = add_attribute(file, dataset, name, type, H5Screate(H5S_SCALAR), &text);
    }
    return ct_agree_on_first(file->comm, status);
}

ct_status ct_array_attribute_reals(ct_array_file *file, const char *dataset, const char *name,
                                   int count, const double *values) {
    ct_status status = CT_OK;
    ct_hdf5_begin();
    if (file->rank == 0) {
        hsize_t extent = (hsize_t)count;
        status = add_attribute(
            file, dataset, name, H5Tcopy(H5T_NATIVE_DOUBLE),
            count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &extent, NULL), values);
    }
    return ct_agree_on_first(file->comm, status);
}

ct_status ct_array_commit(ct_array_file **file) {
    ct_array_file *this = *file;
    ct_status status =
        ct_agree_on_first(this->comm, this->rank == 0 ? ct_output_commit(&this->output) : CT_OK);
    ct_array_discard(file); /* what is left of it */
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
    free(*file);
    *file = NULL;
}
