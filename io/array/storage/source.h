/* Examines a dataset to be read: its type and the location of its bytes. Private to io. */
#ifndef CT_IO_ARRAY_STORAGE_SOURCE_H
#define CT_IO_ARRAY_STORAGE_SOURCE_H

#include "io/array/info.h"
#include "io/array/storage/numbers.h"

#include <mpi.h>

enum { CT_COMPLEX_BYTES = 16 }; /* of a complex double */

typedef struct ct_source {
    ct_array_info info;
    bool contiguous;    /* in the file itself, with its space allocated */
    ptrdiff_t place;    /* offset of the first byte, if contiguous; 0 of an empty dataset */
    ct_numbers numbers; /* type of the elements, or of the two parts of complex ones */
} ct_source;

/* Examines a dataset; fails as ct_array_inspect. Local: opens the file without MPI, so that a
 * damaged file cannot fail on some ranks only. */
ct_status ct_source_examine(const char *path, const char *dataset, ct_array_elements elements,
                            ct_source *source);

/* The same on rank 0, with a broadcast. Collective. */
ct_status ct_source_agree(MPI_Comm comm, const char *path, const char *dataset,
                          ct_array_elements elements, ct_source *source);

/* The same of a dataset of any elements in a file that is being written, whose files of nodes may
 * not have their names yet. */
ct_status ct_source_agree_written(MPI_Comm comm, const char *path, const char *dataset,
                                  ct_source *source);

#endif
