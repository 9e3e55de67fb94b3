/*
 * What stands beside an array in its file and is small: lists of real numbers as datasets of one
 * axis, and attributes. Collective as in array.h; rank 0 does the work, all ranks fail together
 * with one message naming the file (CT_ERROR_FILE).
 */
#ifndef CT_IO_ARRAY_NOTES_H
#define CT_IO_ARRAY_NOTES_H

#include "io/array/array.h"

/* Makes a dataset of `count` doubles (at least 1), and changes those from position `first` on of
 * one that is there; rank 0's values. A change is written over the old values in place. */
ct_status ct_array_put_reals(ct_array_file *file, const char *dataset, ptrdiff_t count,
                             const double *values);
ct_status ct_array_change_reals(ct_array_file *file, const char *dataset, ptrdiff_t first,
                                ptrdiff_t count, const double *values);

/* All of a dataset of one axis of real numbers, on all ranks. The caller frees it. */
ct_status ct_array_get_reals(MPI_Comm comm, const char *path, const char *dataset, ptrdiff_t *count,
                             double **values);

/* An attribute that ct_array_attribute wrote, on all ranks. The caller frees it. */
ct_status ct_array_get_attribute(MPI_Comm comm, const char *path, const char *dataset,
                                 const char *name, char **text);

#endif
