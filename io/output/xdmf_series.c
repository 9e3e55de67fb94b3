/*
 * Snapshots over time: a collection of grids, each with its time, whose points and values are the
 * raw numbers in the HDF5 file. 3DRectMesh takes points along x, y, z, the last axis first.
 */
#include "io/array/info.h"
#include "io/output/xdmf.h"

#include <stdint.h>

#include "base/escape.h"
#include "base/fail.h"
#include "io/array/storage/hdf5.h"
#include "io/config/text.h"
#include "io/output/xdmf_array.h"

enum { AXES_MOST = 3 };

/* A series, as the XDMF file will have it. */
typedef struct series {
    int axes; /* of one snapshot */
    ct_xdmf_array values, points[AXES_MOST];
    char extent[64]; /* of one snapshot, as text */
    uint64_t snapshot_bytes;
    ptrdiff_t count;
    const double *times;
} series;

static void put_snapshot(FILE *stream, const series *shown, ptrdiff_t index) {
    char time[CT_NUMBER_BYTES];
    ct_text_number(shown->times[index], time);
    (void)fprintf(stream,
                  "      <Grid Name=\"%td\" GridType=\"Uniform\">\n"
                  "        <Time Value=\"%s\"/>\n"
                  "        <Topology TopologyType=\"%dDRectMesh\" Dimensions=\"%s\"/>\n"
                  "        <Geometry GeometryType=\"%s\">\n",
                  index, time, shown->axes, shown->extent, shown->axes == 3 ? "VXVYVZ" : "VXVY");
    for (int axis = shown->axes - 1; axis >= 0; axis--) {
        const ct_xdmf_array *points = &shown->points[axis];
        (void)fprintf(stream, "          ");
        ct_xdmf_put_numbers(stream, points, points->first_byte, points->extent);
    }
    (void)fprintf(stream, "        </Geometry>\n        <Attribute Name=\"");
    ct_xdmf_put_escaped(stream, shown->values.dataset);
    (void)fprintf(stream, "\" AttributeType=\"Scalar\" Center=\"Node\">\n          ");
    ct_xdmf_put_numbers(stream, &shown->values,
                        shown->values.first_byte + (uint64_t)index * shown->snapshot_bytes,
                        shown->extent);
    (void)fprintf(stream, "        </Attribute>\n      </Grid>\n");
}

static void put_series(FILE *stream, const void *context) {
    const series *shown = context;
    (void)fprintf(stream, "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
                          "<Xdmf Version=\"3.0\">\n  <Domain>\n    <Grid Name=\"series\" "
                          "GridType=\"Collection\" CollectionType=\"Temporal\">\n");
    for (ptrdiff_t index = 0; index < shown->count; index++) {
        put_snapshot(stream, shown, index);
    }
    (void)fprintf(stream, "    </Grid>\n  </Domain>\n</Xdmf>\n");
}

ct_status ct_xdmf_write_series(const char *path, const char *array_path, const char *dataset,
                               const char *const *points, ptrdiff_t count, const double *times) {
    ct_status status = CT_OK;
    series shown = {.values = {.path = path, .array_path = array_path, .dataset = dataset},
                    .count = count,
                    .times = times};
    const ct_array_info *info = &shown.values.source.info;
    ct_hdf5_begin();
    CT_TRY(ct_xdmf_find(&shown.values));
    shown.axes = info->axes - 1;
    shown.snapshot_bytes = (uint64_t)info->element_bytes;
    if (shown.axes < 2 || info->is_complex || count > info->extent[0]) {
        CT_FAIL(CT_ERROR_INTERNAL, "%td snapshots of %s of %s cannot be described by XDMF", count,
                ct_escaped(dataset), ct_escaped(array_path));
    }
    for (int axis = 0; axis < shown.axes; axis++) {
        shown.points[axis] =
            (ct_xdmf_array){.path = path, .array_path = array_path, .dataset = points[axis]};
        CT_TRY(ct_xdmf_find(&shown.points[axis]));
        shown.snapshot_bytes *= (uint64_t)info->extent[axis + 1];
        ct_text_append(shown.extent, sizeof shown.extent, "%s%td", axis > 0 ? " " : "",
                       info->extent[axis + 1]);
    }
    CT_TRY(ct_xdmf_can_replace(path, array_path)); /* one may have come during the run */
    CT_TRY(ct_xdmf_save(path, put_series, &shown));
cleanup:
    return status;
}
