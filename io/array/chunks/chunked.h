/* Writes boxes of datasets in chunks. Private to io. */
#ifndef CT_IO_ARRAY_CHUNKS_CHUNKED_H
#define CT_IO_ARRAY_CHUNKS_CHUNKED_H

#include "io/array/storage/transfer.h"

/* Of a call: HDF5 keeps as much again for chunks that are compressed or have checksums. */
enum { CT_CHUNKED_CALL_BYTES = 1 << 26 };

typedef struct ct_chunked {
    const ptrdiff_t *extent, *chunk;
    ptrdiff_t element_bytes;
} ct_chunked;

/* Writes the box, several whole chunks at once, so that each is compressed once; a chunk of several
 * ranks' boxes goes to one of them. HDF5 writes compressed chunks in collective calls only, also
 * from ranks without elements. `transfer` is collective, with all members before `move` set.
 * CT_ERROR_FILE. */
ct_status ct_chunked_write(ct_transfer *transfer, const char *file_name, const ct_chunked *chunked,
                           const ct_box *box, const ct_array_origin *origin);

#endif
