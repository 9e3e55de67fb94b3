/*
 * The tuning file: choices and constants measured on a machine, for later plans.
 *
 * Plain text, an entry a line. Keyed by the machine (processor, MPI library, project version),
 * ranks, ranks a node, network, pattern and size class of the blocks. Malformed lines are skipped
 * with one warning, never an error. Several jobs may use one file at once: a writer holds the lock
 * on PATH.lock, which stays, merges its entry into the current file, and replaces it by a rename.
 *
 * The options of a plan name the file; for the calls of alltoall.h and collective.h the environment
 * variable CT_TUNING does. Only rank 0 reads and writes; `path` and the machine are rank 0's.
 */
#ifndef CORNERTURN_TUNING_H
#define CORNERTURN_TUNING_H

#include <cornerturn/calibration.h>
#include <cornerturn/public.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

typedef struct ct_tuning ct_tuning;

/* Reads the entries of this machine from the file at `path`; none if it is missing or cannot be
 * used. Collective; the caller destroys it. CT_ERROR_MEMORY. */
ct_status ct_tuning_load(MPI_Comm comm, const char *path, ct_tuning **tuning);
void ct_tuning_destroy(ct_tuning **tuning);

/* The calibration for this number of ranks a node or the nearest one, or NULL. Local; owned by the
 * tuning. */
const ct_calibration *ct_tuning_calibration(const ct_tuning *tuning);

/* A sentence about what was wrong with the file, or NULL. Local; owned by the tuning. */
const char *ct_tuning_warning(const ct_tuning *tuning);

/* The name of this machine in the file. Local; owned by the tuning. */
const char *ct_tuning_machine(const ct_tuning *tuning);

/* Checks, before anything is measured, that entries can be added to the file at `path`; writes
 * nothing. Collective. CT_ERROR_FILE as below. */
ct_status ct_tuning_check(MPI_Comm comm, const char *path);

/* Adds a calibration to the file at `path`, replacing one with the same ranks and ranks a node.
 * Collective. CT_ERROR_FILE, with the file unchanged, if it is no tuning file or cannot be
 * written. */
ct_status ct_tuning_store_calibration(MPI_Comm comm, const char *path,
                                      const ct_calibration *calibration);

CT_PUBLIC_END

#endif
