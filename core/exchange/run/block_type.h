/* MPI datatypes of blocks, for the MPI library's own packing. */
#ifndef CT_EXCHANGE_RUN_BLOCK_TYPE_H
#define CT_EXCHANGE_RUN_BLOCK_TYPE_H

#include "exchange/blocks.h"
#include <mpi.h>

/* A committed type of blocks that are not all empty, in their order, including offsets. The caller
 * frees it. CT_ERROR_UNSUPPORTED where int counts overflow, CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_parts_type(const ct_parts *parts, ptrdiff_t element_bytes, MPI_Datatype *type);

#endif
