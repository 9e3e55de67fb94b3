/*
 * How arrays are stored: in one run or in chunks, compressed, with checksums; and how files are
 * opened. The sections `output` and `io` of a config have these keys in all programs.
 */
#ifndef CT_IO_ARRAY_LAYOUT_H
#define CT_IO_ARRAY_LAYOUT_H

#include "io/array/file.h"
#include "io/config/config.h"
#include <cornerturn/grid.h>

enum { CT_FILTER_VALUES = 8 };

/* How the datasets of a file are stored. All 0: each in one run of bytes. */
typedef struct ct_array_layout {
    bool is_chunked;
    int chunk_axes;               /* 0: chunks are chosen when a dataset is created */
    ptrdiff_t chunk[CT_MAX_AXES]; /* of datasets with these axes, or with one more before them,
                                     along which a chunk then has 1 */
    int filter;                   /* HDF5's number of the compression; 0: none */
    bool shuffles;                /* bytes of numbers in groups, which compresses better */
    bool checksum;                /* fletcher32 */
    bool per_node;                /* in a file of each node, with a virtual dataset over them */
    int values;                   /* of `value`: parameters of the filter */
    unsigned value[CT_FILTER_VALUES];
} ct_array_layout;

/* The keys as a config has them. */
typedef struct ct_storage_config {
    char *chunk, *compression, *hints;
    int checksum;
    bool per_node;
    long long alignment_bytes, least_bytes;
} ct_storage_config;

extern const char *const ct_array_checksums[]; /* "none", "fletcher32", NULL */

/* Rows of a program's table of keys for the ct_storage_config `member` of its config: of the
 * section `output`, and the section `io`. */
/* clang-format off */
#define CT_STORAGE_KEYS(config, member)                                                            \
    {"output", "chunk", CT_KEY_LIST, offsetof(config, member.chunk), "auto", 0, 0, NULL,           \
     "extents of a chunk, such as 64x64x64; auto: of compressed data some 1 MiB, within the "      \
     "blocks of the ranks; off: one run of bytes"},                                                \
    {"output", "compression", CT_KEY_STRING, offsetof(config, member.compression), "none", 0, 0,   \
     NULL, "none, gzip or gzip:LEVEL (1 to 9), or another filter of this HDF5 as NAME:VALUE,.."},  \
    {"output", "checksum", CT_KEY_CHOICE, offsetof(config, member.checksum), "none", 0, 0,         \
     ct_array_checksums, "of each chunk, which readers compare"},                                  \
    {"output", "per_node", CT_KEY_BOOL, offsetof(config, member.per_node), "false", 0, 0, NULL,    \
     "each node writes a file of its own beside this one, which shows all of them as one array"}
#define CT_ACCESS_KEYS(config, member)                                                             \
    {"io", "hints", CT_KEY_LIST, offsetof(config, member.hints), "", 0, 0, NULL,                   \
     "to MPI-IO, which then writes all arrays: NAME=VALUE, several with commas between"},          \
    {"io", "alignment_bytes", CT_KEY_INT, offsetof(config, member.alignment_bytes), "4096",        \
     1, 1 << 30, NULL, "data begin in the file at a multiple of this"},                            \
    {"io", "alignment_threshold_bytes", CT_KEY_INT, offsetof(config, member.least_bytes), "4096",  \
     0, 1 << 30, NULL, "data of at least so many bytes"}
/* clang-format on */

/* Reads the keys for a dataset of these extents and elements, and sets how files are opened.
 * CT_ERROR_CONFIG names the key and what is allowed, of filters those that are installed. Local. */
ct_status ct_storage_read(const ct_storage_config *config, int axes, const ptrdiff_t *extent,
                          ptrdiff_t element_bytes, ct_array_layout *layout);

/* Whether a dataset is one run of bytes of its own file: what readers of XDMF know. Local. */
bool ct_array_is_one_run(const ct_array_layout *layout);

/* Bytes of memory that writing this rank's part of a dataset takes for so long, some 20 MB aside.
 * Local. */
double ct_array_writing_bytes(const ct_array_layout *layout, double part_bytes);

/* Sets how the next datasets of a new file are stored. `box`: what this rank will write of them, in
 * their last axes; chunks that are chosen lie within one rank's box where that leaves them large
 * enough. Collective. */
ct_status ct_array_set_layout(ct_array_file *file, const ct_array_layout *layout,
                              const ct_box *box);

/* The same boxes where a rank writes several of a dataset, at least one, after ct_array_set_layout:
 * with `per_node` each call that writes is of a part of one of them. Collective. */
ct_status ct_array_set_parts(ct_array_file *file, int count, const ct_box *boxes);

#endif
