#include "io/array/storage/direct.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "io/array/disk/reader.h"
#include "io/array/disk/writer.h"
#include "node/segment.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROW_LEAST_BYTES = 4096, /* for shorter rows HDF5 is faster than a call a row */
    BOUNCE_BYTES = 1 << 16, /* buffer for conversion, in the first-level cache */
    CALL_BYTES = 1 << 24,   /* of one call; then progress is reported */
    BEHIND_BYTES = 1 << 23  /* written before write-back is started */
};

/* The rows of a box: contiguous runs of bytes in the file. */
typedef struct rows {
    const ct_run *run;
    const ct_box *box;
    int axis; /* the first axis inside a row */
    ptrdiff_t elements, count;
} rows;

static rows rows_of(const ct_run *run, const ct_box *box) {
    rows all = {run, box, run->axes - 1, 1, 1};
    while (all.axis > 0 && box->count[all.axis] == run->extent[all.axis]) {
        all.axis--;
    }
    for (int a = 0; a < run->axes; a++) {
        *(a < all.axis ? &all.count : &all.elements) *= box->count[a];
    }
    all.count = all.elements > 0 ? all.count : 0;
    return all;
}

/* Offset of a row in the file. */
static off_t row_offset(const rows *all, ptrdiff_t row) {
    ptrdiff_t element = 0;
    ptrdiff_t stride = 1;
    for (int a = all->run->axes - 1; a >= 0; a--) {
        ptrdiff_t at = all->box->first[a];
        if (a < all->axis) {
            at += row % all->box->count[a];
            row /= all->box->count[a];
        }
        element += at * stride;
        stride *= all->run->extent[a];
    }
    return (off_t)(all->run->place + element * all->run->element_bytes);
}

ct_status ct_direct_suits(MPI_Comm comm, const ct_run *run, const ct_box *box, bool *suits) {
    const rows all = rows_of(run, box);
    int suit = all.count <= 1 || all.elements * run->element_bytes >= ROW_LEAST_BYTES;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &suit, 1, MPI_INT, MPI_LAND, comm));
    *suits = suit != 0;
cleanup:
    return status;
}

static ct_status count_node_ranks(MPI_Comm comm, int *count) {
    int *ranks = NULL;
    const ct_status status = ct_node_ranks(comm, &ranks, count);
    free(ranks);
    return status;
}

ct_status ct_direct_can_write(MPI_Comm comm, bool *can) {
    int count = 0;
    int size = 0;
    ct_status status = CT_OK;
    CT_MPI(MPI_Comm_size(comm, &size));
    CT_TRY(count_node_ranks(comm, &count));
    *can = count == size;
cleanup:
    return status;
}

static ct_status cannot(const ct_transfer *transfer, const char *words) {
    return ct_raise(CT_ERROR_FILE, "%s dataset \"%s\" of %s: %s", transfer->verb,
                    ct_escaped(transfer->dataset), transfer->path, words);
}

/* Reports progress, extrapolated from this rank's part. */
static void tell(const ct_transfer *transfer, ptrdiff_t done, ptrdiff_t all) {
    ct_progress_update(transfer->progress, transfer->whole_bytes * (double)done / (double)all);
}

static ct_status read_bytes(const ct_transfer *transfer, ct_reader *reader, off_t offset,
                            ptrdiff_t bytes, char *into) {
    if (ct_reader_get(reader, offset, bytes, into) != 0) {
        return cannot(transfer,
                      errno == ENODATA ? "the file ends before its data does" : strerror(errno));
    }
    return CT_OK;
}

/* Reads and converts a row in pieces. Returns the next address in memory. */
static ct_status read_row(const ct_transfer *transfer, ct_reader *reader, off_t offset,
                          ptrdiff_t elements, const ct_run *run, const ct_direct_target *target,
                          char **into) {
    _Alignas(64) char bounce[BOUNCE_BYTES];
    const bool is_raw = target->numbers.kind == 0 ||
                        (target->stride == 1 && ct_numbers_are(target->numbers, target->is_double));
    const ptrdiff_t real_bytes = target->is_double ? sizeof(double) : sizeof(float);
    const ptrdiff_t most = (is_raw ? CALL_BYTES : BOUNCE_BYTES) / run->element_bytes;
    ct_status status = CT_OK;
    while (elements > 0 && status == CT_OK) {
        const ptrdiff_t count = elements < most ? elements : most;
        const ptrdiff_t bytes = count * run->element_bytes;
        status = read_bytes(transfer, reader, offset, bytes, is_raw ? *into : bounce);
        if (status == CT_OK && !is_raw) {
            ct_numbers_convert(target->numbers, bounce, count * target->parts, target->is_double,
                               target->stride, *into);
        }
        *into += is_raw ? bytes : count * target->parts * target->stride * real_bytes;
        offset += (off_t)bytes;
        elements -= count;
    }
    return status;
}

