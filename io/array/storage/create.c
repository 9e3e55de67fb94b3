#include "io/array/storage/create.h"

#include "io/array/chunks/choose.h"
#include "io/array/chunks/filters.h"
#include "io/array/nodes/virtual.h"
#include "io/array/storage/access.h"
#include "io/array/storage/hdf5.h"
#include "io/array/storage/type.h"

#include <stdint.h>

/* Bytes of one number of the type, by which bytes are shuffled. */
static size_t number_bytes(hid_t type) {
    hid_t number = H5I_INVALID_HID;
    bool is_complex = false;
    const size_t bytes = ct_source_number("", type, &number, &is_complex) == CT_OK
                             ? H5Tget_size(number)
                             : H5Tget_size(type);
    ct_hdf5_release(number);
    return bytes;
}

static bool is_filtered(const ct_array_layout *layout) {
    return layout->filter != 0 || layout->checksum;
}

/* Properties of one run of bytes or of chunks. Compressed chunks get their space when written. */
static ct_status set_layout(const ct_array_file *file, hid_t type, hid_t creation) {
    ct_status status = CT_OK;
    hsize_t chunk[CT_MAX_AXES] = {0};
    const ct_array_layout *layout = &file->layout;
    if (file->nodes != NULL) {
        return ct_virtual_map(file, type, creation);
    }
    for (int axis = 0; axis < file->axes; axis++) {
        chunk[axis] = (hsize_t)file->chunk[axis];
    }
    CT_HDF5(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER), "writing %s", file->path);
    CT_HDF5(H5Pset_alloc_time(creation, file->is_chunked && is_filtered(layout)
                                            ? H5D_ALLOC_TIME_INCR
                                            : H5D_ALLOC_TIME_EARLY),
            "writing %s", file->path);
    if (file->is_chunked) {
        CT_HDF5(H5Pset_chunk(creation, file->axes, chunk), "writing %s", file->path);
        CT_TRY(ct_filters_add(layout, number_bytes(type), creation));
    } else {
        CT_HDF5(H5Pset_layout(creation, H5D_CONTIGUOUS), "writing %s", file->path);
    }
cleanup:
    return status;
}

static ct_status create_dataset(ct_array_file *file, hid_t type) {
    ct_status status = CT_OK;
    hsize_t extent[CT_MAX_AXES] = {0};
    for (int axis = 0; axis < file->axes; axis++) {
        extent[axis] = (hsize_t)file->extent[axis];
    }
    hid_t handle = H5I_INVALID_HID;
    hid_t access = H5I_INVALID_HID;
    hid_t link = H5Pcreate(H5P_LINK_CREATE);
    hid_t creation = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = H5Screate_simple(file->axes, extent, NULL);
    hid_t made = H5I_INVALID_HID;
    CT_TRY(ct_access_make(MPI_COMM_NULL, &access));
    CT_HDF5(H5Pset_create_intermediate_group(link, 1), "writing %s", file->path);
    CT_TRY(set_layout(file, type, creation));
    CT_HDF5(handle = H5Fopen(file->temporary, H5F_ACC_RDWR, access), "writing %s", file->path);
    CT_HDF5(made = H5Dcreate2(handle, file->dataset, type, space, link, creation, H5P_DEFAULT),
            "writing dataset \"%s\" of %s", ct_escaped(file->dataset), file->path);
    const haddr_t place =
        file->is_chunked || file->nodes != NULL ? HADDR_UNDEF : H5Dget_offset(made);
    file->place = place != HADDR_UNDEF ? (ptrdiff_t)place : -1;
cleanup:
    ct_hdf5_release(made);
    ct_hdf5_release(space);
    ct_hdf5_release(creation);
    ct_hdf5_release(link);
    ct_hdf5_release(access);
    return ct_array_file_close(file->path, handle, status);
}

/* Bytes of the dataset in the file, before it is compressed: of whole chunks. */
static double bytes_in_file(const ct_array_file *file) {
    double bytes = (double)file->element_bytes;
    for (int axis = 0; axis < file->axes; axis++) {
        const ptrdiff_t chunk = file->is_chunked ? file->chunk[axis] : 1;
        const ptrdiff_t chunks = (file->extent[axis] + chunk - 1) / chunk;
        bytes *= (double)chunks * (double)chunk;
    }
    return bytes;
}

ct_status ct_dataset_create(ct_array_file *file, hid_t type) {
    ct_status status = CT_OK;
    file->element_bytes = (ptrdiff_t)H5Tget_size(type);
    file->is_chunked = file->layout.is_chunked && file->nodes == NULL;
    if (file->is_chunked) {
        ct_chunks_choose(&file->layout, &file->cuts, file->axes, file->extent, file->element_bytes,
                         file->chunk);
    }
    const double bytes = bytes_in_file(file);
    if (bytes > (double)(PTRDIFF_MAX / 2)) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %.3g GB are more than a file can hold", file->path,
                bytes * 1e-9);
    }
    file->reserved = false;
    if (file->nodes == NULL && (!file->is_chunked || !is_filtered(&file->layout))) {
        CT_TRY(
            ct_output_reserve(file->output, (ptrdiff_t)bytes + CT_HEADER_BYTES, &file->reserved));
    }
    CT_TRY(create_dataset(file, type));
cleanup:
    return status;
}
