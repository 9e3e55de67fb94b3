#include "io/array/storage/source.h"

#include "base/escape.h"
#include "base/mpi.h"
#include "io/array/nodes/virtual.h"
#include "io/array/storage/hdf5.h"
#include "io/array/storage/type.h"
#include "io/config/text.h"
#include <cornerturn/agree.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WHERE_BYTES = 1200, NAMES_BYTES = 400, NAMES_SHOWN = 5 };
enum { GROUPS_DEEP = 20, LINKS_MOST = 10000 }; /* limits of the search for names */

static ct_status check_readable(const char *path) {
    struct stat about;
    int handle = -1;
    if (stat(path, &about) != 0) {
        return ct_raise(CT_ERROR_FILE, "cannot read %s: %s", ct_escaped(path), strerror(errno));
    }
    if (!S_ISREG(about.st_mode)) { /* opening a pipe could block for ever */
        return ct_raise(CT_ERROR_FILE, "cannot read %s: it is %s; allowed: an HDF5 file",
                        ct_escaped(path),
                        S_ISDIR(about.st_mode) ? "a directory" : "not a regular file");
    }
    handle = open(path, O_RDONLY | O_CLOEXEC);
    if (handle < 0) {
        return ct_raise(CT_ERROR_FILE, "cannot read %s: %s", ct_escaped(path), strerror(errno));
    }
    (void)close(handle);
    if (H5Fis_hdf5(path) <= 0) {
        return ct_raise(CT_ERROR_FILE, "cannot read %s: it is not an HDF5 file", ct_escaped(path));
    }
    return CT_OK;
}

/* Names of datasets, for the message that one is missing. A file may have many groups, and cycles
 * of them: the search is limited. */
typedef struct name_search {
    int depth, links, found;
    bool is_over, is_cut;    /* search ended; search incomplete */
    char group[WHERE_BYTES]; /* path of the current group, with a final slash */
    char text[NAMES_BYTES];
} name_search;

static herr_t look_at_link(hid_t group, const char *name, const H5L_info_t *link, void *context);

static void look_into(hid_t group, const char *name, name_search *search) {
    const size_t length = strlen(search->group);
    if (search->depth == GROUPS_DEEP || length + strlen(name) + 1 >= sizeof search->group) {
        search->is_cut = true;
    } else {
        ct_text_append(search->group, sizeof search->group, "%s/", name);
        search->depth++;
        (void)H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, look_at_link, search);
        search->depth--;
        search->group[length] = '\0';
    }
}

static void add_name(const char *name, name_search *search) {
    char path[WHERE_BYTES + CT_EXCERPT_BYTES];
    char excerpt[CT_EXCERPT_BYTES];
    if (search->found == NAMES_SHOWN) {
        search->is_over = true;
    } else {
        (void)snprintf(path, sizeof path, "%s%s", search->group, name);
        ct_text_excerpt(path, excerpt);
        ct_text_append(search->text, NAMES_BYTES, "%s%s", search->found > 0 ? ", " : "", excerpt);
        search->found++;
    }
}

/* Not 0 ends the search. */
static herr_t look_at_link(hid_t group, const char *name, const H5L_info_t *link, void *context) {
    name_search *search = context;
    if (link->type != H5L_TYPE_HARD) {
        return 0;
    }
    hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    if (object >= 0 && H5Iget_type(object) == H5I_DATASET) {
        add_name(name, search);
    } else if (object >= 0 && H5Iget_type(object) == H5I_GROUP) {
        look_into(object, name, search);
    }
    ct_hdf5_release(object);
    search->is_over = search->is_over || ++search->links == LINKS_MOST;
    return search->is_over;
}

static ct_status missing(const char *where, hid_t file) {
    name_search search = {.depth = 0};
    ct_status status = ct_hdf5_raise(__FILE__, __LINE__, "cannot read %s", where);
    (void)H5Literate(file, H5_INDEX_NAME, H5_ITER_INC, NULL, look_at_link, &search);
    const bool is_part = search.is_over || search.is_cut;
    return ct_raise(status, "%s; datasets there: %s%s", ct_error_message(),
                    search.found > 0 ? search.text
                    : is_part        ? "none in the groups that were looked at"
                                     : "none",
                    search.found > 0 && is_part ? ", ..." : "");
}

