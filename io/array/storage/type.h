/* HDF5 types of elements. Private to io; everything is local. */
#ifndef CT_IO_ARRAY_STORAGE_TYPE_H
#define CT_IO_ARRAY_STORAGE_TYPE_H

#include "io/array/info.h"

#include <hdf5.h>

/* The number type that `type` is or, when complex, has two of; the caller closes it. CT_ERROR_FILE
 * for other types: the message begins with `where` and says what is allowed. */
ct_status ct_source_number(const char *where, hid_t type, hid_t *number, bool *is_complex);

/* Sets the element type of `info`. CT_ERROR_FILE, with `where`, for elements that are not allowed.
 */
ct_status ct_source_elements(const char *where, hid_t type, ct_array_elements elements,
                             ct_array_info *info);

/* The compound {r, i} of two numbers; a native type by its name in ct_array_numbers. The caller
 * closes it. */
ct_status ct_make_complex_type(hid_t number, hid_t *type);
ct_status ct_make_number_type(const char *name, hid_t *type);

#endif