static ct_status read_rows(const ct_transfer *transfer, const char *file_name, bool is_large,
                           const rows *all, const ct_direct_target *target, char *into) {
    ct_status status = CT_OK;
    ct_reader reader;
    if (ct_reader_open(file_name, is_large, &reader) != 0) {
        return cannot(transfer, strerror(errno));
    }
    for (ptrdiff_t row = 0; row < all->count && status == CT_OK; row++) {
        /* Long rows in parts, to report progress. */
        const ptrdiff_t part = CALL_BYTES / all->run->element_bytes;
        for (ptrdiff_t done = 0; done < all->elements && status == CT_OK; done += part) {
            const ptrdiff_t left = all->elements - done;
            status = read_row(transfer, &reader,
                              row_offset(all, row) + (off_t)(done * all->run->element_bytes),
                              left < part ? left : part, all->run, target, &into);
            tell(transfer, row * all->elements + done, all->count * all->elements);
        }
    }
    ct_reader_close(&reader);
    return status;
}

ct_status ct_direct_read(const ct_transfer *transfer, const char *file_name, const ct_run *run,
                         const ct_box *box, const ct_direct_target *target, void *elements) {
    const rows all = rows_of(run, box);
    const ptrdiff_t bytes = all.count * all.elements * run->element_bytes;
    int count = 0;
    ct_status status = CT_OK;
    CT_TRY(count_node_ranks(transfer->comm, &count));
    if (all.count > 0) {
        ct_phase span = ct_span_begin(CT_TRACE_READ, "pread");
        span.bytes = bytes;
        status = read_rows(transfer, file_name, ct_reader_is_large((double)bytes * count), &all,
                           target, elements);
        ct_span_end(&span);
    }
    status = ct_agree(transfer->comm, status);
cleanup:
    return status;
}

/* Writes the rows of a part of the whole. */
static ct_status write_rows(const ct_transfer *transfer, ct_writer *writer, const rows *all,
                            const char *from, ptrdiff_t done_bytes, ptrdiff_t whole_bytes) {
    const ptrdiff_t row_bytes = all->elements * all->run->element_bytes;
    ct_status status = CT_OK;
    for (ptrdiff_t row = 0; row < all->count && status == CT_OK; row++) {
        for (ptrdiff_t done = 0; done < row_bytes && status == CT_OK; done += BEHIND_BYTES) {
            const off_t offset = row_offset(all, row) + (off_t)done;
            const ptrdiff_t left = row_bytes - done;
            const ptrdiff_t bytes = left < BEHIND_BYTES ? left : BEHIND_BYTES;
            status = ct_writer_put(writer, offset, bytes, from) == 0
                         ? CT_OK
                         : cannot(transfer, strerror(errno));
            from += bytes;
            done_bytes += bytes;
            tell(transfer, done_bytes, whole_bytes);
        }
    }
    return status;
}

/* Writes the box from memory, or slice by slice as generated. */
static ct_status write_box(const ct_transfer *transfer, const char *file_name, const ct_run *run,
                           const ct_box *box, const ct_array_origin *origin) {
    const ptrdiff_t whole = ct_box_elements(box);
    const ct_slices slices =
        ct_slices_make(box, origin->maker != NULL ? origin->most_elements : whole);
    ct_status status = CT_OK;
    ct_writer writer;
    if (ct_writer_open(file_name, &writer) != 0) {
        return cannot(transfer, strerror(errno));
    }
    for (ptrdiff_t i = 0; i < slices.count && status == CT_OK; i++) {
        ct_box slice;
        const ptrdiff_t done = ct_slices_at(&slices, i, &slice);
        const rows all = rows_of(run, &slice);
        if (origin->maker != NULL) {
            origin->maker->make(origin->maker->context, &slice, origin->elements);
        }
        status = write_rows(transfer, &writer, &all, origin->elements, done * run->element_bytes,
                            whole * run->element_bytes);
    }
    if (ct_writer_close(&writer) != 0 && status == CT_OK) { /* quota errors may appear only here */
        status = cannot(transfer, strerror(errno));
    }
    return status;
}

ct_status ct_direct_write(const ct_transfer *transfer, const char *file_name, const ct_run *run,
                          const ct_box *box, const ct_array_origin *origin) {
    ct_status status = CT_OK;
    if (ct_box_elements(box) > 0) {
        ct_phase span = ct_span_begin(CT_TRACE_WRITE, "pwrite");
        span.bytes = ct_box_elements(box) * run->element_bytes;
        status = write_box(transfer, file_name, run, box, origin);
        ct_span_end(&span);
    }
    return ct_agree(transfer->comm, status);
}
