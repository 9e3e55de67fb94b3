/* Creates and writes datasets of one file. */
#include "io/array/single/data.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "io/array/chunks/chunked.h"
#include "io/array/storage/access.h"
#include "io/array/storage/create.h"
#include "io/array/storage/direct.h"
#include "io/array/storage/hdf5.h"
#include "io/array/storage/source.h"
#include "io/array/storage/type.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
    MADE_BYTES = 1 << 20,          /* generated at once for system calls: fits the cache; */
    MADE_FOR_HDF5_BYTES = 1 << 25, /* whose calls take longer */
};

/* The element type of another dataset, not as a named type. */
static ct_status copy_type(const char *path, const char *dataset, hid_t *type) {
    ct_status status = CT_OK;
    hid_t file = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    hid_t stored = H5I_INVALID_HID;
    CT_TRY(ct_hdf5_open(path, dataset, &file, &handle));
    CT_HDF5(stored = H5Dget_type(handle), "cannot read %s", ct_escaped(path));
    CT_HDF5(*type = H5Tcopy(stored), "cannot read %s", ct_escaped(path));
cleanup:
    ct_hdf5_release(stored);
    ct_hdf5_release(handle);
    ct_hdf5_release(file);
    return status;
}

/* Sets the current dataset. Collective. */
static ct_status take_dataset(ct_array_file *file, const char *dataset, int axes,
                              const ptrdiff_t *whole) {
    free(file->dataset);
    file->dataset = strdup(dataset);
    file->axes = axes;
    memcpy(file->extent, whole, (size_t)axes * sizeof *whole);
    return ct_agree(file->comm,
                    file->dataset != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for the name of a dataset"));
}

ct_status ct_single_select(ct_array_file *file, const char *dataset) {
    ct_status status = CT_OK;
    ct_source source;
    ct_hdf5_begin();
    CT_TRY(ct_source_agree_written(file->comm, file->temporary, dataset, &source));
    if (!source.contiguous && !source.info.is_chunked &&
        !(source.info.is_virtual && file->nodes != NULL)) { /* possible after h5repack */
        CT_FAIL(CT_ERROR_FILE,
                "cannot write %s, dataset \"%s\": it is stored in another way than it was written; "
                "allowed: one run of bytes, or chunks",
                file->path, ct_escaped(dataset));
    }
    CT_TRY(take_dataset(file, dataset, source.info.axes, source.info.extent));
    file->element_bytes = source.info.element_bytes;
    file->place = source.place > 0 ? source.place : -1;
    file->is_chunked = source.info.is_chunked;
    memcpy(file->chunk, source.info.chunk, sizeof file->chunk);
    /* Only the run that created it knows whether space was reserved: assume it was not. */
    file->reserved = false;
    file->is_virtual = source.info.is_virtual;
cleanup:
    return status;
}

ct_status ct_single_add(ct_array_file *file, const char *dataset, int axes, const ptrdiff_t *whole,
                        const ct_new_type *kind) {
    hid_t type = H5I_INVALID_HID;
    ct_status status = CT_OK;
    ct_hdf5_begin();
    if (file->rank == 0) {
        status = kind->number != NULL ? ct_make_number_type(kind->number, &type)
                                      : copy_type(kind->like_path, kind->like, &type);
    }
    CT_TRY(ct_agree_on_first(file->comm, status));
    if (axes < 1 || axes > CT_MAX_AXES) { /* the same on all ranks */
        CT_FAIL(CT_ERROR_INTERNAL, "an array of %d axes", axes);
    }
    CT_TRY(take_dataset(file, dataset, axes, whole));
    CT_TRY(ct_agree_on_first(file->comm, file->rank == 0 ? ct_dataset_create(file, type) : CT_OK));
    CT_MPI(MPI_Bcast(&file->reserved, 1, MPI_C_BOOL, 0, file->comm));
    CT_MPI(MPI_Bcast(&file->element_bytes, 1, MPI_AINT, 0, file->comm));
    CT_MPI(MPI_Bcast(&file->place, 1, MPI_AINT, 0, file->comm));
    CT_MPI(MPI_Bcast(&file->is_chunked, 1, MPI_C_BOOL, 0, file->comm));
    CT_MPI(MPI_Bcast(file->chunk, CT_MAX_AXES, MPI_AINT, 0, file->comm));
cleanup:
    ct_hdf5_release(type);
    return status;
}

/* The data written through HDF5. */
typedef struct source {
    const ct_array_origin *origin;
    ct_slices slices;
    ptrdiff_t next; /* of the slices */
} source;

static ct_status write_slice(const ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements) {
    ct_status status = CT_OK;
    source *from = transfer->context;
    const ct_array_maker *maker = from->origin->maker;
    const char *at = from->origin->elements;
    hid_t type = H5I_INVALID_HID;
    CT_HDF5(type = H5Dget_type(transfer->handle), "writing %s", transfer->path);
    if (maker == NULL) {
        at += offset * (ptrdiff_t)H5Tget_size(type);
    } else if (elements > 0) {
        ct_box slice;
        (void)ct_slices_at(&from->slices, from->next++, &slice);
        maker->make(maker->context, &slice, from->origin->elements);
    }
    const ct_phase span = ct_span_begin(CT_TRACE_WRITE, "H5Dwrite");
    const herr_t failed = H5Dwrite(transfer->handle, type, transfer->memory, transfer->filespace,
                                   transfer->properties, at);
    ct_span_end(&span);
    CT_HDF5(failed, "writing dataset \"%s\" of %s", ct_escaped(transfer->dataset), transfer->path);
cleanup:
    ct_hdf5_release(type);
    return status;
}

/* Whether to write with system calls instead of HDF5. Collective. */
static ct_status can_go_directly(const ct_array_file *file, const ct_run *run, const ct_box *box,
                                 bool *can) {
    bool suits = false;
    ct_status status = CT_OK;
    *can = false;
    if (file->place < 0 || ct_access_has_hints()) {
        return CT_OK;
    }
    CT_TRY(ct_direct_can_write(file->comm, can));
    CT_TRY(ct_direct_suits(file->comm, run, box, &suits));
    *can = *can && suits;
cleanup:
    return status;
}

/* Memory for a generated slice: one that fits the cache or, for HDF5, whose calls are slower, a
 * larger one. Collective. */
static ct_status make_scratch(const ct_array_file *file, const ct_box *box, bool is_direct,
                              ct_array_origin *origin) {
    const ptrdiff_t most_bytes = is_direct ? MADE_BYTES : MADE_FOR_HDF5_BYTES;
    const ptrdiff_t elements = ct_box_elements(box);
    origin->most_elements = most_bytes / file->element_bytes;
    if (origin->most_elements > elements) {
        origin->most_elements = elements > 0 ? elements : 1;
    }
    origin->elements = malloc((size_t)(origin->most_elements * file->element_bytes));
    return ct_agree(file->comm, origin->elements != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for a slice to write"));
}

static ct_status write_box(const ct_array_file *file, const ct_box *box, ct_array_origin *origin,
                           ct_progress *progress) {
    ct_status status = CT_OK;
    double bytes = (double)ct_box_elements(box) * (double)file->element_bytes;
    const ct_run run = {file->place, file->element_bytes, file->axes, file->extent};
    source from = {.origin = origin};
    bool is_direct = false;
    /* Without reserved space a single rank may fail, which collective calls do not survive
     * (transfer.c). */
    ct_transfer transfer = {.comm = file->comm,
                            .dataset = file->dataset,
                            .verb = "writing",
                            .temporary = file->temporary,
                            .parallel = true,
                            .collective = file->reserved || file->is_chunked,
                            .access = H5F_ACC_RDWR,
                            .progress = progress,
                            .move = write_slice,
                            .context = &from};
    memcpy(transfer.path, file->path, sizeof transfer.path);
    ct_hdf5_begin();
    CT_TRY(ct_agree(file->comm, ct_array_check_box(box, file->axes, file->extent)));
    CT_MPI(MPI_Allreduce(&bytes, &transfer.whole_bytes, 1, MPI_DOUBLE, MPI_SUM, file->comm));
    if (file->is_chunked) {
        const ct_chunked chunked = {file->extent, file->chunk, file->element_bytes};
        return ct_chunked_write(&transfer, file->temporary, &chunked, box, origin);
    }
    CT_TRY(can_go_directly(file, &run, box, &is_direct));
    if (origin->maker != NULL) {
        CT_TRY(make_scratch(file, box, is_direct, origin));
    } else {
        origin->most_elements = ct_slice_elements(file->element_bytes);
    }
    if (is_direct) {
        return ct_direct_write(&transfer, file->temporary, &run, box, origin);
    }
    from.slices = ct_slices_make(box, origin->most_elements);
    CT_TRY(ct_transfer_run(&transfer, file->temporary, box, origin->most_elements));
cleanup:
    return status;
}

ct_status ct_single_write(const ct_array_file *file, const ct_box *box, const void *elements,
                          const ct_array_maker *maker, ct_progress *progress) {
    if (maker == NULL) {
        // NOLINTNEXTLINE(performance-no-int-to-ptr): they are only read
        ct_array_origin origin = {.elements = (char *)(uintptr_t)elements};
        return write_box(file, box, &origin, progress); // NOLINT(clang-analyzer-unix.Malloc)
    }
    ct_array_origin origin = {.maker = maker};
    const ct_status status = write_box(file, box, &origin, progress);
    free(origin.elements);
    return status;
}
