/*
 * Contiguous datasets read and written with pread and pwrite: ranks are independent, data is copied
 * at most to and from the page cache, and numbers are converted on the way. Private to io.
 */
#ifndef CT_IO_ARRAY_STORAGE_DIRECT_H
#define CT_IO_ARRAY_STORAGE_DIRECT_H

#include "io/array/storage/numbers.h"
#include "io/array/storage/transfer.h"

/* A dataset in its file. */
typedef struct ct_run {
    ptrdiff_t place; /* offset of its first byte */
    ptrdiff_t element_bytes;
    int axes;
    const ptrdiff_t *extent;
} ct_run;

/* Whether the rows of all ranks' boxes are long enough in the file for this to be faster.
 * Collective. */
ct_status ct_direct_suits(MPI_Comm comm, const ct_run *run, const ct_box *box, bool *suits);

/* Whether ranks may write the same pages: all are on one node. On several nodes a network file
 * system may cache pages that two ranks write parts of; MPI-IO takes locks there. Collective. */
ct_status ct_direct_can_write(MPI_Comm comm, bool *can);

/* The numbers in memory. */
typedef struct ct_direct_target {
    ct_numbers numbers; /* type in the file; kind 0: copied without conversion */
    int parts;          /* numbers per element in the file: 1, or 2 for complex */
    bool is_double;     /* doubles in memory; else floats */
    int stride;         /* 2: real numbers become complex ones; else 1 */
} ct_direct_target;

/* Read the box into memory; write it. `transfer` is for messages and progress. Collective; all
 * ranks fail together. CT_ERROR_FILE. */
ct_status ct_direct_read(const ct_transfer *transfer, const char *file_name, const ct_run *run,
                         const ct_box *box, const ct_direct_target *target, void *elements);
ct_status ct_direct_write(const ct_transfer *transfer, const char *file_name, const ct_run *run,
                          const ct_box *box, const ct_array_origin *origin);

#endif
