#include "io/array/read.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "io/array/chunks/shared.h"
#include "io/array/inspect.h"
#include "io/array/storage/direct.h"
#include "io/array/storage/hdf5.h"
#include "io/array/storage/source.h"
#include "io/array/storage/type.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <math.h>
#include <string.h>

/* Buffer for elements that are larger in the file than in memory; of chunks that HDF5 keeps. */
enum { BOUNCE_BYTES = 1 << 25, CHUNK_CACHE_BYTES = 1 << 20 };

/* Target of the elements. */
typedef struct destination {
    char *elements;
    ptrdiff_t element_bytes;        /* there */
    bool is_complex;                /* there, where numbers are converted */
    ptrdiff_t slice_elements;       /* at most */
    void *bounce;                   /* buffer of BOUNCE_BYTES for conversion, or NULL */
    const ct_direct_target *direct; /* for reading without HDF5; NULL: not possible */
} destination;

/* Expands n real numbers in place to n complex ones. */
static void spread(char *numbers, ptrdiff_t number_bytes, ptrdiff_t count) {
    for (ptrdiff_t k = count - 1; k >= 0; k--) {
        memmove(numbers + 2 * k * number_bytes, numbers + k * number_bytes, (size_t)number_bytes);
        memset(numbers + (2 * k + 1) * number_bytes, 0, (size_t)number_bytes);
    }
}

/* Reads a slice in the file's own type: with conversion HDF5 does not read collectively.
 */
static ct_status fetch(const ct_transfer *transfer, hid_t type, void *into) {
    const ct_phase span = ct_span_begin(CT_TRACE_READ, "H5Dread");
    ct_status status = CT_OK;
    CT_HDF5(H5Dread(transfer->handle, type, transfer->memory, transfer->filespace,
                    transfer->properties, into),
            "reading dataset \"%s\" of %s", ct_escaped(transfer->dataset), transfer->path);
cleanup:
    ct_span_end(&span);
    return status;
}

static ct_status read_slice(const ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements) {
    ct_status status = CT_OK;
    const destination *into = transfer->context;
    hid_t type = H5I_INVALID_HID;
    (void)elements; /* given by the selections */
    CT_HDF5(type = H5Dget_type(transfer->handle), "reading %s", transfer->path);
    CT_TRY(fetch(transfer, type, into->elements + offset * into->element_bytes));
cleanup:
    ct_hdf5_release(type);
    return status;
}

/* Reads and converts a slice in place. */
static ct_status read_number_slice(const ct_transfer *transfer, ptrdiff_t offset,
                                   ptrdiff_t elements) {
    ct_status status = CT_OK;
    const destination *into = transfer->context;
    const ptrdiff_t number_bytes = into->element_bytes / (into->is_complex ? 2 : 1);
    char *target = into->elements + offset * into->element_bytes;
    char *raw = into->bounce != NULL ? into->bounce : target;
    bool is_complex = false;
    hid_t number = H5I_INVALID_HID;
    hid_t type = H5I_INVALID_HID;
    CT_HDF5(type = H5Dget_type(transfer->handle), "reading %s", transfer->path);
    CT_TRY(ct_source_number(transfer->path, type, &number, &is_complex));
    CT_TRY(fetch(transfer, type, raw));
    if (elements > 0) {
        size_t numbers = (size_t)elements * (is_complex ? 2 : 1);
        CT_HDF5(H5Tconvert(number,
                           number_bytes == sizeof(float) ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE,
                           numbers, raw, NULL, H5P_DEFAULT),
                "converting dataset \"%s\" of %s", ct_escaped(transfer->dataset), transfer->path);
        if (raw != target) {
            memcpy(target, raw, numbers * (size_t)number_bytes);
        }
        if (into->is_complex && !is_complex) {
            spread(target, number_bytes, elements);
        }
    }
cleanup:
    ct_hdf5_release(number);
    ct_hdf5_release(type);
    return status;
}

