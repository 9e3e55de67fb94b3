/*
 * The tuning file: what was measured on which machine, found again by later plans.
 *
 * Plain text, an entry a line. Keyed by the machine (processor, MPI library, project version), the
 * number of ranks, ranks a node, the network, the pattern and the class of the block size. Lines
 * that are not understood are left out with one warning, never an error. Several jobs may use one
 * file at once: it is replaced as a whole, and an entry is merged into what is there by then, under
 * a lock on a file beside it, PATH.lock, which stays.
 *
 * Plans are told of a file by their options, the calls of alltoall.h and collective.h by the
 * environment variable CT_TUNING. `path` is rank 0's, who alone reads and writes, and the machine
 * is that of rank 0.
 */
#ifndef CORNERTURN_TUNING_H
#define CORNERTURN_TUNING_H

#include <cornerturn/calibration.h>
#include <cornerturn/public.h>
#include <mpi.h>

CT_PUBLIC_BEGIN

typedef struct ct_tuning ct_tuning;

/* What is known of this machine in the file at `path`; nothing, where it is missing or cannot be
 * used. Collective; the caller destroys it. CT_ERROR_MEMORY. */
ct_status ct_tuning_load(MPI_Comm comm, const char *path, ct_tuning **tuning);
void ct_tuning_destroy(ct_tuning **tuning);

/* The calibration in it, for this number of ranks a node or the nearest there is, or NULL. Local;
 * owned by the tuning. */
const ct_calibration *ct_tuning_calibration(const ct_tuning *tuning);

/* A sentence about what was wrong with the file, or NULL. Local; owned by the tuning. */
const char *ct_tuning_warning(const ct_tuning *tuning);

/* The name of this machine in the file. Local; owned by the tuning. */
const char *ct_tuning_machine(const ct_tuning *tuning);

/* Whether anything can be put into the file at `path`, to be asked before it is measured; nothing
 * is written. Collective. CT_ERROR_FILE as below. */
ct_status ct_tuning_check(MPI_Comm comm, const char *path);

/* Puts a calibration into the file at `path`, in the place of one for as many ranks and ranks a
 * node. Collective. CT_ERROR_FILE, the file being as it was, when it is no tuning file or cannot be
 * written. */
ct_status ct_tuning_keep_calibration(MPI_Comm comm, const char *path,
                                     const ct_calibration *calibration);

CT_PUBLIC_END

#endif
