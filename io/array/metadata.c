#include "io/array/metadata.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "io/array/handle.h"
#include "io/array/storage/hdf5.h"
#include "io/array/storage/source.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* Adds an attribute on rank 0; closes `space` and `type`. */
static ct_status add_attribute(const ct_array_file *file, const char *dataset, const char *name,
                               hid_t type, hid_t space, const void *value) {
    ct_status status = CT_OK;
    hid_t attribute = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    CT_HDF5(handle = H5Fopen(file->temporary, H5F_ACC_RDWR, H5P_DEFAULT), "writing %s", file->path);
    CT_HDF5(attribute = H5Acreate_by_name(handle, dataset, name, type, space, H5P_DEFAULT,
                                          H5P_DEFAULT, H5P_DEFAULT),
            "writing attribute \"%s\" of dataset \"%s\" of %s", name, ct_escaped(dataset),
            file->path);
    CT_HDF5(H5Awrite(attribute, type, value), "writing attribute \"%s\" of %s", name, file->path);
cleanup:
    ct_hdf5_release(attribute);
    ct_hdf5_release(space);
    ct_hdf5_release(type);
    return ct_array_file_close(file->path, handle, status);
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

/* Largest list and text: anything larger comes from a damaged file. */
enum { REALS_MOST = 1 << 27, TEXT_MOST_BYTES = 1 << 24 };

static ct_status create_list(const ct_array_file *file, const char *dataset, ptrdiff_t count,
                             const double *values) {
    ct_status status = CT_OK;
    hsize_t extent = (hsize_t)count;
    hid_t list = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    hid_t space = H5Screate_simple(1, &extent, NULL);
    CT_HDF5(handle = H5Fopen(file->temporary, H5F_ACC_RDWR, H5P_DEFAULT), "writing %s", file->path);
    CT_HDF5(list = H5Dcreate2(handle, dataset, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, H5P_DEFAULT,
                              H5P_DEFAULT),
            "writing dataset \"%s\" of %s", ct_escaped(dataset), file->path);
    CT_HDF5(H5Dwrite(list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
            "writing dataset \"%s\" of %s", ct_escaped(dataset), file->path);
cleanup:
    ct_hdf5_release(list);
    ct_hdf5_release(space);
    return ct_array_file_close(file->path, handle, status);
}

ct_status ct_array_put_reals(ct_array_file *file, const char *dataset, ptrdiff_t count,
                             const double *values) {
    ct_hdf5_begin();
    return ct_agree_on_first(file->comm,
                             file->rank == 0 ? create_list(file, dataset, count, values) : CT_OK);
}

static ct_status change_list(const ct_array_file *file, const char *dataset, ptrdiff_t first,
                             ptrdiff_t count, const double *values) {
    ct_status status = CT_OK;
    hsize_t start = (hsize_t)first;
    hsize_t extent = (hsize_t)count;
    hid_t list = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    hid_t whole = H5I_INVALID_HID;
    hid_t space = H5Screate_simple(1, &extent, NULL);
    CT_HDF5(handle = H5Fopen(file->temporary, H5F_ACC_RDWR, H5P_DEFAULT), "writing %s", file->path);
    CT_HDF5(list = H5Dopen2(handle, dataset, H5P_DEFAULT), "writing dataset \"%s\" of %s",
            ct_escaped(dataset), file->path);
    CT_HDF5(whole = H5Dget_space(list), "writing %s", file->path);
    CT_HDF5(H5Sselect_hyperslab(whole, H5S_SELECT_SET, &start, NULL, &extent, NULL), "writing %s",
            file->path);
    CT_HDF5(H5Dwrite(list, H5T_NATIVE_DOUBLE, space, whole, H5P_DEFAULT, values),
            "writing dataset \"%s\" of %s", ct_escaped(dataset), file->path);
cleanup:
    ct_hdf5_release(whole);
    ct_hdf5_release(list);
    ct_hdf5_release(space);
    return ct_array_file_close(file->path, handle, status);
}

ct_status ct_array_change_reals(ct_array_file *file, const char *dataset, ptrdiff_t first,
                                ptrdiff_t count, const double *values) {
    ct_hdf5_begin();
    return ct_agree_on_first(
        file->comm, file->rank == 0 ? change_list(file, dataset, first, count, values) : CT_OK);
}

static ct_status read_list(const char *path, const char *dataset, double *values) {
    ct_status status = CT_OK;
    hid_t list = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    CT_TRY(ct_hdf5_open(path, dataset, &handle, &list));
    CT_HDF5(H5Dread(list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
            "cannot read dataset \"%s\" of %s", ct_escaped(dataset), ct_escaped(path));
cleanup:
    ct_hdf5_release(list);
    ct_hdf5_release(handle);
    return status;
}

ct_status ct_array_get_reals(MPI_Comm comm, const char *path, const char *dataset, ptrdiff_t *count,
                             double **values) {
    ct_status status = CT_OK;
    ct_source source;
    int rank = 0;
    double *list = NULL;
    ct_hdf5_begin();
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_TRY(ct_source_agree(comm, path, dataset, CT_ARRAY_NUMBERS, &source));
    const ptrdiff_t extent = source.info.extent[0];
    if (source.info.axes != 1 || source.info.is_complex || extent < 1 || extent > REALS_MOST) {
        CT_FAIL(CT_ERROR_FILE,
                "cannot read dataset \"%s\" of %s: %d axes, %td positions along the first, of %s; "
                "allowed: one axis of 1 to %d real numbers",
                ct_escaped(dataset), ct_escaped(path), source.info.axes, extent, source.info.type,
                (int)REALS_MOST);
    }
    list = calloc((size_t)extent, sizeof *list);
    CT_TRY(ct_agree(
        comm, list != NULL ? CT_OK
                           : ct_raise(CT_ERROR_MEMORY, "no memory to read %s", ct_escaped(path))));
    CT_TRY(ct_agree_on_first(comm, rank == 0 ? read_list(path, dataset, list) : CT_OK));
    CT_MPI(MPI_Bcast(list, (int)extent, MPI_DOUBLE, 0, comm));
    *count = extent;
    *values = list;
    return CT_OK;
cleanup:
    free(list);
    return status;
}

/* The text of an attribute, which the caller frees. Local. */
static ct_status read_attribute(const char *path, const char *dataset, const char *name,
                                char **text) {
    ct_status status = CT_OK;
    hid_t attribute = H5I_INVALID_HID;
    hid_t type = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    char *stored = NULL;
    CT_HDF5(handle = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), "cannot read %s",
            ct_escaped(path));
    CT_HDF5(attribute = H5Aopen_by_name(handle, dataset, name, H5P_DEFAULT, H5P_DEFAULT),
            "cannot read attribute \"%s\" of %s", name, ct_escaped(path));
    CT_HDF5(type = H5Aget_type(attribute), "cannot read %s", ct_escaped(path));
    if (H5Tis_variable_str(type) <= 0 || H5Aget_storage_size(attribute) > TEXT_MOST_BYTES) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: attribute \"%s\" is not one text", ct_escaped(path),
                name);
    }
    CT_HDF5(H5Aread(attribute, type, (void *)&stored), "cannot read attribute \"%s\" of %s", name,
            ct_escaped(path));
    *text = stored != NULL ? strdup(stored) : NULL;
    if (*text == NULL) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: attribute \"%s\" is empty", ct_escaped(path), name);
    }
