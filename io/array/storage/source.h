/* A dataset that is read: what it is and where its bytes are. Private to io. */
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
 * damaged file cannot make the ranks part ways. */
ct_status ct_source_examine(const char *path, const char *dataset, ct_array_elements elements,
                            ct_source *source);

/* The same by rank 0 for all. Collective. */
ct_status ct_source_agree(MPI_Comm comm, const char *path, const char *dataset,
                          ct_array_elements elements, ct_source *source);

#endif
