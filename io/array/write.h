/* Datasets of a file that is being written. Collective. */
#ifndef CT_IO_ARRAY_WRITE_H
#define CT_IO_ARRAY_WRITE_H

#include "io/array/file.h"
#include "io/array/info.h"
#include "io/run/progress.h"

/* Creates a dataset of extents `whole`, contiguous in the file, with the elements of dataset `like`
 * of `like_path`, or of a type of ct_array_numbers in this machine's byte order. A name such as
 * "a/b" creates the group. Reserves the space, so that a full disk, quota or size limit fails here,
 * where the file system can tell. Elements are undefined until they are written. */
ct_status ct_array_add_like(ct_array_file *file, const char *dataset, int axes,
                            const ptrdiff_t *whole, const char *like_path, const char *like);
ct_status ct_array_add_numbers(ct_array_file *file, const char *dataset, int axes,
                               const ptrdiff_t *whole, const char *number);

/* Selects a dataset of the file for ct_array_write. */
ct_status ct_array_select(ct_array_file *file, const char *dataset);

/* Writes each rank's box of the dataset that was created or selected last: elements in C order,
 * byte by byte. The progress is in bytes of the boxes of all ranks. */
ct_status ct_array_write(ct_array_file *file, const ct_box *box, const void *elements,
                         ct_progress *progress);

/* The same of elements that `maker` makes when they are written, one part of the box after the
 * other. */
ct_status ct_array_write_made(ct_array_file *file, const ct_box *box, const ct_array_maker *maker,
                              ct_progress *progress);

/* Creates a dataset of "complex128" and writes it. */
ct_status ct_array_write_complex(ct_array_file *file, const char *dataset, int axes,
                                 const ptrdiff_t *whole, const ct_box *box, const void *elements,
                                 ct_progress *progress);

#endif
