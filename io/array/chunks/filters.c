#include "io/array/chunks/filters.h"

#include "base/escape.h"
#include "io/array/storage/hdf5.h"
#include "io/config/text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { GZIP_LEVEL = 4, GZIP_MOST = 9, NAMES_BYTES = 512, NAME_BYTES = 64 };

/* Filters that compress, with the numbers that HDF5's registry gives them; those from 256 on are
 * plugins, found in HDF5_PLUGIN_PATH. Some shuffle bytes themselves. */
static const struct known {
    const char *name;
    int filter;
    bool shuffles;
} filters[] = {
    {"gzip", H5Z_FILTER_DEFLATE, false},
    {"szip", H5Z_FILTER_SZIP, false},
    {"lzf", 32000, false},
    {"blosc", 32001, true},
    {"lz4", 32004, false},
    {"bitshuffle", 32008, true},
    {"zfp", 32013, true},
    {"zstd", 32015, false},
    {"blosc2", 32026, true},
};
enum { FILTERS = sizeof filters / sizeof *filters };

static bool is_installed(int filter) {
    unsigned can = 0;
    return H5Zfilter_avail(filter) > 0 && H5Zget_filter_info(filter, &can) >= 0 &&
           (can & H5Z_FILTER_CONFIG_ENCODE_ENABLED) != 0;
}

static ct_status refuse(const char *compression, const char *why) {
    char names[NAMES_BYTES] = "none";
    for (int i = 0; i < FILTERS; i++) {
        if (is_installed(filters[i].filter)) {
            ct_text_append(names, sizeof names, ", %s", filters[i].name);
        }
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "output.compression: \"%s\" %s; allowed: %s, which this HDF5 has, and filters "
                    "by their number; gzip:1 to gzip:9",
                    ct_escaped(compression), why, names);
}

/* The numbers after the colon. */
static bool read_values(const char *text, ct_array_layout *layout) {
    while (*text != '\0') {
        char *end = NULL;
        errno = 0;
        const unsigned long value = strtoul(text, &end, 10);
        if (end == text || *text == '-' || *text == '+' || errno != 0 || value > UINT_MAX ||
            layout->values == CT_FILTER_VALUES || (*end != ',' && *end != '\0')) {
            return false;
        }
        layout->value[layout->values++] = (unsigned)value;
        text = *end == ',' ? end + 1 : end;
    }
    return layout->values > 0;
}

/* The filter of a name or number; 0: unknown. */
static int find_filter(const char *name, bool *shuffles) {
    char *end = NULL;
    const long number = strtol(name, &end, 10);
    for (int i = 0; i < FILTERS; i++) {
        if (strcmp(name, filters[i].name) == 0) {
            *shuffles = !filters[i].shuffles;
            return filters[i].filter;
        }
    }
    return *name != '\0' && *end == '\0' && number > 0 && number <= H5Z_FILTER_MAX ? (int)number
                                                                                   : 0;
}

ct_status ct_filters_read(const char *compression, ct_array_layout *layout) {
    char name[NAME_BYTES] = "";
    const size_t length = strcspn(compression, ":");
    ct_hdf5_begin();
    layout->filter = layout->values = 0;
    layout->shuffles = false;
    if (strcmp(compression, "none") == 0) {
        return CT_OK;
    }
    if (length < sizeof name) {
        memcpy(name, compression, length);
    }
    layout->filter = find_filter(name, &layout->shuffles);
    if (layout->filter == 0 || !is_installed(layout->filter)) {
        return refuse(compression, layout->filter == 0 ? "is no compression" : "is not installed");
    }
    if (compression[length] == ':' && !read_values(compression + length + 1, layout)) {
        return refuse(compression, "has values that are not numbers");
    }
    if (layout->filter == H5Z_FILTER_DEFLATE && layout->values == 0) {
        layout->value[layout->values++] = GZIP_LEVEL;
    }
    if (layout->filter == H5Z_FILTER_DEFLATE &&
        (layout->values != 1 || layout->value[0] < 1 || layout->value[0] > GZIP_MOST)) {
        return refuse(compression, "is not of level 1 to 9");
    }
    if (layout->filter == H5Z_FILTER_SZIP && layout->values == 0) {
        layout->value[layout->values++] = H5_SZIP_NN_OPTION_MASK;
        layout->value[layout->values++] = 16; /* pixels a block */
    }
    return CT_OK;
}

ct_status ct_filters_add(const ct_array_layout *layout, size_t number_bytes, hid_t creation) {
    ct_status status = CT_OK;
    if (layout->filter != 0) {
        if (layout->shuffles && number_bytes > 1) {
            CT_HDF5(H5Pset_shuffle(creation), "output.compression");
        }
        if (layout->filter == H5Z_FILTER_SZIP) {
            CT_HDF5(H5Pset_szip(creation, layout->value[0], layout->value[1]),
                    "output.compression");
        } else {
            CT_HDF5(H5Pset_filter(creation, layout->filter, H5Z_FLAG_MANDATORY,
                                  (size_t)layout->values, layout->value),
                    "output.compression");
        }
    }
    if (layout->checksum) {
        CT_HDF5(H5Pset_fletcher32(creation), "output.checksum");
    }
cleanup:
    return status;
}
