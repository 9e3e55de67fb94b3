/* The XDMF file beside an HDF5 file, by which ParaView and VisIt open it. */
#ifndef CT_IO_XDMF_H
#define CT_IO_XDMF_H

#include <cornerturn/status.h>
#include <stddef.h>

/* The name that belongs beside `array_path`: its ending .h5, .hdf5 or .hdf replaced by, or else
 * followed by, .xdmf. The caller frees it. Local. */
ct_status ct_xdmf_path(const char *array_path, char **path);

/* Writes `path` (temporary name, then rename; an old one is replaced) describing dataset `dataset`
 * of `array_path`, a complex 3D array of `extent` written by ct_array_write_complex, on a uniform
 * grid of the given spacing along each axis (NULL: 1). It shows the attributes complex (two
 * components), real and imaginary. Local: call on one rank, after ct_array_commit. CT_ERROR_FILE,
 * and CT_ERROR_INTERNAL when the dataset is another. */
ct_status ct_xdmf_write_complex(const char *path, const char *array_path, const char *dataset,
                                const ptrdiff_t extent[3], const double *spacing);

#endif
