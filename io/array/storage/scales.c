#include "io/array/storage/scales.h"

#include "base/escape.h"
#include "io/array/handle.h"
#include "io/array/storage/hdf5.h"
#include <cornerturn/agree.h>

#include <hdf5_hl.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 256, COORDINATES_MOST = 1 << 27 };

/* What an axis is called, and where its positions are. */
typedef struct scale {
    int axis;
    const char *name;
    ptrdiff_t count;
    const double *values; /* NULL: the dataset `name` is there */
    const char *units;
} scale;

/* A text that netCDF reads as one; of a fixed length, as its own libraries write it. */
static ct_status put_text(const char *path, hid_t handle, const char *name, const char *text) {
    ct_status status = CT_OK;
    hid_t attribute = H5I_INVALID_HID;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t type = H5Tcopy(H5T_C_S1);
    CT_HDF5(H5Tset_size(type, strlen(text) + 1), "writing %s", path);
    CT_HDF5(H5Tset_cset(type, H5T_CSET_UTF8), "writing %s", path);
    CT_HDF5(attribute = H5Acreate2(handle, name, type, space, H5P_DEFAULT, H5P_DEFAULT),
            "writing attribute \"%s\" of %s", name, path);
    CT_HDF5(H5Awrite(attribute, type, text), "writing attribute \"%s\" of %s", name, path);
cleanup:
    ct_hdf5_release(attribute);
    ct_hdf5_release(type);
    ct_hdf5_release(space);
    return status;
}

/* Opens the list of coordinates, or creates it. */
static ct_status open_list(const char *path, hid_t file, const scale *of, hid_t *list) {
    ct_status status = CT_OK;
    const hsize_t count = (hsize_t)of->count;
    hid_t space = H5Screate_simple(1, &count, NULL);
    if (H5Lexists(file, of->name, H5P_DEFAULT) > 0) {
        CT_HDF5(*list = H5Dopen2(file, of->name, H5P_DEFAULT), "writing %s", path);
    } else if (of->values != NULL) {
        CT_HDF5(*list = H5Dcreate2(file, of->name, H5T_NATIVE_DOUBLE, space, H5P_DEFAULT,
                                   H5P_DEFAULT, H5P_DEFAULT),
                "writing dataset \"%s\" of %s", of->name, path);
        CT_HDF5(H5Dwrite(*list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, of->values),
                "writing dataset \"%s\" of %s", of->name, path);
    }
cleanup:
    ct_hdf5_release(space);
    return status;
}

static bool is_list(hid_t list, ptrdiff_t count) {
    hid_t space = H5Dget_space(list);
    hsize_t extent = 0;
    const bool is_one = H5Sget_simple_extent_ndims(space) == 1 &&
                        H5Sget_simple_extent_dims(space, &extent, NULL) == 1 &&
                        extent == (hsize_t)count;
    ct_hdf5_release(space);
    return is_one;
}

/* Names an axis, and attaches its coordinates. */
static ct_status attach(const char *path, hid_t file, hid_t array, const scale *of) {
    ct_status status = CT_OK;
    hid_t list = H5I_INVALID_HID;
    CT_HDF5(H5DSset_label(array, (unsigned)of->axis, of->name), "writing %s", path);
    CT_TRY(open_list(path, file, of, &list));
    if (list < 0 || !is_list(list, of->count)) {
        goto cleanup; /* the name is that of an array */
    }
    if (H5DSis_scale(list) == 0) {
        CT_HDF5(H5DSset_scale(list, of->name), "writing %s", path);
        if (of->units != NULL && of->units[0] != '\0') {
            CT_TRY(put_text(path, list, "units", of->units));
        }
    }
    if (H5DSis_attached(array, list, (unsigned)of->axis) == 0) {
        CT_HDF5(H5DSattach_scale(array, list, (unsigned)of->axis), "writing %s", path);
    }
cleanup:
    ct_hdf5_release(list);
    return status;
}

static ct_status open_in(const ct_array_file *file, const char *dataset, hid_t *handle,
                         hid_t *array) {
    ct_status status = CT_OK;
    CT_HDF5(*handle = H5Fopen(file->temporary, H5F_ACC_RDWR, H5P_DEFAULT), "writing %s",
            file->path);
    CT_HDF5(*array = H5Dopen2(*handle, dataset, H5P_DEFAULT), "writing dataset \"%s\" of %s",
            ct_escaped(dataset), file->path);
cleanup:
    return status;
}

static ct_status attach_in(const ct_array_file *file, const char *dataset, const scale *of) {
    ct_status status = CT_OK;
    hid_t array = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    CT_TRY(open_in(file, dataset, &handle, &array));
    CT_TRY(attach(file->path, handle, array, of));
cleanup:
    ct_hdf5_release(array);
    return ct_array_file_close(file->path, handle, status);
}

ct_status ct_array_scale(ct_array_file *file, const char *dataset, int axis, const char *name,
                         ptrdiff_t count, const double *values, const char *units) {
    const scale of = {axis, name, count, values, units};
    ct_hdf5_begin();
    return ct_agree_on_first(file->comm, file->rank == 0 ? attach_in(file, dataset, &of) : CT_OK);
}

/* What was found at an axis of another file's dataset. */
typedef struct found {
    char name[NAME_BYTES], units[NAME_BYTES];
    ptrdiff_t count;
    double *values;
} found;

