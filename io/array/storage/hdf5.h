/* HDF5's calls with this project's errors. Private to io; everything is local. */
#ifndef CT_IO_ARRAY_STORAGE_HDF5_H
#define CT_IO_ARRAY_STORAGE_HDF5_H

#include "base/fail.h"

#include <hdf5.h>

/* Keeps HDF5 from printing its errors (ct_hdf5_raise reads the last one instead) and from working
 * on at exit: MPI_Finalize ends it. Writing past a limit of the file size becomes an error too and
 * no longer a signal that ends the job. HDF5 locks no files: a reader that locks a growing output
 * would end the run that writes it, and two jobs are kept apart by io/run/locks.h. Every public
 * function that calls HDF5 begins with it. */
void ct_hdf5_begin(void);

/* Raises CT_ERROR_FILE with the formatted words, then the innermost reason that HDF5 gives for the
 * calling thread's last failure. printf-like. */
ct_status ct_hdf5_raise(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* In a function with `ct_status status` and a `cleanup:` label: a negative result fails with the
 * words that follow it. */
#define CT_HDF5(call, ...)                                                                         \
    do {                                                                                           \
        if ((call) < 0) {                                                                          \
            status = ct_hdf5_raise(__FILE__, __LINE__, __VA_ARGS__);                               \
            goto cleanup;                                                                          \
        }                                                                                          \
    } while (0)

/* Opens a dataset for reading, without MPI; the caller releases both, after a failure too.
 * CT_ERROR_FILE. */
ct_status ct_hdf5_open(const char *path, const char *dataset, hid_t *file, hid_t *handle);

/* Closes a file, dataset, type, space, ... when there is one. */
void ct_hdf5_release(hid_t id);

#endif