/* Whether the boxes cover the whole dataset, and their bytes in memory. Collective. */
static ct_status survey(MPI_Comm comm, const ct_box *box, const ct_array_info *info,
                        ptrdiff_t element_bytes, bool *is_whole, double *bytes) {
    ct_status status = CT_OK;
    double mine = (double)ct_box_elements(box);
    double all = 0;
    double whole = 1;
    CT_TRY(ct_agree(comm, ct_array_check_box(box, info->axes, info->extent)));
    CT_MPI(MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, comm));
    for (int axis = 0; axis < info->axes; axis++) {
        whole *= (double)info->extent[axis];
    }
    *is_whole = all >= whole;
    *bytes = all * (double)element_bytes;
cleanup:
    return status;
}

/* Whether to read with system calls instead of HDF5. Collective. */
static ct_status can_go_directly(MPI_Comm comm, const ct_box *box, const ct_source *source,
                                 const destination *into, ct_run *run, bool *can) {
    *run =
        (ct_run){source->place, source->info.element_bytes, source->info.axes, source->info.extent};
    *can = false;
    return source->contiguous && into->direct != NULL ? ct_direct_suits(comm, run, box, can)
                                                      : CT_OK;
}

/* Reads the box where ranks share chunks, if they do: then *done. Collective. */
static ct_status read_shared(ct_transfer *transfer, const char *path, const ct_box *box,
                             const ct_source *source, const destination *into, bool *done) {
    ct_status status = CT_OK;
    ct_shared shared;
    destination staged = *into;
    CT_TRY(ct_shared_plan(transfer->comm, source, box, into->element_bytes, into->slice_elements,
                          &shared, done));
    if (*done) {
        staged.elements = shared.staging;
        transfer->context = &staged;
        status = ct_shared_read(&shared, transfer, path, into->elements);
    }
cleanup:
    ct_shared_free(&shared);
    return status;
}

/* Reads the box, by `move` unless directly. Collective. */
static ct_status read_box(ct_transfer *transfer, const char *path, const ct_box *box,
                          const ct_source *source, destination *into) {
    ct_status status = CT_OK;
    bool is_whole = false;
    bool is_direct = false;
    bool is_done = false;
    ct_run run;
    CT_TRY(survey(transfer->comm, box, &source->info, into->element_bytes, &is_whole,
                  &transfer->whole_bytes));
    CT_TRY(can_go_directly(transfer->comm, box, source, into, &run, &is_direct));
    if (is_direct) {
        return ct_direct_read(transfer, path, &run, box, into->direct, into->elements);
    }
    CT_TRY(read_shared(transfer, path, box, source, into, &is_done));
    if (is_done) {
        return CT_OK;
    }
    /* A damaged chunk or external file fails only on the ranks that need it, and would block the
     * others in a collective call: then each rank opens the file by itself. Also for boxes that do
     * not cover the whole: collective reading includes the gaps between their rows. */
    transfer->parallel = source->contiguous && is_whole;
    transfer->collective = transfer->parallel;
    transfer->context = into;
    CT_TRY(ct_transfer_run(transfer, path, box, into->slice_elements));
cleanup:
    return status;
}

/* Allocates a buffer if numbers are larger in the file than in memory. */
static ct_status make_bounce(const ct_array_info *info, destination *into) {
    const ptrdiff_t most_elements = BOUNCE_BYTES / info->element_bytes;
    if (info->element_bytes <= into->element_bytes) {
        return CT_OK;
    }
    into->slice_elements =
        most_elements < into->slice_elements ? most_elements : into->slice_elements;
    return ct_alloc(MPI_COMM_SELF, BOUNCE_BYTES, &into->bounce);
}

