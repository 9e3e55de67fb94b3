/* Makes a dataset of a file being written. Private to io. */
#ifndef CT_IO_ARRAY_STORAGE_CREATE_H
#define CT_IO_ARRAY_STORAGE_CREATE_H

#include "io/array/handle.h"

/* Creates the current dataset of the file, of elements of `type`, as file->layout says, and
 * reserves its space; of compressed data nobody knows how much. Sets its members of `file`. Local:
 * on rank 0. CT_ERROR_FILE. */
ct_status ct_dataset_create(ct_array_file *file, hid_t type);

#endif
