/*
 * ParaView has two readers, and neither knows HDF5's compound types. Both read a run of bytes of
 * any file, so the array is described as the raw doubles that it is: nz x ny x nx x 2, from the
 * dataset's offset on. The first attribute, a matrix with the two components of each point, opens
 * in both (they show components and magnitude). The scalars after it are hyperslabs of the same
 * bytes, for filters that want one number a point; the XDMF 2 reader has them, the XDMF 3 one skips
 * them.
 */
#include "io/xdmf.h"

#include "base/fail.h"
#include "io/array_parts.h"
#include "io/hdf5.h"
#include "io/output.h"
#include "io/text.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ct_status ct_xdmf_path(const char *array_path, char **path) {
    static const char *const endings[] = {".h5", ".hdf5", ".hdf"};
    static const char ending[] = ".xdmf";
    size_t stem = strlen(array_path);
    size_t length = stem;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t tail = strlen(endings[i]);
        if (length > tail && strcmp(array_path + length - tail, endings[i]) == 0) {
            stem = length - tail;
        }
    }
    *path = malloc(stem + sizeof ending);
    if (*path == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a path");
    }
    memcpy(*path, array_path, stem);
    memcpy(*path + stem, ending, sizeof ending);
    return CT_OK;
}

/* Where the numbers of the dataset begin in its file; fails unless they are as
 * ct_array_write_complex leaves them. */
static ct_status find_numbers(const char *path, const char *dataset, const ptrdiff_t extent[3],
                              uint64_t *first_byte) {
    ct_status status = CT_OK;
    ct_source source;
    hid_t file = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    CT_TRY(ct_source_examine(path, dataset, &source));
    if (source.info.axes != 3 || memcmp(source.info.extent, extent, 3 * sizeof *extent) != 0 ||
        !source.contiguous || strcmp(source.info.type, "complex128") != 0) {
        CT_FAIL(CT_ERROR_INTERNAL, "%s of %s is no contiguous complex128 of %td x %td x %td",
                dataset, path, extent[0], extent[1], extent[2]);
    }
    CT_HDF5(file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), "cannot read %s", path);
    CT_HDF5(handle = H5Dopen2(file, dataset, H5P_DEFAULT), "cannot read %s", path);
    haddr_t offset = H5Dget_offset(handle);
    *first_byte = offset == HADDR_UNDEF ? 0 : offset; /* an empty array is nowhere */
cleanup:
    ct_hdf5_release(handle);
    ct_hdf5_release(file);
    return status;
}

static void put_escaped(FILE *stream, const char *text) {
    for (; *text != '\0'; text++) {
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
        default:
            (void)fputc(*text, stream);
        }
    }
}

/* The array file as seen from the XDMF file: its bare name when they are neighbours. */
static void put_array_name(FILE *stream, const char *path, const char *array_path) {
    const char *slash = strrchr(path, '/');
    size_t directory = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    char absolute[PATH_MAX];
    if (strncmp(path, array_path, directory) == 0 && strchr(array_path + directory, '/') == NULL) {
        put_escaped(stream, array_path + directory);
    } else {
        put_escaped(stream, realpath(array_path, absolute) != NULL ? absolute : array_path);
    }
}

/* The bytes of the array as doubles. */
typedef struct stored_array {
    const char *path, *array_path, *dataset;
    const ptrdiff_t *extent;
    uint64_t first_byte;
} stored_array;

static void put_numbers(FILE *stream, const stored_array *array) {
    (void)fprintf(stream,
                  "<DataItem Format=\"Binary\" NumberType=\"Float\" Precision=\"8\" "
                  "Endian=\"Little\" Seek=\"%" PRIu64 "\" Dimensions=\"%td %td %td 2\">",
                  array->first_byte, array->extent[0], array->extent[1], array->extent[2]);
    put_array_name(stream, array->path, array->array_path);
    (void)fprintf(stream, "</DataItem>\n");
}

/* One component of all points: start, stride and count along each axis of the numbers. */
static void put_component(FILE *stream, const stored_array *array, const char *name,
                          int component) {
    const ptrdiff_t *extent = array->extent;
    (void)fprintf(stream,
                  "      <Attribute Name=\"%s\" AttributeType=\"Scalar\" Center=\"Node\">\n"
                  "        <DataItem ItemType=\"HyperSlab\" Dimensions=\"%td %td %td\">\n"
                  "          <DataItem Dimensions=\"3 4\" Format=\"XML\">\n"
                  "            0 0 0 %d  1 1 1 1  %td %td %td 1\n"
                  "          </DataItem>\n          ",
                  name, extent[0], extent[1], extent[2], component, extent[0], extent[1],
                  extent[2]);
    put_numbers(stream, array);
    (void)fprintf(stream, "        </DataItem>\n      </Attribute>\n");
}

static void put_document(FILE *stream, const stored_array *array, const double *spacing) {
    const ptrdiff_t *extent = array->extent;
    char step[3][CT_NUMBER_BYTES];
    for (int axis = 0; axis < 3; axis++) {
        ct_text_number(spacing != NULL ? spacing[axis] : 1, step[axis]);
    }
    (void)fprintf(stream, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                          "<Xdmf Version=\"3.0\">\n  <Domain>\n    <Grid Name=\"");
    put_escaped(stream, array->dataset);
    (void)fprintf(stream,
                  "\" GridType=\"Uniform\">\n"
                  "      <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"%td %td %td\"/>\n"
                  "      <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n"
                  "        <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" "
                  "Dimensions=\"3\">0 0 0</DataItem>\n"
                  "        <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" "
                  "Dimensions=\"3\">%s %s %s</DataItem>\n"
                  "      </Geometry>\n"
                  "      <Attribute Name=\"complex\" AttributeType=\"Matrix\" Center=\"Node\">\n"
                  "        ",
                  extent[0], extent[1], extent[2], step[0], step[1], step[2]);
    put_numbers(stream, array);
    (void)fprintf(stream, "      </Attribute>\n");
    put_component(stream, array, "real", 0);
    put_component(stream, array, "imaginary", 1);
    (void)fprintf(stream, "    </Grid>\n  </Domain>\n</Xdmf>\n");
}

ct_status ct_xdmf_write_complex(const char *path, const char *array_path, const char *dataset,
                                const ptrdiff_t extent[3], const double *spacing) {
    ct_status status = CT_OK;
    ct_output *output = NULL;
    stored_array array = {
        .path = path, .array_path = array_path, .dataset = dataset, .extent = extent};
    ct_hdf5_begin();
    CT_TRY(find_numbers(array_path, dataset, extent, &array.first_byte));
    CT_TRY(ct_output_create(path, true, &output));
    FILE *stream = fopen(ct_output_temporary(output), "w");
    if (stream == NULL) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %s", path, strerror(errno));
    }
    put_document(stream, &array, spacing);
    int failed = ferror(stream);
    if (fclose(stream) != 0 || failed) {
        CT_FAIL(CT_ERROR_FILE, "cannot write %s: %s", path, strerror(errno));
    }
    CT_TRY(ct_output_commit(&output));
cleanup:
    ct_output_discard(&output);
    return status;
}
