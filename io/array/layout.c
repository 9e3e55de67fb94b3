#include "io/array/layout.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "io/array/chunks/choose.h"
#include "io/array/chunks/chunked.h"
#include "io/array/chunks/filters.h"
#include "io/array/handle.h"
#include "io/array/nodes/nodes.h"
#include "io/array/storage/access.h"
#include <cornerturn/agree.h>

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const ct_array_checksums[] = {"none", "fletcher32", NULL};

static const double chunk_most_bytes = 4294967295.0; /* HDF5 counts them in 32 bits */

/* Extents such as 64x64x64 or 64,64,64. */
static bool read_extents(const char *text, ct_array_layout *layout) {
    for (;;) {
        char *end = NULL;
        errno = 0;
        const long long extent = strtoll(text, &end, 10);
        if (end == text || strchr(" +-", *text) != NULL || errno != 0 || extent < 1 ||
            layout->chunk_axes == CT_MAX_AXES || (*end != 'x' && *end != ',' && *end != '\0')) {
            return false;
        }
        layout->chunk[layout->chunk_axes++] = (ptrdiff_t)extent;
        if (*end == '\0') {
            return true;
        }
        text = end + 1 + strspn(end + 1, " ");
    }
}

static ct_status read_chunk(const char *text, int axes, const ptrdiff_t *extent,
                            ptrdiff_t element_bytes, ct_array_layout *layout) {
    double bytes = (double)element_bytes;
    bool fits = read_extents(text, layout) && layout->chunk_axes == axes;
    char allowed[256] = "";
    for (int a = 0; a < axes; a++) {
        const size_t used = strlen(allowed);
        (void)snprintf(allowed + used, sizeof allowed - used, "%s%td", a > 0 ? "x" : "", extent[a]);
        fits = fits && layout->chunk[a] <= extent[a];
        bytes *= fits ? (double)layout->chunk[a] : 1;
    }
    return fits && bytes <= chunk_most_bytes
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "output.chunk: \"%s\"; allowed: auto, off, or extents from 1 to %s, of "
                          "less than 4 GiB",
                          ct_escaped(text), allowed);
}

ct_status ct_storage_read(const ct_storage_config *config, int axes, const ptrdiff_t *extent,
                          ptrdiff_t element_bytes, ct_array_layout *layout) {
    const ct_array_access access = {config->hints, config->alignment_bytes, config->least_bytes};
    ct_status status = CT_OK;
    double elements = 1;
    *layout = (ct_array_layout){.checksum = config->checksum != 0, .per_node = config->per_node};
    CT_TRY(ct_array_set_access(&access));
    CT_TRY(ct_filters_read(config->compression, layout));
    const bool is_filtered = layout->filter != 0 || layout->checksum;
    const bool is_off = strcmp(config->chunk, "off") == 0;
    if (is_off && is_filtered) {
        CT_FAIL(CT_ERROR_CONFIG,
                "output.chunk: off, but output.%s is of chunks; allowed: auto, or extents",
                layout->filter != 0 ? "compression" : "checksum");
    }
    layout->is_chunked = is_filtered;
    if (!is_off && strcmp(config->chunk, "auto") != 0) {
        CT_TRY(read_chunk(config->chunk, axes, extent, element_bytes, layout));
        layout->is_chunked = true;
    }
    for (int a = 0; a < axes; a++) {
        elements *= (double)extent[a];
    }
    layout->is_chunked = layout->is_chunked && elements > 0; /* what is empty has no chunk */
cleanup:
    return status;
}

bool ct_array_is_one_run(const ct_array_layout *layout) {
    return !layout->is_chunked && !layout->per_node;
}

double ct_array_writing_bytes(const ct_array_layout *layout, double part_bytes) {
    const double call_bytes = fmin(part_bytes, CT_CHUNKED_CALL_BYTES);
    const int has_filters = layout->filter != 0 || layout->checksum;
    return layout->is_chunked ? call_bytes * (has_filters ? 2 : 1)
                              : 0; /* HDF5 keeps as much again */
}

ct_status ct_array_set_layout(ct_array_file *file, const ct_array_layout *layout,
                              const ct_box *box) {
    ct_status status = CT_OK;
    file->layout = *layout;
    if (layout->per_node) {
        CT_TRY(file->nodes == NULL ? ct_nodes_create(file) : CT_OK);
        CT_TRY(ct_nodes_set_parts(file->nodes, 1, box));
    }
    status = ct_chunks_cuts(file->comm, box, &file->cuts);
cleanup:
    return status;
}

ct_status ct_array_set_parts(ct_array_file *file, int count, const ct_box *boxes) {
    return file->nodes != NULL ? ct_nodes_set_parts(file->nodes, count, boxes) : CT_OK;
}
