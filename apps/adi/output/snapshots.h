/* The file of snapshots. */
#ifndef CT_APPS_ADI_OUTPUT_SNAPSHOTS_H
#define CT_APPS_ADI_OUTPUT_SNAPSHOTS_H

#include "apps/adi/job.h"

/* Creates the file, or continues that of the checkpoint's run. Collective. */
ct_status adi_outputs_open(adi_job *job);

/* Writes the state as the next snapshot. Collective. */
ct_status adi_snapshot_write(adi_job *job);

/* Renames snapshots and table to their final names. Collective. */
ct_status adi_outputs_commit(adi_job *job);

/* Closes unfinished output: preserves files that a later run can continue, removes others.
 * Collective. */
void adi_outputs_discard(adi_job *job);

/* The names of the unfinished file of snapshots and of its XDMF file. Local. */
void adi_name_partial(const adi_job *job, char path[PATH_MAX]);
void adi_name_partial_xdmf(const adi_job *job, char path[PATH_MAX]);

#endif
