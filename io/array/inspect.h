/* Inspects a dataset. */
#ifndef CT_IO_ARRAY_INSPECT_H
#define CT_IO_ARRAY_INSPECT_H

#include "io/array/info.h"

#include <mpi.h>

/* Describes a dataset. Fails for a missing, truncated or foreign file, a missing dataset, elements
 * not allowed, and more than CT_MAX_AXES axes. Collective. */
ct_status ct_array_inspect(MPI_Comm comm, const char *path, const char *dataset,
                           ct_array_elements elements, ct_array_info *info);

/* Sets the element type of `info` as for a dataset of ct_array_add_numbers; axes and extents are
 * unchanged. Local. */
ct_status ct_array_number_info(const char *number, ct_array_info *info);

#endif
