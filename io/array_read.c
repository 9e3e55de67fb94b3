#include "io/array_parts.h"

#include "base/fail.h"
#include "io/hdf5.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <string.h>

/* Room for slices whose elements are larger than a complex double. */
enum { BOUNCE_BYTES = 1 << 25 };

/* Whose memory the numbers go to, and by way of which when not NULL. */
typedef struct destination {
    char *elements;
    void *bounce;
} destination;

/* n doubles at the front of room for 2n become n complex ones. */
static void spread(double *numbers, ptrdiff_t count) {
    for (ptrdiff_t k = count - 1; k >= 0; k--) {
        numbers[2 * k] = numbers[k];
        numbers[2 * k + 1] = 0;
    }
}

/* Reads in the file's own type, for HDF5 gives up collective calls when it has to convert; then
 * converts in place, in the very memory the result will have. */
static ct_status read_slice(const ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements) {
    ct_status status = CT_OK;
    const destination *into = transfer->context;
    char *target = into->elements + offset * CT_COMPLEX_BYTES;
    char *raw = into->bounce != NULL ? into->bounce : target;
    bool is_complex = false;
    hid_t number = H5I_INVALID_HID;
    hid_t type = H5I_INVALID_HID;
    CT_HDF5(type = H5Dget_type(transfer->handle), "reading %s", transfer->path);
    CT_TRY(ct_source_number(transfer->path, type, &number, &is_complex));
    CT_HDF5(H5Dread(transfer->handle, type, transfer->memory, transfer->filespace,
                    transfer->properties, raw),
            "reading dataset \"%s\" of %s", transfer->dataset, transfer->path);
    if (elements > 0) {
        size_t numbers = (size_t)elements * (is_complex ? 2 : 1);
        CT_HDF5(H5Tconvert(number, H5T_NATIVE_DOUBLE, numbers, raw, NULL, H5P_DEFAULT),
                "converting dataset \"%s\" of %s", transfer->dataset, transfer->path);
        if (raw != target) {
            memcpy(target, raw, numbers * sizeof(double));
        }
        if (!is_complex) {
            spread((double *)(void *)target, elements);
        }
    }
cleanup:
    ct_hdf5_release(number);
    ct_hdf5_release(type);
    return status;
}

/* Everything a rank needs before the ranks read in step. Local. */
static ct_status prepare(const ct_box *box, const ct_array_info *info, destination *into) {
    ct_status status = CT_OK;
    CT_TRY(ct_array_check_box(box, info->axes, info->extent));
    if (info->element_bytes > CT_COMPLEX_BYTES) {
        CT_TRY(ct_alloc(MPI_COMM_SELF, BOUNCE_BYTES, &into->bounce));
    }
cleanup:
    return status;
}

static ptrdiff_t most_elements(const ct_source *source) {
    ptrdiff_t most = ct_array_slice_bytes / CT_COMPLEX_BYTES;
    ptrdiff_t bounced = BOUNCE_BYTES / source->info.element_bytes;
    return source->info.element_bytes > CT_COMPLEX_BYTES && bounced < most ? bounced : most;
}

ct_status ct_array_read_complex(MPI_Comm comm, const char *path, const char *dataset,
                                const ct_box *box, void *elements, ct_progress *progress) {
    ct_status status = CT_OK;
    ct_source source;
    destination into = {.elements = elements};
    ct_hdf5_begin();
    CT_TRY(ct_source_agree(comm, path, dataset, &source));
    CT_TRY(ct_agree(comm, prepare(box, &source.info, &into)));
    /* Of chunks, compressed or not, and of parts in other files a damaged one fails on the ranks
     * that need it and would leave the others waiting in a collective call: there each rank opens
     * the file for itself. */
    ct_transfer transfer = {.comm = comm,
                            .path = path,
                            .dataset = dataset,
                            .verb = "reading",
                            .parallel = source.contiguous,
                            .collective = source.contiguous,
                            .access = H5F_ACC_RDONLY,
                            .whole_bytes = CT_COMPLEX_BYTES,
                            .progress = progress,
                            .move = read_slice,
                            .context = &into};
    for (int axis = 0; axis < source.info.axes; axis++) {
        transfer.whole_bytes *= (double)source.info.extent[axis];
    }
    CT_TRY(ct_transfer_run(&transfer, path, box, most_elements(&source)));
cleanup:
    ct_free(&into.bounce);
    return status;
}
