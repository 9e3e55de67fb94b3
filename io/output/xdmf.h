/* The XDMF description of an HDF5 file, for ParaView and VisIt. */
#ifndef CT_IO_OUTPUT_XDMF_H
#define CT_IO_OUTPUT_XDMF_H

#include "io/array/info.h"

/* The XDMF file's name for `array_path`: .xdmf replaces .h5, .hdf5 or .hdf, or is appended. The
 * caller frees it. NULL if the array's name cannot be written in XML, or the result is too long.
 * Local. */
ct_status ct_xdmf_path(const char *array_path, char **path);

/* Whether an array can be described: two or three axes of numbers of a type that ParaView's readers
 * agree on: 8, 32 and 64 bits, but no unsigned 64, and complex floats. And as vectors: two or three
 * axes, then one of the components, which are no complex numbers. Local. */
bool ct_xdmf_allows(const ct_array_info *info);
bool ct_xdmf_allows_vectors(const ct_array_info *info);

/* Writes `path` (temporary name, then rename; an old one is replaced) describing dataset `dataset`
 * of `array_path`, which was written by this project, on a uniform grid of the given spacing along
 * each axis (NULL: 1). A complex array shows as the attributes complex (two components), real and
 * imaginary, any other as one attribute, "values". Local: call on one rank, after ct_array_commit.
 * CT_ERROR_FILE, and CT_ERROR_INTERNAL when the dataset is none that is allowed, or not in one run
 * of bytes. */
ct_status ct_xdmf_write(const char *path, const char *array_path, const char *dataset,
                        const double *spacing);

/* The same of several datasets of one extent and type on one grid, which has the first one's name;
 * the others are attributes by their own. */
ct_status ct_xdmf_write_several(const char *path, const char *array_path,
                                const char *const *datasets, int count, const double *spacing);

/* The same of vectors, components x, y, z (along the last axis, the one before, ..) along the last
 * axis of the dataset: one attribute, "vector". */
ct_status ct_xdmf_write_vectors(const char *path, const char *array_path, const char *dataset,
                                const double *spacing);

/* Describes snapshots, the first `count` along axis 0 of a dataset of three or four axes, with the
 * time of each, on the points that datasets `points` of the same file list, one along each of the
 * other axes. The same otherwise. */
ct_status ct_xdmf_write_series(const char *path, const char *array_path, const char *dataset,
                               const char *const *points, ptrdiff_t count, const double *times);

/* What is called as the XDMF file of an array. */
typedef struct ct_xdmf_found {
    bool is_there;
    bool is_its; /* describes a file of the array's name */
    int error;   /* errno, where what is there cannot be read; else 0 */
} ct_xdmf_found;

/* Local. Blocks on nothing: what is no regular file, such as a pipe, is not opened. */
ct_status ct_xdmf_look(const char *path, const char *array_path, ct_xdmf_found *found);

/* CT_ERROR_FILE if there is a file `path` that describes no file of the array's name, or cannot be
 * read: a user's, or another array's, which is not to be replaced. Local. */
ct_status ct_xdmf_can_replace(const char *path, const char *array_path);

/* Removes the XDMF file beside `array_path` if it describes a file of that name: the one that
 * another has just replaced. Local: call on one rank, after ct_array_commit. CT_ERROR_FILE. */
ct_status ct_xdmf_remove(const char *array_path);

#endif
