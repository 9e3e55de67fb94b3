#include "io/array/chunks/chunked.h"

#include "base/mpi.h"
#include "io/array/chunks/tiles.h"
#include "io/array/storage/hdf5.h"
#include "trace/phase.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

/* What is written, and how far. */
typedef struct writing {
    const ct_array_origin *origin;
    const ct_box *box;
    ct_tiles tiles;
    ptrdiff_t element_bytes;
    char *part; /* elements of a tile, side by side */
    hid_t type;
} writing;

static ct_status write_part(const ct_transfer *transfer, ptrdiff_t offset, ptrdiff_t elements) {
    ct_status status = CT_OK;
    const writing *this = transfer->context;
    (void)offset;
    ct_phase span = ct_span_begin(CT_TRACE_WRITE, "H5Dwrite");
    span.bytes = elements * this->element_bytes;
    const herr_t failed = H5Dwrite(transfer->handle, this->type, transfer->memory,
                                   transfer->filespace, transfer->properties, this->part);
    ct_span_end(&span);
    CT_HDF5(failed, "writing dataset \"%s\" of %s", ct_escaped(transfer->dataset), transfer->path);
cleanup:
    return status;
}

/* Writes this rank's part of a tile, or nothing past the last. */
static ct_status write_tile(ct_transfer *transfer, writing *this, ptrdiff_t index) {
    ct_box part = {.axes = this->box->axes};
    if (index < this->tiles.total) {
        const ct_box tile = ct_tiles_at(&this->tiles, index);
        part = ct_box_shared(&tile, this->box);
        if (this->origin->maker != NULL) {
            this->origin->maker->make(this->origin->maker->context, &part, this->part);
        } else {
            ct_box_copy(&part, this->element_bytes, this->box, this->origin->elements, &part,
                        this->part);
        }
    }
    return ct_transfer_move(transfer, &part, 0);
}

static ct_status write_tiles(ct_transfer *transfer, writing *this) {
    ct_status status = CT_OK;
    long long rounds = this->tiles.total;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &rounds, 1, MPI_LONG_LONG, MPI_MAX, transfer->comm));
    for (long long round = 0; round < rounds; round++) {
        CT_TRY(ct_transfer_agree(transfer, write_tile(transfer, this, (ptrdiff_t)round)));
        ct_progress_update(transfer->progress,
                           transfer->whole_bytes * (double)(round + 1) / (double)rounds);
    }
cleanup:
    return status;
}

/* Memory for the largest part of a tile. */
static ct_status allocate(const ct_box *box, writing *this) {
    ptrdiff_t most = ct_tiles_elements(&this->tiles);
    most = most < ct_box_elements(box) ? most : ct_box_elements(box);
    this->part = malloc((size_t)((most + 1) * this->element_bytes));
    return this->part != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for chunks to write");
}

ct_status ct_chunked_write(ct_transfer *transfer, const char *file_name, const ct_chunked *chunked,
                           const ct_box *box, const ct_array_origin *origin) {
    writing this = {.origin = origin,
                    .box = box,
                    .tiles = ct_tiles_make(box->axes, chunked->extent, chunked->chunk, box,
                                           CT_CHUNKED_CALL_BYTES / chunked->element_bytes),
                    .element_bytes = chunked->element_bytes,
                    .type = H5I_INVALID_HID};
    hid_t file = H5I_INVALID_HID;
    ct_status closed = CT_OK;
    ct_status status = ct_agree(transfer->comm, allocate(box, &this));
    if (status == CT_OK) {
        transfer->move = write_part;
        transfer->context = &this;
        status = ct_transfer_agree(transfer, ct_transfer_open(transfer, file_name, &file));
        this.type = status == CT_OK ? H5Dget_type(transfer->handle) : H5I_INVALID_HID;
        status = status == CT_OK ? write_tiles(transfer, &this) : status;
        ct_hdf5_release(this.type);
        closed = ct_transfer_close(transfer, file, status == CT_OK);
        status = status == CT_OK ? ct_agree(transfer->comm, closed) : status;
    }
    free(this.part);
    return status;
}