double ct_array_reading_bytes(const ct_array_info *info, ptrdiff_t element_bytes, double part_bytes,
                              int size) {
    const double bounce_bytes =
        info->element_bytes > element_bytes
            ? fmin(BOUNCE_BYTES, part_bytes * (double)info->element_bytes / (double)element_bytes)
            : 0;
    double chunk_bytes = info->is_chunked ? (double)info->element_bytes : 0;
    for (int a = 0; a < info->axes; a++) {
        chunk_bytes *= info->is_chunked ? (double)info->chunk[a] : 1;
    }
    /* HDF5 has a chunk as it is in the file, and what a filter makes of it. */
    const double hdf5_bytes =
        info->has_filters ? 2 * chunk_bytes : fmin(chunk_bytes, CHUNK_CACHE_BYTES);
    const double shared_bytes =
        info->is_chunked && size > 1
            ? ct_shared_bytes(info, element_bytes, ct_slice_elements(element_bytes), part_bytes,
                              size)
            : 0;
    return bounce_bytes + hdf5_bytes + shared_bytes;
}

/* A transfer from a dataset, without its `move`. */
static ct_transfer reading(MPI_Comm comm, const char *path, const char *dataset,
                           ct_progress *progress) {
    ct_transfer transfer = {.comm = comm,
                            .dataset = dataset,
                            .verb = "reading",
                            .access = H5F_ACC_RDONLY,
                            .progress = progress};
    ct_escape(path, transfer.path);
    return transfer;
}

ct_status ct_array_read_numbers(MPI_Comm comm, const char *path, const char *dataset,
                                const char *number, const ct_box *box, void *elements,
                                ct_progress *progress) {
    ct_status status = CT_OK;
    ct_source source;
    ct_array_info target;
    destination into = {.elements = elements};
    ct_transfer transfer = reading(comm, path, dataset, progress);
    CT_TRY(ct_array_number_info(number, &target));
    into.element_bytes = target.element_bytes;
    into.is_complex = target.is_complex;
    into.slice_elements = ct_slice_elements(into.element_bytes);
    transfer.move = read_number_slice;
    ct_hdf5_begin();
    CT_TRY(ct_source_agree(comm, path, dataset, CT_ARRAY_NUMBERS, &source));
    if (source.info.is_complex && !target.is_complex) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s, dataset \"%s\": it is %s; allowed: real numbers",
                ct_escaped(path), ct_escaped(dataset), source.info.type);
    }
    const ct_direct_target direct = {
        .numbers = source.numbers,
        .parts = source.info.is_complex ? 2 : 1,
        .is_double = target.element_bytes == (target.is_complex ? 16 : 8),
        .stride = target.is_complex && !source.info.is_complex ? 2 : 1};
    into.direct = source.numbers.kind != 0 ? &direct : NULL;
    CT_TRY(ct_agree(comm, make_bounce(&source.info, &into)));
    CT_TRY(read_box(&transfer, path, box, &source, &into));
cleanup:
    ct_free(&into.bounce);
    return status;
}

ct_status ct_array_read_complex(MPI_Comm comm, const char *path, const char *dataset,
                                const ct_box *box, void *elements, ct_progress *progress) {
    return ct_array_read_numbers(comm, path, dataset, "complex128", box, elements, progress);
}

ct_status ct_array_read(MPI_Comm comm, const char *path, const char *dataset, const ct_box *box,
                        void *elements, ct_progress *progress) {
    ct_status status = CT_OK;
    ct_source source;
    ct_transfer transfer = reading(comm, path, dataset, progress);
    const ct_direct_target as_they_are = {.parts = 1, .stride = 1};
    transfer.move = read_slice;
    ct_hdf5_begin();
    CT_TRY(ct_source_agree(comm, path, dataset, CT_ARRAY_ANY, &source));
    const ptrdiff_t element_bytes = source.info.element_bytes;
    destination into = {.elements = elements,
                        .element_bytes = element_bytes,
                        .slice_elements = ct_slice_elements(element_bytes),
                        .direct = &as_they_are};
    CT_TRY(read_box(&transfer, path, box, &source, &into));
cleanup:
    return status;
}
