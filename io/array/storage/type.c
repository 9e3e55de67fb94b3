#include "io/array/storage/type.h"

#include "io/array/storage/hdf5.h"

#include <stdio.h>
#include <string.h>

enum { LARGEST_BYTES = 16 }; /* of a number, a long double; larger ones come from damage */

static const char allowed[] = "integers, floats, and complex as a compound {r, i} of two floats";

static const char *class_words(H5T_class_t class) {
    switch (class) {
    case H5T_STRING:
        return "strings";
    case H5T_COMPOUND:
        return "another compound";
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

/* The same of one element. */
static const char *kind_words(H5T_class_t class) {
    switch (class) {
    case H5T_STRING:
        return "string";
    case H5T_COMPOUND:
        return "compound";
    case H5T_ARRAY:
        return "array";
    default:
        return "element";
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

static bool is_number(hid_t type, hid_t *number, bool *is_complex) {
    H5T_class_t class = H5Tget_class(type);
    *is_complex = class == H5T_COMPOUND && is_complex_pair(type, number);
    if (!*is_complex && (class == H5T_INTEGER || class == H5T_FLOAT) &&
        H5Tget_size(type) <= LARGEST_BYTES) {
        *number = H5Tcopy(type);
    }
    if (class == H5T_ENUM && H5Tget_size(type) <= LARGEST_BYTES) {
        *number = H5Tget_super(type); /* the integers that name its values; booleans are 0 and 1 */
    }
    return *number >= 0;
}

ct_status ct_source_number(const char *where, hid_t type, hid_t *number, bool *is_complex) {
    H5T_class_t class = H5Tget_class(type);
    *number = H5I_INVALID_HID;
    if (is_number(type, number, is_complex)) {
        return CT_OK;
    }
    if (class != H5T_INTEGER && class != H5T_FLOAT) {
        return ct_raise(CT_ERROR_FILE, "cannot read %s: it holds %s; allowed: %s", where,
                        class_words(class), allowed);
    }
    return ct_raise(CT_ERROR_FILE,
                    "cannot read %s: it holds numbers of %zu bytes; allowed: up to %d", where,
                    H5Tget_size(type), LARGEST_BYTES);
}

/* The class of a member stored outside the element's bytes; H5T_NO_CLASS if there is none. */
static H5T_class_t find_elsewhere(hid_t type) { // NOLINT(misc-no-recursion)
    H5T_class_t class = H5Tget_class(type);
    H5T_class_t found = H5T_NO_CLASS;
    if (class == H5T_VLEN || class == H5T_REFERENCE ||
        (class == H5T_STRING && H5Tis_variable_str(type) > 0)) {
        return class == H5T_REFERENCE ? H5T_REFERENCE : H5T_VLEN;
    }
    if (class == H5T_ARRAY) {
        hid_t base = H5Tget_super(type);
        found = find_elsewhere(base);
        ct_hdf5_release(base);
    }
    for (int i = 0; class == H5T_COMPOUND && found == H5T_NO_CLASS && i < H5Tget_nmembers(type);
         i++) {
        hid_t member = H5Tget_member_type(type, (unsigned)i);
        found = find_elsewhere(member);
        ct_hdf5_release(member);
    }
    return found;
}

/* The byte of an element {r, i} that has the sign of i as its highest bit, or -1. */
static ptrdiff_t find_sign_byte(hid_t number) {
    size_t bytes = H5Tget_size(number);
    size_t sign = 0;
    size_t fields[4];
    if (H5Tget_fields(number, &sign, &fields[0], &fields[1], &fields[2], &fields[3]) < 0 ||
        sign % 8 != 7 || sign / 8 >= bytes) {
        return -1;
    }
    size_t from_end = H5Tget_order(number) == H5T_ORDER_BE ? sign / 8 + 1 : bytes - sign / 8;
    return (ptrdiff_t)(2 * bytes - from_end);
}

static void describe_number(hid_t number, ct_array_info *info) {
    const char *kind = H5Tget_class(number) == H5T_FLOAT     ? "float"
                       : H5Tget_sign(number) == H5T_SGN_NONE ? "uint"
                                                             : "int";
    info->is_number = true;
    info->is_double = H5Tequal(number, H5T_NATIVE_DOUBLE) > 0;
    info->sign_byte = info->is_complex ? find_sign_byte(number) : -1;
    (void)snprintf(info->type, sizeof info->type, "%s%td", info->is_complex ? "complex" : kind,
                   8 * info->element_bytes);
}

ct_status ct_source_elements(const char *where, hid_t type, ct_array_elements elements,
                             ct_array_info *info) {
    ct_status status = CT_OK;
    hid_t number = H5I_INVALID_HID;
    H5T_class_t elsewhere = find_elsewhere(type);
    info->element_bytes = (ptrdiff_t)H5Tget_size(type);
    info->is_number = info->is_double = false;
    info->sign_byte = -1;
    if (elements == CT_ARRAY_NUMBERS) {
        CT_TRY(ct_source_number(where, type, &number, &info->is_complex));
        describe_number(number, info);
    } else if (is_number(type, &number, &info->is_complex)) {
        describe_number(number, info);
    } else if (elsewhere != H5T_NO_CLASS || info->element_bytes < 1 ||
               info->element_bytes > CT_ARRAY_ELEMENT_MOST_BYTES) {
        CT_FAIL(CT_ERROR_FILE,
                "cannot read %s: it holds %s, %td bytes an element; allowed: elements of 1 to %d "
                "bytes of a fixed size, without references",
                where, elsewhere != H5T_NO_CLASS ? class_words(elsewhere) : "large elements",
                info->element_bytes, CT_ARRAY_ELEMENT_MOST_BYTES);
    } else {
        (void)snprintf(info->type, sizeof info->type, "%s of %td bytes",
                       kind_words(H5Tget_class(type)), info->element_bytes);
    }
cleanup:
    ct_hdf5_release(number);
    return status;
}

ct_status ct_make_complex_type(hid_t number, hid_t *type) {
    ct_status status = CT_OK;
    size_t bytes = H5Tget_size(number);
    CT_HDF5(*type = H5Tcreate(H5T_COMPOUND, 2 * bytes), "making the complex type");
    CT_HDF5(H5Tinsert(*type, "r", 0, number), "making the complex type");
    CT_HDF5(H5Tinsert(*type, "i", bytes, number), "making the complex type");
cleanup:
    return status;
}

ct_status ct_make_number_type(const char *name, hid_t *type) {
    const hid_t natives[] = {H5T_NATIVE_INT8,   H5T_NATIVE_UINT8,  H5T_NATIVE_INT16,
                             H5T_NATIVE_UINT16, H5T_NATIVE_INT32,  H5T_NATIVE_UINT32,
                             H5T_NATIVE_INT64,  H5T_NATIVE_UINT64, H5T_NATIVE_FLOAT,
                             H5T_NATIVE_DOUBLE, H5T_NATIVE_FLOAT,  H5T_NATIVE_DOUBLE};
    ct_status status = CT_OK;
    int index = 0;
    while (ct_array_numbers[index] != NULL && strcmp(ct_array_numbers[index], name) != 0) {
        index++;
    }
    if (ct_array_numbers[index] == NULL) {
        CT_FAIL(CT_ERROR_INTERNAL, "\"%s\" is no number type", name);
    }
    if (strncmp(name, "complex", strlen("complex")) == 0) {
        CT_TRY(ct_make_complex_type(natives[index], type));
    } else {
        CT_HDF5(*type = H5Tcopy(natives[index]), "making the type %s", name);
    }
cleanup:
    return status;
}