static ct_status examine_type(const char *where, hid_t dataset, ct_array_elements elements,
                              ct_source *source) {
    ct_status status = CT_OK;
    bool is_complex = false;
    hid_t type = H5I_INVALID_HID;
    hid_t number = H5I_INVALID_HID;
    CT_HDF5(type = H5Dget_type(dataset), "cannot read %s", where);
    CT_TRY(ct_source_elements(where, type, elements, &source->info));
    if (source->info.is_number) {
        CT_TRY(ct_source_number(where, type, &number, &is_complex));
        source->numbers = ct_numbers_of(number);
    }
cleanup:
    ct_hdf5_release(number);
    ct_hdf5_release(type);
    return status;
}

static ct_status examine_extent(const char *where, hid_t dataset, ct_array_info *info) {
    ct_status status = CT_OK;
    hsize_t extent[H5S_MAX_RANK] = {0};
    ptrdiff_t bytes =
        CT_COMPLEX_BYTES > info->element_bytes ? CT_COMPLEX_BYTES : info->element_bytes;
    hid_t space = H5I_INVALID_HID;
    CT_HDF5(space = H5Dget_space(dataset), "cannot read %s", where);
    if (H5Sget_simple_extent_type(space) == H5S_NULL) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: it is empty; allowed: 1 to %d axes", where,
                CT_MAX_AXES);
    }
    CT_HDF5(info->axes = H5Sget_simple_extent_dims(space, extent, NULL), "cannot read %s", where);
    if (info->axes == 0 || info->axes > CT_MAX_AXES) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: it has %d axes%s; allowed: 1 to %d", where,
                info->axes, info->axes == 0 ? " (a single value)" : "", CT_MAX_AXES);
    }
    for (int axis = 0; axis < info->axes; axis++) {
        info->extent[axis] = (ptrdiff_t)extent[axis];
        if (info->extent[axis] < 0 || __builtin_mul_overflow(bytes, info->extent[axis], &bytes)) {
            CT_FAIL(CT_ERROR_FILE, "cannot read %s: its size is more than memory can address",
                    where);
        }
    }
cleanup:
    ct_hdf5_release(space);
    return status;
}

/* Refuses chunks larger than the dataset can grow: a sign of damage that HDF5 does not check.
 */
static ct_status check_chunks(const char *where, hid_t dataset, hid_t creation, ct_source *source) {
    ct_status status = CT_OK;
    hsize_t chunk[H5S_MAX_RANK] = {0};
    hsize_t most[H5S_MAX_RANK] = {0};
    hid_t space = H5I_INVALID_HID;
    CT_HDF5(space = H5Dget_space(dataset), "cannot read %s", where);
    int axes = H5Sget_simple_extent_dims(space, NULL, most);
    if (H5Pget_chunk(creation, H5S_MAX_RANK, chunk) != axes) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: it is damaged: its chunks have other axes", where);
    }
    for (int axis = 0; axis < axes; axis++) {
        if (chunk[axis] == 0 || chunk[axis] > most[axis]) { /* unlimited is the largest number */
            CT_FAIL(CT_ERROR_FILE, "cannot read %s: it is damaged: its chunks do not fit axis %d",
                    where, axis);
        }
        source->info.chunk[axis] = (ptrdiff_t)chunk[axis];
    }
    source->info.is_chunked = true;
cleanup:
    ct_hdf5_release(space);
    return status;
}

/* Checks that this HDF5 has the filters for decompression. */
static ct_status check_filters(const char *where, hid_t creation) {
    int filters = H5Pget_nfilters(creation);
    for (int index = 0; index < filters; index++) {
        char name[64] = "";
        unsigned flags = 0;
        unsigned config = 0;
        size_t values = 0;
        H5Z_filter_t filter = H5Pget_filter2(creation, (unsigned)index, &flags, &values, NULL,
                                             sizeof name - 1, name, &config);
        if (filter < 0 || H5Zfilter_avail(filter) <= 0) {
            char excerpt[CT_EXCERPT_BYTES];
            ct_text_excerpt(name, excerpt);
            return ct_raise(CT_ERROR_FILE,
                            "cannot read %s: its filter \"%s\" (number %d) is not in this HDF5; "
                            "allowed: filters it has, such as gzip (h5repack changes them)",
                            where, excerpt, filter);
        }
    }
    return CT_OK;
}

