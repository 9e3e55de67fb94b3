#include "io/array_parts.h"

#include "io/hdf5.h"

#include <string.h>

enum { LARGEST_BYTES = 16 }; /* of a number: a long double; what is larger comes from damage */

static const char allowed[] = "integers, floats, and complex as a compound {r, i} of two floats";

static const char *class_words(H5T_class_t class) {
    switch (class) {
    case H5T_STRING:
        return "strings";
    case H5T_COMPOUND:
        return "another compound";
    case H5T_ENUM:
        return "an enumeration (as booleans are)";
    case H5T_ARRAY:
        return "arrays in each element";
    case H5T_VLEN:
        return "sequences of varying length";
    case H5T_REFERENCE:
        return "references";
    case H5T_BITFIELD:
    case H5T_OPAQUE:
        return "opaque bytes";
    case H5T_TIME:
        return "times";
    default:
        return "an unknown type";
    }
}

static bool member_is(hid_t type, unsigned index, const char *wanted) {
    char *name = H5Tget_member_name(type, index);
    bool same = name != NULL && strcmp(name, wanted) == 0;
    (void)H5free_memory(name);
    return same;
}

/* {r, i} without padding, so that n of them are 2n numbers. */
static bool is_complex_pair(hid_t type, hid_t *number) {
    if (H5Tget_nmembers(type) != 2 || !member_is(type, 0, "r") || !member_is(type, 1, "i")) {
        return false;
    }
    hid_t real = H5Tget_member_type(type, 0);
    hid_t imaginary = H5Tget_member_type(type, 1);
    size_t bytes = real >= 0 ? H5Tget_size(real) : 0;
    bool fits = bytes > 0 && bytes <= LARGEST_BYTES && H5Tget_class(real) == H5T_FLOAT &&
                H5Tequal(real, imaginary) > 0 && H5Tget_member_offset(type, 0) == 0 &&
                H5Tget_member_offset(type, 1) == bytes && H5Tget_size(type) == 2 * bytes;
    ct_hdf5_release(imaginary);
    if (fits) {
        *number = real;
    } else {
        ct_hdf5_release(real);
    }
    return fits;
}

ct_status ct_source_number(const char *where, hid_t type, hid_t *number, bool *is_complex) {
    ct_status status = CT_OK;
    H5T_class_t class = H5Tget_class(type);
    size_t bytes = H5Tget_size(type);
    *is_complex = class == H5T_COMPOUND && is_complex_pair(type, number);
    if (*is_complex) {
        return CT_OK;
    }
    if (class != H5T_INTEGER && class != H5T_FLOAT) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: it holds %s; allowed: %s", where,
                class_words(class), allowed);
    }
    if (bytes > LARGEST_BYTES) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: it holds numbers of %zu bytes; allowed: up to %d",
                where, bytes, LARGEST_BYTES);
    }
    CT_HDF5(*number = H5Tcopy(type), "cannot read %s", where);
cleanup:
    return status;
}
