/* CT_MPI wraps every MPI call: a failure becomes a ct_status with MPI's message. */
#ifndef CT_BASE_MPI_H
#define CT_BASE_MPI_H

#include "base/fail.h"

#include <mpi.h>
#include <stddef.h>

/* Turns an MPI error code into a raised failure naming `call`. */
ct_status ct_mpi_status(const char *file, int line, const char *call, int code);

/* CT_ERROR_ARGUMENT for MPI_COMM_NULL, on which MPI itself may abort, and for an intercommunicator.
 * Local. */
ct_status ct_comm_check(MPI_Comm comm);

/* A communicator of the same ranks as `comm`, with errors that return and without the attributes
 * and hints of `comm`. Collective. */
ct_status ct_comm_duplicate(MPI_Comm comm, MPI_Comm *own, int *rank, int *size);

/* A committed type of `bytes` bytes from `offset` on, which may exceed int. The caller frees it.
 * Local. */
ct_status ct_bytes_type(ptrdiff_t offset, ptrdiff_t bytes, MPI_Datatype *type);

/* Whether several threads may call MPI at the same time (MPI_THREAD_MULTIPLE): then nothing is kept
 * from a process's latest call for its next one, which can be another thread's. Local. */
int ct_mpi_has_threads(void);

/* In a function with `ct_status status` and a `cleanup:` label. Errors come back only where the
 * communicator's handler is MPI_ERRORS_RETURN, as on every communicator a plan owns. */
#define CT_MPI(call) CT_TRY(ct_mpi_status(__FILE__, __LINE__, #call, (call)))

#endif
