/*
 * The tuning file: what was measured on which machine, found again by later plans.
 *
 * Plain text, an entry a line; lines that are not understood are left out with one warning, never
 * an error. Keyed by a fingerprint of the machine (processor, MPI library, project version), the
 * number of ranks, ranks a node, the pattern and the class of the block size. Several jobs may use
 * one file at once: it is replaced as a whole, and an entry is merged into what is there by then.
 */
#ifndef CORNERTURN_TUNING_H
#define CORNERTURN_TUNING_H

#include <cornerturn/calibrate.h>
#include <cornerturn/exchange.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ct_tuning ct_tuning;

/* What is known of this machine in the file at `path` (missing: nothing). Rank 0 reads. Collective;
 * the caller destroys it. */
ct_status ct_tuning_load(MPI_Comm comm, const char *path, ct_tuning **tuning);
void ct_tuning_destroy(ct_tuning **tuning);

/* The calibration in it, or NULL. Local. */
const ct_calibration *ct_tuning_calibration(const ct_tuning *tuning);

/* A sentence about what was wrong with the file, or NULL. Local. */
const char *ct_tuning_warning(const ct_tuning *tuning);

/* Puts a calibration into the file at `path`. Rank 0 writes. Collective. CT_ERROR_FILE. */
ct_status ct_tuning_keep_calibration(MPI_Comm comm, const char *path,
                                     const ct_calibration *calibration);

#ifdef __cplusplus
}
#endif

#endif
