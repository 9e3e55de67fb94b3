/*
 * ParaView has two readers, and neither knows HDF5's compound types. Both read a run of bytes of
 * any file, so an array is described as the raw numbers that it is, from the dataset's offset on;
 * vectors with their components last, a complex one as nz x ny x nx x 2. The first attribute of
 * that, a matrix with the two components of each point, opens in both (they show components and
 * magnitude). The scalars after it are hyperslabs of the same bytes, for filters that want one
 * number a point; the XDMF 2 reader has them, the XDMF 3 one skips them.
 */
#include "io/output/xdmf.h"
#include "io/array/info.h"

#include "base/escape.h"
#include "base/fail.h"
#include "io/array/storage/hdf5.h"
#include "io/config/text.h"
#include "io/output/xdmf_array.h"

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
    const char *slash = strrchr(*path, '/');
    if (!ct_text_is_xml(array_path) || strlen(slash != NULL ? slash + 1 : *path) > NAME_MAX) {
        free(*path);
        *path = NULL;
    }
    return CT_OK;
}

bool ct_xdmf_allows(const ct_array_info *info) {
    return (info->axes == 2 || info->axes == 3) && ct_xdmf_find_number(info) != NULL;
}

bool ct_xdmf_allows_vectors(const ct_array_info *info) {
    return (info->axes == 3 || info->axes == 4) && !info->is_complex &&
           ct_xdmf_find_number(info) != NULL;
}

static void put_attribute(FILE *stream, const ct_xdmf_array *array, const char *name,
                          const char *type) {
    (void)fprintf(stream, "      <Attribute Name=\"");
    ct_xdmf_put_escaped(stream, name);
    (void)fprintf(stream, "\" AttributeType=\"%s\" Center=\"Node\">\n        ", type);
    ct_xdmf_put_numbers(stream, array, array->first_byte, array->extent);
    (void)fprintf(stream, "      </Attribute>\n");
}

/* One component of all points, as a hyperslab: start, stride and count along each axis. */
static void put_component(FILE *stream, const ct_xdmf_array *array, const char *name,
                          int component) {
    const int is_3d = array->source.info.axes == 3;
    (void)fprintf(stream,
                  "      <Attribute Name=\"%s\" AttributeType=\"Scalar\" Center=\"Node\">\n"
                  "        <DataItem ItemType=\"HyperSlab\" Dimensions=\"%s\">\n"
                  "          <DataItem Dimensions=\"3 %d\" Format=\"XML\">\n"
                  "            %s %d  %s 1  %s 1\n"
                  "          </DataItem>\n          ",
                  name, array->extent, is_3d ? 4 : 3, is_3d ? "0 0 0" : "0 0", component,
                  is_3d ? "1 1 1" : "1 1", array->extent);
    ct_xdmf_put_numbers(stream, array, array->first_byte, array->extent);
    (void)fprintf(stream, "        </DataItem>\n      </Attribute>\n");
}

/* Arrays on their grid; for vectors the grid is all axes but the last. */
typedef struct document {
    const ct_xdmf_array *array;
    int count;
    const double *spacing;
    bool has_vectors;
} document;

/* The grid: origin and spacing by axis. */
static void put_grid(FILE *stream, const document *shown) {
    const ct_xdmf_array *array = shown->array;
    const int axes = array->source.info.axes - shown->has_vectors;
    char extent[sizeof array->extent] = "";
    char steps[3 * CT_NUMBER_BYTES] = "";
    for (int axis = 0; axis < axes; axis++) {
        char step[CT_NUMBER_BYTES];
        ct_text_number(shown->spacing != NULL ? shown->spacing[axis] : 1, step);
        ct_text_append(steps, sizeof steps, "%s%s", axis > 0 ? " " : "", step);
        ct_text_append(extent, sizeof extent, "%s%td", axis > 0 ? " " : "",
                       array->source.info.extent[axis]);
    }
    (void)fprintf(stream, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                          "<Xdmf Version=\"3.0\">\n  <Domain>\n    <Grid Name=\"");
    ct_xdmf_put_escaped(stream, array->dataset);
    (void)fprintf(stream,
                  "\" GridType=\"Uniform\">\n"
                  "      <Topology TopologyType=\"%dDCoRectMesh\" Dimensions=\"%s\"/>\n"
                  "      <Geometry GeometryType=\"ORIGIN_%s\">\n",
                  axes, extent, axes == 3 ? "DXDYDZ" : "DXDY");
    for (int item = 0; item < 2; item++) {
        (void)fprintf(stream,
                      "        <DataItem Format=\"XML\" NumberType=\"Float\" Precision=\"8\" "
                      "Dimensions=\"%d\">%s</DataItem>\n",
                      axes,
                      item == 1   ? steps
                      : axes == 3 ? "0 0 0"
                                  : "0 0");
    }
    (void)fprintf(stream, "      </Geometry>\n");
}

static void put_document(FILE *stream, const void *context) {
    const document *shown = context;
    const ct_xdmf_array *array = shown->array;
    put_grid(stream, shown);
    if (shown->has_vectors) { /* readers expect three components */
        const int components = (int)array->source.info.extent[array->source.info.axes - 1];
        put_attribute(stream, array, "vector", components == 3 ? "Vector" : "Matrix");
    } else if (array->source.info.is_complex) {
        put_attribute(stream, array, "complex", "Matrix");
        put_component(stream, array, "real", 0);
        put_component(stream, array, "imaginary", 1);
    } else {
        put_attribute(stream, array, "values", "Scalar");
    }
    for (const ct_xdmf_array *more = array + 1; more < array + shown->count; more++) {
        put_attribute(stream, more, more->dataset,
                      more->source.info.is_complex ? "Matrix" : "Scalar");
    }
    (void)fprintf(stream, "    </Grid>\n  </Domain>\n</Xdmf>\n");
}

enum { ARRAYS = 1 + CT_MAX_AXES };

static ct_status write_document(const char *path, const char *array_path,
                                const char *const *datasets, int count, const double *spacing,
                                bool has_vectors) {
    ct_status status = CT_OK;
    ct_xdmf_array arrays[ARRAYS];
    const document shown = {arrays, count, spacing, has_vectors};
    ct_hdf5_begin();
    for (int i = 0; i < count; i++) {
        const ct_array_info *info = &arrays[i].source.info;
        arrays[i] = (ct_xdmf_array){.path = path, .array_path = array_path, .dataset = datasets[i]};
        CT_TRY(ct_xdmf_find(&arrays[i]));
        if (!(has_vectors ? ct_xdmf_allows_vectors(info) : ct_xdmf_allows(info))) {
            CT_FAIL(CT_ERROR_INTERNAL, "%s of %s, %d axes, cannot be described by XDMF",
                    ct_escaped(datasets[i]), ct_escaped(array_path), info->axes);
        }
    }
    CT_TRY(ct_xdmf_can_replace(path, array_path)); /* one may have come during the run */
    CT_TRY(ct_xdmf_save(path, put_document, &shown));
cleanup:
    return status;
}

ct_status ct_xdmf_write_several(const char *path, const char *array_path,
                                const char *const *datasets, int count, const double *spacing) {
    return write_document(path, array_path, datasets, count < ARRAYS ? count : ARRAYS, spacing,
                          false);
}

ct_status ct_xdmf_write(const char *path, const char *array_path, const char *dataset,
                        const double *spacing) {
    return write_document(path, array_path, &dataset, 1, spacing, false);
}

ct_status ct_xdmf_write_vectors(const char *path, const char *array_path, const char *dataset,
                                const double *spacing) {
    return write_document(path, array_path, &dataset, 1, spacing, true);
}