cleanup:
    (void)H5free_memory(stored);
    ct_hdf5_release(type);
    ct_hdf5_release(attribute);
    ct_hdf5_release(handle);
    return status;
}

ct_status ct_array_get_attribute(MPI_Comm comm, const char *path, const char *dataset,
                                 const char *name, char **text) {
    ct_status status = CT_OK;
    int rank = 0;
    int bytes = 0;
    char *copy = NULL;
    ct_hdf5_begin();
    CT_MPI(MPI_Comm_rank(comm, &rank));
    CT_TRY(ct_agree_on_first(comm, rank == 0 ? read_attribute(path, dataset, name, &copy) : CT_OK));
    bytes = copy != NULL ? (int)strlen(copy) + 1 : 0;
    CT_MPI(MPI_Bcast(&bytes, 1, MPI_INT, 0, comm));
    if (rank > 0) {
        copy = calloc(1, (size_t)bytes);
    }
    CT_TRY(ct_agree(
        comm, copy != NULL ? CT_OK
                           : ct_raise(CT_ERROR_MEMORY, "no memory to read %s", ct_escaped(path))));
    CT_MPI(MPI_Bcast(copy, bytes, MPI_CHAR, 0, comm));
    *text = copy;
    return CT_OK;
cleanup:
    free(copy);
    return status;
}
