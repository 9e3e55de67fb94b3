/*
 * Datasets that are one run of bytes in the file, read and written by the system's calls at their
 * place in it: no rank takes part in what another does, nothing is copied but from and to the
 * system's own memory, and numbers are converted as they come. Private to io.
 */
#ifndef CT_IO_ARRAY_STORAGE_DIRECT_H
#define CT_IO_ARRAY_STORAGE_DIRECT_H

#include "io/array/storage/numbers.h"
#include "io/array/storage/transfer.h"

/* A dataset in its file. */
typedef struct ct_run {
    ptrdiff_t place; /* of its first byte */
    ptrdiff_t element_bytes;
    int axes;
    const ptrdiff_t *extent;
} ct_run;

/* Whether all ranks had better read or write their boxes so: their rows are long enough in the
 * file. Collective. */
ct_status ct_direct_suits(MPI_Comm comm, const ct_run *run, const ct_box *box, bool *suits);

/* Whether the ranks see what each other writes, whatever the file system: they are on one node. Of
 * ranks on several, a network file system may cache pages that two of them write parts of; MPI-IO
 * knows which, and takes locks there. Collective. */
ct_status ct_direct_can_write(MPI_Comm comm, bool *can);

/* What numbers become in memory. */
typedef struct ct_direct_target {
    ct_numbers numbers; /* as the file has them; kind 0: they are taken as they are */
    int parts;          /* numbers to an element in the file: 1, or 2 of a complex one */
    bool is_double;     /* doubles in memory; else floats */
    int stride;         /* 2: real numbers become complex ones; else 1 */
} ct_direct_target;

/* Read the box into memory; write it. The transfer has what messages and progress want. Collective;
 * all ranks fail together. CT_ERROR_FILE. */
ct_status ct_direct_read(const ct_transfer *transfer, const char *file_name, const ct_run *run,
                         const ct_box *box, const ct_direct_target *target, void *elements);
ct_status ct_direct_write(const ct_transfer *transfer, const char *file_name, const ct_run *run,
                          const ct_box *box, const ct_array_origin *origin);

#endif
