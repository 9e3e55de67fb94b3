/*
 * Metadata of an array: attributes, and lists of real numbers as datasets of one axis. Collective;
 * rank 0 does the work.
 */
#ifndef CT_IO_ARRAY_METADATA_H
#define CT_IO_ARRAY_METADATA_H

#include "io/array/file.h"

#include <stddef.h>

/* Writes an attribute of a dataset: a text (UTF-8), or real numbers, of which one becomes a scalar.
 * The values are the same on all ranks. */
ct_status ct_array_attribute(ct_array_file *file, const char *dataset, const char *name,
                             const char *text);
ct_status ct_array_attribute_reals(ct_array_file *file, const char *dataset, const char *name,
                                   int count, const double *values);

/* Reads an attribute that ct_array_attribute wrote, on all ranks. The caller frees it. */
ct_status ct_array_get_attribute(MPI_Comm comm, const char *path, const char *dataset,
                                 const char *name, char **text);

/* Creates a dataset of `count` doubles (at least 1), rank 0's values. */
ct_status ct_array_put_reals(ct_array_file *file, const char *dataset, ptrdiff_t count,
                             const double *values);

/* Overwrites `count` values of such a dataset from position `first` on, in place. */
ct_status ct_array_change_reals(ct_array_file *file, const char *dataset, ptrdiff_t first,
                                ptrdiff_t count, const double *values);

/* Reads all of a dataset of one axis of real numbers, on all ranks. The caller frees it. */
ct_status ct_array_get_reals(MPI_Comm comm, const char *path, const char *dataset, ptrdiff_t *count,
                             double **values);

#endif
