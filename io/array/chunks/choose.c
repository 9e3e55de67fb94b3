#include "io/array/chunks/choose.h"

#include "base/mpi.h"
#include <cornerturn/agree.h>

#include <stdlib.h>

enum {
    CHUNK_BYTES = 1 << 20, /* fits HDF5's cache of chunks, and a processor's */
    LEAST_BYTES = 1 << 16, /* smaller ones cost more to find than to read */
};

static ptrdiff_t common_divisor(ptrdiff_t a, ptrdiff_t b) {
    while (b != 0) {
        const ptrdiff_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

ct_status ct_chunks_cuts(MPI_Comm comm, const ct_box *box, ct_chunk_cuts *cuts) {
    ct_status status = CT_OK;
    ct_box *boxes = NULL;
    int size = 0;
    CT_MPI(MPI_Comm_size(comm, &size));
    boxes = calloc((size_t)size, sizeof *boxes);
    CT_TRY(
        ct_agree(comm, boxes != NULL ? CT_OK : ct_raise(CT_ERROR_MEMORY, "no memory for boxes")));
    CT_MPI(MPI_Allgather(box, sizeof *box, MPI_BYTE, boxes, sizeof *box, MPI_BYTE, comm));
    *cuts = (ct_chunk_cuts){.axes = box->axes};
    for (int r = 0; r < size; r++) {
        for (int a = 0; a < box->axes && ct_box_elements(&boxes[r]) > 0; a++) {
            cuts->block[a] = common_divisor(cuts->block[a], boxes[r].first[a]);
        }
    }
cleanup:
    free(boxes);
    return status;
}

static double bytes_of(int axes, const ptrdiff_t *chunk, ptrdiff_t element_bytes) {
    double bytes = (double)element_bytes;
    for (int a = 0; a < axes; a++) {
        bytes *= (double)chunk[a];
    }
    return bytes;
}

/* The largest divisor of `whole` that is at most `most`. */
static ptrdiff_t divisor(ptrdiff_t whole, ptrdiff_t most) {
    while (whole % most != 0) {
        most--;
    }
    return most;
}

/* Halves the longest sides until a chunk is small enough. `whole`: what they must divide; 0: they
 * need not. */
static void shrink(int axes, const ptrdiff_t *whole, ptrdiff_t element_bytes, ptrdiff_t *chunk) {
    while (bytes_of(axes, chunk, element_bytes) > CHUNK_BYTES) {
        int longest = 0;
        for (int a = 1; a < axes; a++) {
            longest = chunk[a] >= chunk[longest] ? a : longest;
        }
        if (chunk[longest] == 1) {
            return; /* elements of several KiB */
        }
        const ptrdiff_t half = (chunk[longest] + 1) / 2;
        chunk[longest] = whole[longest] > 0 ? divisor(whole[longest], chunk[longest] / 2) : half;
    }
}

void ct_chunks_choose(const ct_array_layout *layout, const ct_chunk_cuts *cuts, int axes,
                      const ptrdiff_t *extent, ptrdiff_t element_bytes, ptrdiff_t *chunk) {
    static const ptrdiff_t none[CT_MAX_AXES];
    ptrdiff_t whole[CT_MAX_AXES] = {0};
    const int leading = axes - (layout->chunk_axes > 0 ? layout->chunk_axes : cuts->axes);
    double most = (double)element_bytes;
    for (int a = 0; a < axes; a++) {
        chunk[a] = a < leading ? 1 : extent[a];
        most *= (double)chunk[a];
        if (a >= leading && layout->chunk_axes > 0) {
            chunk[a] =
                layout->chunk[a - leading] < extent[a] ? layout->chunk[a - leading] : extent[a];
        } else if (a >= leading && cuts->block[a - leading] < extent[a]) {
            whole[a] = cuts->block[a - leading];
            chunk[a] = whole[a] > 0 ? whole[a] : extent[a];
        }
    }
    if (layout->chunk_axes > 0) {
        return;
    }
    shrink(axes, whole, element_bytes, chunk);
    if (bytes_of(axes, chunk, element_bytes) < (most < LEAST_BYTES ? most : LEAST_BYTES)) {
        for (int a = 0; a < axes; a++) {
            chunk[a] = a < leading ? 1 : extent[a];
        }
        shrink(axes, none, element_bytes, chunk);
    }
}
