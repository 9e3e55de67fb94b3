/* What a dataset is. */
#ifndef CT_IO_ARRAY_INSPECT_H
#define CT_IO_ARRAY_INSPECT_H

#include "io/array/info.h"

#include <mpi.h>

/* Fails for a missing, truncated or foreign file, a missing dataset, other elements than wanted,
 * and more than CT_MAX_AXES axes. Collective. */
ct_status ct_array_inspect(MPI_Comm comm, const char *path, const char *dataset,
                           ct_array_elements elements, ct_array_info *info);

/* Sets what `info` says of elements to that of a dataset made by ct_array_add_numbers; axes and
 * extents are left as they are. Local. */
ct_status ct_array_number_info(const char *number, ct_array_info *info);

#endif
