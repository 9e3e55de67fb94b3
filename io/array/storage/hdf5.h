/* HDF5's calls with this project's errors. Private to io; everything is local. */
#ifndef CT_IO_ARRAY_STORAGE_HDF5_H
#define CT_IO_ARRAY_STORAGE_HDF5_H

#include "base/fail.h"

#include <hdf5.h>
#include <stdbool.h>

/* How each file begins. */
#define CT_HDF5_BEGINNING "\211HDF\r\n\032\n"

/* Turns off HDF5's printing of errors (ct_hdf5_raise reads the last one), its exit handler
 * (MPI_Finalize ends it) and its file locks (a reader's lock would end the run that writes;
 * io/run/locks.h separates jobs). Ignores SIGXFSZ, so that exceeding the file size limit is an
 * error. Every public function that calls HDF5 calls this first. */
void ct_hdf5_begin(void);

/* Raises CT_ERROR_FILE with the formatted text and HDF5's innermost reason of the thread's last
 * failure. printf-like. */
ct_status ct_hdf5_raise(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* In a function with `ct_status status` and a `cleanup:` label: a negative result fails with the
 * given message. */
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

/* Whether no other process writes to a file that is to be read: CT_ERROR_FILE if one holds HDF5's
 * lock, as h5py's do while the file is open, since half of what it writes may be in its memory.
 * What cannot be opened or locked is for others to say. */
ct_status ct_hdf5_check_writer(const char *path);

/* Whether an object lies in this file, not in one that an external link leads to. */
bool ct_hdf5_is_in(hid_t file, hid_t object);

/* Closes a file, dataset, type, space, ... when there is one. */
void ct_hdf5_release(hid_t id);

#endif