/* What an object's attribute "units" says; empty where that is no text. */
static void take_units(hid_t object, char units[NAME_BYTES]) {
    char *stored = NULL;
    units[0] = '\0';
    if (H5Aexists(object, "units") <= 0) {
        return;
    }
    hid_t attribute = H5Aopen(object, "units", H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute);
    hid_t read_as = H5Tcopy(H5T_C_S1);
    if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) > 0) {
        (void)H5Tset_size(read_as, H5T_VARIABLE);
        (void)H5Tset_cset(read_as, H5Tget_cset(type));
        if (H5Aread(attribute, read_as, (void *)&stored) >= 0 && stored != NULL) {
            (void)snprintf(units, NAME_BYTES, "%s", stored);
            (void)H5free_memory(stored);
        }
    } else if (H5Tget_class(type) == H5T_STRING && H5Tget_size(type) < NAME_BYTES) {
        (void)H5Tset_size(read_as, NAME_BYTES);
        (void)H5Tset_cset(read_as, H5Tget_cset(type));
        if (H5Aread(attribute, read_as, units) < 0) {
            units[0] = '\0';
        }
    }
    ct_hdf5_release(read_as);
    ct_hdf5_release(type);
    ct_hdf5_release(attribute);
}

/* Whether the list of an array's scales is one: a list of references for each axis. HDF5 does not
 * look before it follows what is there. */
static bool has_scales(hid_t array, int axes) {
    if (H5Aexists(array, "DIMENSION_LIST") <= 0) {
        return false;
    }
    hid_t attribute = H5Aopen(array, "DIMENSION_LIST", H5P_DEFAULT);
    hid_t type = H5Aget_type(attribute);
    hid_t space = H5Aget_space(attribute);
    hid_t element = H5Tget_class(type) == H5T_VLEN ? H5Tget_super(type) : H5I_INVALID_HID;
    const bool is_list = element >= 0 && H5Tequal(element, H5T_STD_REF_OBJ) > 0 &&
                         H5Sget_simple_extent_npoints(space) == axes;
    ct_hdf5_release(element);
    ct_hdf5_release(space);
    ct_hdf5_release(type);
    ct_hdf5_release(attribute);
    return is_list;
}

/* Called by HDF5 with each scale of an axis; the first one that is a list of numbers is taken. */
static herr_t take_scale(hid_t array, unsigned axis, hid_t list, void *context) {
    found *taken = context;
    char path[NAME_BYTES] = "";
    hid_t space = H5Dget_space(list);
    hid_t type = H5Dget_type(list);
    const hssize_t count = H5Sget_simple_extent_npoints(space);
    const H5T_class_t class = H5Tget_class(type);
    (void)array;
    (void)axis;
    if ((class == H5T_INTEGER || class == H5T_FLOAT) && count > 0 && count <= COORDINATES_MOST &&
        H5Iget_name(list, path, sizeof path) > 0) {
        const char *slash = strrchr(path, '/');
        taken->values = malloc((size_t)count * sizeof *taken->values);
        if (taken->values != NULL &&
            H5Dread(list, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, taken->values) >= 0) {
            (void)snprintf(taken->name, sizeof taken->name, "%s", slash != NULL ? slash + 1 : path);
            take_units(list, taken->units);
            taken->count = (ptrdiff_t)count;
        }
    }
    ct_hdf5_release(type);
    ct_hdf5_release(space);
    return taken->count > 0 ? 1 : 0;
}

/* Gives a dataset units, unless they are empty. */
static ct_status put_units(const ct_array_file *file, const char *dataset, const char *units) {
    ct_status status = CT_OK;
    hid_t array = H5I_INVALID_HID;
    hid_t handle = H5I_INVALID_HID;
    if (units[0] == '\0') {
        return CT_OK;
    }
    CT_TRY(open_in(file, dataset, &handle, &array));
    CT_TRY(put_text(file->path, array, "units", units));
cleanup:
    ct_hdf5_release(array);
    return ct_array_file_close(file->path, handle, status);
}

static ct_status copy_scales(const ct_array_file *file, const char *dataset, int axes,
                             const int *permutation, const char *like_path, const char *like) {
    ct_status status = CT_OK;
    hid_t other = H5I_INVALID_HID;
    hid_t array = H5I_INVALID_HID;
    found taken = {.count = 0};
    char units[NAME_BYTES];
    CT_TRY(ct_hdf5_open(like_path, like, &other, &array));
    take_units(array, units);
    CT_TRY(put_units(file, dataset, units));
    for (int a = 0; a < axes && has_scales(array, axes); a++) {
        taken = (found){.count = 0};
        (void)H5DSiterate_scales(array, (unsigned)permutation[a], NULL, take_scale, &taken);
        if (taken.count > 0) {
            const scale of = {a, taken.name, taken.count, taken.values, taken.units};
            CT_TRY(attach_in(file, dataset, &of));
        }
        free(taken.values);
        taken.values = NULL;
    }
cleanup:
    free(taken.values);
    ct_hdf5_release(array);
    ct_hdf5_release(other);
    return status;
}

ct_status ct_array_scales_like(ct_array_file *file, const char *dataset, int axes,
                               const int *permutation, const char *like_path, const char *like) {
    ct_hdf5_begin();
    return ct_agree_on_first(
        file->comm,
        file->rank == 0 ? copy_scales(file, dataset, axes, permutation, like_path, like) : CT_OK);
}
