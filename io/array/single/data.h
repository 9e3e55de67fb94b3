/* Datasets of one file. Private to io; collective. */
#ifndef CT_IO_ARRAY_SINGLE_DATA_H
#define CT_IO_ARRAY_SINGLE_DATA_H

#include "io/array/handle.h"
#include "io/run/progress.h"

/* The elements of a new dataset: a number of ct_array_numbers or, if that is NULL, those of another
 * dataset. */
typedef struct ct_new_type {
    const char *number;
    const char *like_path, *like;
} ct_new_type;

/* As the functions of io/array/write.h. */
ct_status ct_single_add(ct_array_file *file, const char *dataset, int axes, const ptrdiff_t *whole,
                        const ct_new_type *kind);
ct_status ct_single_select(ct_array_file *file, const char *dataset);

/* Writes a box, from elements or by a maker, one of which is NULL. */
ct_status ct_single_write(const ct_array_file *file, const ct_box *box, const void *elements,
                          const ct_array_maker *maker, ct_progress *progress);

#endif