/* Whether a dataset has no elements, and so needs no space. */
static bool is_empty(const ct_array_info *info) {
    bool found = false;
    for (int axis = 0; axis < info->axes; axis++) {
        found = found || info->extent[axis] == 0;
    }
    return found;
}

static ct_status examine_storage(const char *where, hid_t file, hid_t dataset, ct_source *source) {
    ct_status status = CT_OK;
    hid_t creation = H5I_INVALID_HID;
    CT_HDF5(creation = H5Dget_create_plist(dataset), "cannot read %s", where);
    H5D_layout_t layout = H5Pget_layout(creation);
    const haddr_t place = layout == H5D_CONTIGUOUS ? H5Dget_offset(dataset) : HADDR_UNDEF;
    source->contiguous = layout == H5D_CONTIGUOUS && H5Pget_external_count(creation) == 0 &&
                         ct_hdf5_is_in(file, dataset) &&
                         (place != HADDR_UNDEF || is_empty(&source->info));
    source->place = source->contiguous && place != HADDR_UNDEF ? (ptrdiff_t)place : 0;
    source->info.is_virtual = layout == H5D_VIRTUAL;
    if (layout == H5D_CHUNKED) {
        CT_TRY(check_chunks(where, dataset, creation, source));
    }
    CT_TRY(check_filters(where, creation));
    source->info.has_filters = H5Pget_nfilters(creation) > 0;
cleanup:
    ct_hdf5_release(creation);
    return status;
}

ct_status ct_source_examine(const char *path, const char *dataset, ct_array_elements elements,
                            ct_source *source) {
    ct_status status = CT_OK;
    char where[WHERE_BYTES];
    char excerpt[CT_EXCERPT_BYTES];
    hid_t file = H5I_INVALID_HID;
    hid_t object = H5I_INVALID_HID;
    ct_text_excerpt(dataset, excerpt);
    (void)snprintf(where, sizeof where, "dataset \"%s\" of %s", excerpt, ct_escaped(path));
    CT_TRY(check_readable(path));
    CT_HDF5(file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT),
            "cannot read %s: it is damaged, truncated or being written", ct_escaped(path));
    object = H5Oopen(file, dataset, H5P_DEFAULT);
    if (object < 0) {
        CT_TRY(missing(where, file));
    }
    if (H5Iget_type(object) != H5I_DATASET) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: it is a %s, not a dataset", where,
                H5Iget_type(object) == H5I_GROUP ? "group" : "type");
    }
    CT_TRY(examine_type(where, object, elements, source));
    CT_TRY(examine_extent(where, object, &source->info));
    CT_TRY(examine_storage(where, file, object, source));
cleanup:
    ct_hdf5_release(object);
    ct_hdf5_release(file);
    return status;
}

/* Everything of the source of rank 0, and its status. Collective. */
static ct_status share(MPI_Comm comm, ct_status status, ct_source *source) {
    CT_TRY(ct_agree_on_first(comm, status));
    CT_MPI(MPI_Bcast(source, (int)sizeof *source, MPI_BYTE, 0, comm));
cleanup:
    return status;
}

static ct_status examine_all(const char *path, const char *dataset, ct_array_elements elements,
                             ct_source *source) {
    ct_status status = CT_OK;
    CT_TRY(ct_hdf5_check_writer(path));
    CT_TRY(ct_source_examine(path, dataset, elements, source));
    status = source->info.is_virtual ? ct_virtual_check(path, dataset) : CT_OK;
cleanup:
    return status;
}

ct_status ct_source_agree(MPI_Comm comm, const char *path, const char *dataset,
                          ct_array_elements elements, ct_source *source) {
    ct_status status = CT_OK;
    int rank = 0;
    memset(source, 0, sizeof *source);
    CT_MPI(MPI_Comm_rank(comm, &rank));
    status = share(comm, rank == 0 ? examine_all(path, dataset, elements, source) : CT_OK, source);
cleanup:
    return status;
}

ct_status ct_source_agree_written(MPI_Comm comm, const char *path, const char *dataset,
                                  ct_source *source) {
    ct_status status = CT_OK;
    int rank = 0;
    memset(source, 0, sizeof *source);
    CT_MPI(MPI_Comm_rank(comm, &rank));
    status = share(comm, rank == 0 ? ct_source_examine(path, dataset, CT_ARRAY_ANY, source) : CT_OK,
                   source);
cleanup:
    return status;
}
