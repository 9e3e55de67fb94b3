#include "io/array/storage/elsewhere.h"

#include "files/sibling.h"
#include "io/array/storage/hdf5.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { DEEPEST = 16 }; /* of datasets whose elements are in others; they may go round */

bool ct_find_beside(const char *path, const char *name, char found[PATH_MAX]) {
    char directory[PATH_MAX];
    char real[PATH_MAX];
    ct_path_directory(path, directory);
    (void)snprintf(found, PATH_MAX, "%.2000s/%.2000s", directory, name);
    if (*name != '/' && access(found, F_OK) == 0) {
        return true;
    }
    if (*name != '/' && realpath(path, real) != NULL) { /* a link to it */
        ct_path_directory(real, directory);
        (void)snprintf(found, PATH_MAX, "%.2000s/%.2000s", directory, name);
        if (access(found, F_OK) == 0) {
            return true;
        }
    }
    (void)snprintf(found, PATH_MAX, "%s", name);
    return access(found, F_OK) == 0;
}

typedef struct walk {
    void (*see)(void *context, const char *file);
    void *context;
    int depth;
} walk;

static void look_into(const char *path, const char *dataset, walk *visitor);

/* Called by HDF5 for each external link on the way to an object. */
static herr_t pass_link(const char *parent_file, const char *parent_group, const char *file,
                        const char *object, unsigned *access_flags, hid_t properties,
                        void *context) {
    walk *visitor = context;
    char found[PATH_MAX];
    (void)parent_group;
    (void)object;
    (void)access_flags;
    (void)properties;
    if (ct_find_beside(parent_file, file, found)) {
        visitor->see(visitor->context, found);
    }
    return 0;
}

/* Files of raw bytes, which HDF5 looks for from the current directory. */
static void see_raw(hid_t creation, walk *visitor) {
    const int count = H5Pget_external_count(creation);
    for (int i = 0; i < count; i++) {
        char name[PATH_MAX] = "";
        off_t offset = 0;
        hsize_t bytes = 0;
        if (H5Pget_external(creation, (unsigned)i, sizeof name - 1, name, &offset, &bytes) >= 0) {
            visitor->see(visitor->context, name);
        }
    }
}

static void see_sources(const char *path, hid_t creation, walk *visitor) {
    char file[PATH_MAX];
    char dataset[PATH_MAX];
    char found[PATH_MAX];
    size_t count = 0;
    if (H5Pget_layout(creation) != H5D_VIRTUAL || H5Pget_virtual_count(creation, &count) < 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (H5Pget_virtual_filename(creation, i, file, sizeof file) < 0 ||
            H5Pget_virtual_dsetname(creation, i, dataset, sizeof dataset) < 0) {
            continue;
        }
        const bool is_same = strcmp(file, ".") == 0;
        if (is_same || ct_find_beside(path, file, found)) {
            if (!is_same) {
                visitor->see(visitor->context, found);
            }
            look_into(is_same ? path : found, dataset, visitor);
        }
    }
}

static void look_into(const char *path, const char *dataset, walk *visitor) {
    char holder[PATH_MAX] = ""; /* of the object, where links end */
    hid_t links = H5Pcreate(H5P_LINK_ACCESS);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t object = H5I_INVALID_HID;
    hid_t creation = H5I_INVALID_HID;
    if (visitor->depth < DEEPEST && H5Pset_elink_cb(links, pass_link, visitor) >= 0) {
        object = H5Oopen(file, dataset, links);
    }
    if (H5Iget_type(object) == H5I_DATASET && H5Fget_name(object, holder, sizeof holder) > 0) {
        if (strcmp(holder, path) != 0) { /* by HDF5_EXT_PREFIX, too */
            visitor->see(visitor->context, holder);
        }
        creation = H5Dget_create_plist(object);
        visitor->depth++;
        see_raw(creation, visitor);
        see_sources(holder, creation, visitor);
        visitor->depth--;
    }
    ct_hdf5_release(creation);
    ct_hdf5_release(object);
    ct_hdf5_release(file);
    ct_hdf5_release(links);
}

void ct_files_elsewhere(const char *path, const char *dataset,
                        void (*see)(void *context, const char *file), void *context) {
    walk visitor = {.see = see, .context = context};
    ct_hdf5_begin();
    if (access(path, R_OK) == 0 && H5Fis_hdf5(path) > 0) {
        look_into(path, dataset, &visitor);
    }
}
