#include "io/array/nodes/node_files.h"

#include "base/escape.h"
#include "files/sibling.h"
#include "io/array/storage/hdf5.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char list_name[] = "node_files";
static const char partial_ending[] = ".partial";

static bool ends_with(const char *text, size_t length, const char *ending) {
    const size_t bytes = strlen(ending);
    return length > bytes && memcmp(text + length - bytes, ending, bytes) == 0;
}

/* Cuts `path` to what comes before the ending of HDF5 files, which is returned. */
static const char *split(const char *path, char stem[PATH_MAX]) {
    static const char *const endings[] = {".h5", ".hdf5", ".hdf"};
    size_t length = strlen(path);
    if (ends_with(path, length, partial_ending)) { /* an unfinished file becomes the finished one */
        length -= sizeof partial_ending - 1;
    }
    const char *found = "";
    for (size_t i = 0; i < sizeof endings / sizeof *endings && *found == '\0'; i++) {
        found = ends_with(path, length, endings[i]) ? endings[i] : "";
    }
    (void)snprintf(stem, PATH_MAX, "%.*s", (int)(length - strlen(found)), path);
    return found;
}

const char *ct_node_files_own_name(const char *name) {
    const char *slash = strrchr(name, '/');
    return slash != NULL ? slash + 1 : name;
}

/* What all names of a set begin with. */
static void begin_names(const char *stem, int set, char name[PATH_MAX]) {
    char ending[CT_ENDING_BYTES];
    (void)snprintf(ending, sizeof ending, set > 1 ? ".%d.node" : ".node", set);
    (void)ct_path_sibling(stem, ending, name); /* fits, as temporary names do */
}

void ct_node_files_name(const char *path, int set, int node, char name[PATH_MAX]) {
    char stem[PATH_MAX];
    const char *ending = split(path, stem);
    begin_names(stem, set, name);
    const size_t used = strlen(name);
    (void)snprintf(name + used, PATH_MAX - used, "%d%s", node, ending);
}

int ct_node_files_free_set(const char *path) {
    char stem[PATH_MAX];
    char begin[PATH_MAX];
    char directory[PATH_MAX];
    bool is_free = false;
    int set = 0;
    (void)split(path, stem);
    ct_path_directory(path, directory);
    while (!is_free) {
        begin_names(stem, ++set, begin);
        const char *own = ct_node_files_own_name(begin);
        DIR *listing = opendir(directory);
        const struct dirent *entry = NULL;
        is_free = true;
        while (listing != NULL && is_free && (entry = readdir(listing)) != NULL) {
            is_free = strncmp(entry->d_name, own, strlen(own)) != 0;
        }
        if (listing != NULL) {
            (void)closedir(listing);
        }
    }
    return set;
}

static char *join_names(const char *path, int set, int nodes) {
    char name[PATH_MAX];
    char *text = NULL;
    size_t bytes = 0;
    FILE *stream = open_memstream(&text, &bytes);
    for (int node = 0; stream != NULL && node < nodes; node++) {
        ct_node_files_name(path, set, node, name);
        (void)fprintf(stream, "%s%s", node > 0 ? "\n" : "", ct_node_files_own_name(name));
    }
    if (stream != NULL) {
        (void)fclose(stream);
    }
    return text;
}

ct_status ct_node_files_note(const char *temporary, const char *path, int set, int nodes) {
    ct_status status = CT_OK;
    hid_t file = H5I_INVALID_HID;
    hid_t attribute = H5I_INVALID_HID;
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t type = H5Tcopy(H5T_C_S1);
    char *list = join_names(path, set, nodes);
    if (list == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the names of files");
    }
    (void)H5Tset_size(type, H5T_VARIABLE);
    (void)H5Tset_cset(type, H5T_CSET_UTF8);
    CT_HDF5(file = H5Fopen(temporary, H5F_ACC_RDWR, H5P_DEFAULT), "writing %s", ct_escaped(path));
    CT_HDF5(attribute = H5Acreate2(file, list_name, type, space, H5P_DEFAULT, H5P_DEFAULT),
            "writing %s", ct_escaped(path));
    CT_HDF5(H5Awrite(attribute, type, (const void *)&list), "writing %s", ct_escaped(path));
cleanup:
    free(list);
    ct_hdf5_release(attribute);
    ct_hdf5_release(type);
    ct_hdf5_release(space);
    if (file >= 0 && H5Fclose(file) < 0 && status == CT_OK) {
        status = ct_hdf5_raise(__FILE__, __LINE__, "writing %s: closing", ct_escaped(path));
    }
    return status;
}

char *ct_node_files_list(const char *path) {
    struct stat about;
    char *stored = NULL;
    char *list = NULL;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) { /* opening a pipe could block */
        return NULL;
    }
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t attribute = file >= 0 && H5Aexists(file, list_name) > 0
                          ? H5Aopen(file, list_name, H5P_DEFAULT)
                          : H5I_INVALID_HID;
    hid_t type = attribute >= 0 ? H5Aget_type(attribute) : H5I_INVALID_HID;
    if (type >= 0 && H5Tis_variable_str(type) > 0 &&
        H5Aread(attribute, type, (void *)&stored) >= 0 && stored != NULL) {
        list = strdup(stored);
    }
    (void)H5free_memory(stored);
    ct_hdf5_release(type);
    ct_hdf5_release(attribute);
    ct_hdf5_release(file);
    return list;
}

/* Whether a list has the name of so many bytes. */
static bool has(const char *list, const char *name, size_t bytes) {
    while (list != NULL) {
        const size_t length = strcspn(list, "\n");
        if (length == bytes && memcmp(list, name, bytes) == 0) {
            return true;
        }
        list = list[length] == '\n' ? list + length + 1 : NULL;
    }
    return false;
}

void ct_node_files_remove_listed(const char *path, const char *list, const char *kept) {
    char directory[PATH_MAX];
    char name[PATH_MAX + NAME_MAX + 2];
    ct_path_directory(path, directory);
    while (list != NULL) {
        const size_t length = strcspn(list, "\n");
        const bool is_own = length > 0 && length <= NAME_MAX && memchr(list, '/', length) == NULL;
        if (is_own && !has(kept, list, length)) { /* a damaged list names nothing elsewhere */
            (void)snprintf(name, sizeof name, "%s/%.*s", directory, (int)length, list);
            (void)unlink(name);
        }
        list = list[length] == '\n' ? list + length + 1 : NULL;
    }
}
