#include "io/output/xdmf_array.h"

#include "base/escape.h"
#include "base/fail.h"
#include "files/output.h"
#include "io/array/storage/hdf5.h"
#include "io/array/storage/type.h"
#include "io/config/text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* Without 16 bits, which XDMF's two versions name differently. */
static const ct_xdmf_number numbers[] = {
    {"int8", "Char", 1},     {"uint8", "UChar", 1},     {"int32", "Int", 4},
    {"uint32", "UInt", 4},   {"int64", "Int", 8},       {"float32", "Float", 4},
    {"float64", "Float", 8}, {"complex64", "Float", 4}, {"complex128", "Float", 8}};

const ct_xdmf_number *ct_xdmf_find_number(const ct_array_info *info) {
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (strcmp(numbers[i].type, info->type) == 0) {
            return &numbers[i];
        }
    }
    return NULL;
}

ct_status ct_xdmf_find(ct_xdmf_array *array) {
    ct_status status = CT_OK;
    hid_t file = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    hid_t type = H5I_INVALID_HID;
    hid_t number = H5I_INVALID_HID;
    const char *path = array->array_path;
    const ct_array_info *info = &array->source.info;
    bool is_complex = false;
    CT_TRY(ct_source_examine(path, array->dataset, CT_ARRAY_ANY, &array->source));
    array->number = ct_xdmf_find_number(info);
    if (array->number == NULL || !array->source.contiguous) {
        CT_FAIL(CT_ERROR_INTERNAL, "%s of %s, %d axes of %s, cannot be described by XDMF",
                ct_escaped(array->dataset), ct_escaped(path), info->axes, info->type);
    }
    CT_HDF5(file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), "cannot read %s", ct_escaped(path));
    CT_HDF5(handle = H5Dopen2(file, array->dataset, H5P_DEFAULT), "cannot read %s",
            ct_escaped(path));
    CT_HDF5(type = H5Dget_type(handle), "cannot read %s", ct_escaped(path));
    CT_TRY(ct_source_number(path, type, &number, &is_complex));
    array->big_endian = H5Tget_order(number) == H5T_ORDER_BE;
    array->first_byte = (uint64_t)array->source.place;
    for (int axis = 0; axis < info->axes; axis++) {
        ct_text_append(array->extent, sizeof array->extent, "%s%td", axis > 0 ? " " : "",
                       info->extent[axis]);
    }
cleanup:
    ct_hdf5_release(number);
    ct_hdf5_release(type);
    ct_hdf5_release(handle);
    ct_hdf5_release(file);
    return status;
}

void ct_xdmf_put_escaped(FILE *stream, const char *text) {
    static const char *const replacement = "\xEF\xBF\xBD";
    for (size_t bytes = 1; *text != '\0'; text += bytes) {
        bytes = ct_text_character(text);
        if (bytes != 1) {
            (void)fprintf(stream, "%.*s", bytes > 0 ? (int)bytes : 3,
                          bytes > 0 ? text : replacement);
            bytes += bytes == 0;
            continue;
        }
        switch (*text) {
        case '&':
            (void)fputs("&amp;", stream);
            break;
        case '<':
            (void)fputs("&lt;", stream);
            break;
        case '"':
            (void)fputs("&quot;", stream);
            break;
        case '\t': /* readers take these for spaces */
        case '\n':
        case '\r':
            (void)fprintf(stream, "&#%d;", *text);
            break;
        default:
            (void)fprintf(stream, "%.*s", (unsigned char)*text < ' ' ? 3 : 1,
                          (unsigned char)*text < ' ' ? replacement : text);
        }
    }
}

/* The array file's name relative to the XDMF file: without directory if they share it. */
static void put_array_name(FILE *stream, const char *path, const char *array_path) {
    const char *slash = strrchr(path, '/');
    size_t directory = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char absolute[PATH_MAX];
    if (strncmp(path, array_path, directory) == 0 && strchr(array_path + directory, '/') == NULL) {
        ct_xdmf_put_escaped(stream, array_path + directory);
    } else {
        ct_xdmf_put_escaped(stream, realpath(array_path, absolute) != NULL ? absolute : array_path);
    }
}

void ct_xdmf_put_numbers(FILE *stream, const ct_xdmf_array *array, uint64_t first_byte,
                         const char *extent) {
    (void)fprintf(stream,
                  "<DataItem Format=\"Binary\" NumberType=\"%s\" Precision=\"%d\" "
                  "Endian=\"%s\" Seek=\"%" PRIu64 "\" Dimensions=\"%s%s\">",
                  array->number->name, array->number->precision,
                  array->big_endian ? "Big" : "Little", first_byte, extent,
                  array->source.info.is_complex ? " 2" : "");
    put_array_name(stream, array->path, array->array_path);
    (void)fprintf(stream, "</DataItem>\n");
}

ct_status ct_xdmf_save(const char *path, void (*put)(FILE *stream, const void *context),
                       const void *context) {
    ct_status status = CT_OK;
    ct_output *output = NULL;
    CT_TRY(ct_output_create(path, true, &output));
    FILE *stream = fopen(ct_output_temporary(output), "w");
    if (stream == NULL) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %s", ct_escaped(path), strerror(errno));
    }
    put(stream, context);
    int failed = ferror(stream);
    if (fclose(stream) != 0 || failed) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %s", ct_escaped(path), strerror(errno));
    }
    CT_TRY(ct_output_commit(&output));
cleanup:
    ct_output_discard(&output);
    return status;
}
