#include "io/array/nodes/virtual.h"

#include "base/escape.h"
#include "io/array/nodes/node_files.h"
#include "io/array/nodes/nodes.h"
#include "io/array/storage/elsewhere.h"
#include "io/array/storage/hdf5.h"
#include "io/array/storage/type.h"
#include "io/config/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* HDF5 takes % for the beginning of a pattern. */
static void escape_percent(const char *name, size_t bytes, char *escaped) {
    size_t used = 0;
    for (; *name != '\0' && used + 3 < bytes; name++) {
        escaped[used++] = *name;
        if (*name == '%') {
            escaped[used++] = '%';
        }
    }
    escaped[used] = '\0';
}

static ct_status select_box(hid_t space, int axes, const ptrdiff_t *first, const ptrdiff_t *count) {
    ct_status status = CT_OK;
    hsize_t start[CT_MAX_AXES] = {0};
    hsize_t extent[CT_MAX_AXES] = {0};
    for (int a = 0; a < axes; a++) {
        start[a] = (hsize_t)first[a];
        extent[a] = (hsize_t)count[a];
    }
    CT_HDF5(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, extent, NULL),
            "selecting a box");
cleanup:
    return status;
}

static hid_t make_space(int axes, const ptrdiff_t *extent) {
    hsize_t all[CT_MAX_AXES] = {0};
    for (int a = 0; a < axes; a++) {
        all[a] = (hsize_t)extent[a];
    }
    return H5Screate_simple(axes, all, NULL);
}

/* Adds a part, of all positions along the axes before its own. */
static ct_status map_part(const ct_array_file *file, const ct_part *part, const char *dataset,
                          hid_t creation) {
    ct_status status = CT_OK;
    const int lead = file->axes - part->box.axes;
    ct_box box = {.axes = file->axes};
    ptrdiff_t extent[CT_MAX_AXES] = {0};
    char name[PATH_MAX];
    char escaped[2 * NAME_MAX + 4];
    for (int a = 0; a < file->axes; a++) {
        box.first[a] = a < lead ? 0 : part->box.first[a - lead];
        box.count[a] = a < lead ? file->extent[a] : part->box.count[a - lead];
        extent[a] = a < lead ? file->extent[a] : part->extent[a - lead];
    }
    const ct_box shifted = ct_part_shift(part, &box);
    hid_t whole = make_space(file->axes, file->extent);
    hid_t there = make_space(file->axes, extent);
    ct_node_files_name(file->final, file->nodes->set, part->node, name);
    escape_percent(ct_node_files_own_name(name), sizeof escaped, escaped);
    CT_TRY(select_box(whole, file->axes, box.first, box.count));
    CT_TRY(select_box(there, file->axes, shifted.first, shifted.count));
    CT_HDF5(H5Pset_virtual(creation, whole, escaped, dataset, there), "writing %s", file->path);
cleanup:
    ct_hdf5_release(there);
    ct_hdf5_release(whole);
    return status;
}

static ct_status set_fill(const ct_array_file *file, hid_t type, hid_t creation) {
    ct_status status = CT_OK;
    double values[2] = {NAN, NAN};
    bool is_complex = false;
    hid_t number = H5I_INVALID_HID;
    if (ct_source_number("", type, &number, &is_complex) == CT_OK &&
        H5Tget_class(number) == H5T_FLOAT && H5Tget_size(number) <= sizeof *values) {
        CT_HDF5(H5Tconvert(H5T_NATIVE_DOUBLE, number, 2, values, NULL, H5P_DEFAULT), "writing %s",
                file->path);
        CT_HDF5(H5Pset_fill_value(creation, type, values), "writing %s", file->path);
    }
cleanup:
    ct_hdf5_release(number);
    return status;
}

ct_status ct_virtual_map(const ct_array_file *file, hid_t type, hid_t creation) {
    ct_status status = CT_OK;
    const ct_nodes *nodes = file->nodes;
    const size_t bytes = 2 * strlen(file->dataset) + 4;
    char *dataset = malloc(bytes);
    if (dataset == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the name of a dataset");
    }
    escape_percent(file->dataset, bytes, dataset);
    CT_TRY(set_fill(file, type, creation));
    for (int i = 0; i < nodes->parts_count; i++) {
        CT_TRY(ct_box_elements(&nodes->parts[i].box) > 0
                   ? map_part(file, &nodes->parts[i], dataset, creation)
                   : CT_OK);
    }
cleanup:
    free(dataset);
    return status;
}

static ct_status check_file(const char *where, const char *path, const char *name,
                            const char *dataset) {
    ct_status status = CT_OK;
    char found[PATH_MAX];
    hid_t file = H5I_INVALID_HID;
    hid_t part = H5I_INVALID_HID;
    if (!ct_find_beside(path, name, found)) {
        CT_FAIL(CT_ERROR_FILE,
                "cannot read %s: it is spread over files, and %s is missing; allowed: all of them "
                "beside it",
                where, ct_escaped(name));
    }
    CT_HDF5(file = H5Fopen(found, H5F_ACC_RDONLY, H5P_DEFAULT),
            "cannot read %s: it is spread over files, and %s is damaged or truncated", where,
            ct_escaped(found));
    CT_HDF5(part = H5Dopen2(file, dataset, H5P_DEFAULT), "cannot read %s: in %s", where,
            ct_escaped(found));
cleanup:
    ct_hdf5_release(part);
    ct_hdf5_release(file);
    return status;
}

ct_status ct_virtual_check(const char *path, const char *dataset) {
    ct_status status = CT_OK;
    size_t count = 0;
    char where[CT_EXCERPT_BYTES + CT_ESCAPED_BYTES + 16];
    char excerpt[CT_EXCERPT_BYTES];
    hid_t file = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    hid_t creation = H5I_INVALID_HID;
    char before[2][PATH_MAX] = {"", ""};
    char names[2][PATH_MAX];
    char *list = ct_node_files_list(path);
    if (list == NULL) {
        return CT_OK;
    }
    ct_text_excerpt(dataset, excerpt);
    (void)snprintf(where, sizeof where, "dataset \"%s\" of %s", excerpt, ct_escaped(path));
    CT_TRY(ct_hdf5_open(path, dataset, &file, &handle));
    CT_HDF5(creation = H5Dget_create_plist(handle), "cannot read %s", where);
    CT_HDF5(H5Pget_virtual_count(creation, &count), "cannot read %s", where);
    for (size_t i = 0; i < count; i++) {
        CT_HDF5(H5Pget_virtual_filename(creation, i, names[0], PATH_MAX), "cannot read %s", where);
        CT_HDF5(H5Pget_virtual_dsetname(creation, i, names[1], PATH_MAX), "cannot read %s", where);
        /* The parts of a file follow each other; a pattern (%) stands for any number of files. */
        const bool is_same = strcmp(names[0], before[0]) == 0 && strcmp(names[1], before[1]) == 0;
        if (!is_same && strcmp(names[0], ".") != 0 && strchr(names[0], '%') == NULL &&
            strchr(names[1], '%') == NULL) {
            CT_TRY(check_file(where, path, names[0], names[1]));
        }
        memcpy(before, names, sizeof before);
    }
cleanup:
    free(list);
    ct_hdf5_release(creation);
    ct_hdf5_release(handle);
    ct_hdf5_release(file);
    return status;
}
