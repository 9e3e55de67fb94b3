/* The XDMF file beside an HDF5 file, by which ParaView and VisIt open it. */
#ifndef CT_IO_XDMF_H
#define CT_IO_XDMF_H

#include <cornerturn/status.h>
#include <stddef.h>

/* Writes `path` (temporary name, then rename) describing dataset `dataset` of `array_path`, a complex
 * 3D array of `extent` written by ct_array_write_complex, on a uniform grid of the given spacing
 * (NULL: 1). Local: call on one rank, after ct_array_commit. CT_ERROR_FILE. */
ct_status ct_xdmf_write_complex(const char *path, const char *array_path, const char *dataset,
                                const ptrdiff_t extent[3], const double *spacing);

#endif
