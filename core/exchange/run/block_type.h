/* MPI types of blocks, for what the MPI library is to pack itself. */
#ifndef CT_EXCHANGE_RUN_BLOCK_TYPE_H
#define CT_EXCHANGE_RUN_BLOCK_TYPE_H

#include "exchange/blocks.h"
#include <mpi.h>

/* A committed type of parts that have elements, in their order, their offsets inside. The caller
 * frees it. CT_ERROR_UNSUPPORTED where ints cannot count it, CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_parts_type(const ct_parts *parts, ptrdiff_t element_bytes, MPI_Datatype *type);

#endif
