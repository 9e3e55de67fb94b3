/* Checkpoints: two alternating files. */
#ifndef CT_APPS_ADI_CHECKPOINT_CHECKPOINT_H
#define CT_APPS_ADI_CHECKPOINT_CHECKPOINT_H

#include "apps/adi/job.h"

#include <stdint.h>

/* Flushes snapshots and table, then replaces the older checkpoint. Collective. */
ct_status adi_checkpoint_write(adi_job *job);

/* The name of a checkpoint's file, `slot` being 0 or 1. The caller frees it. Local. NULL when out
 * of memory. */
char *adi_checkpoint_path(const adi_job *job, int slot);

/* Removes unfinished files of killed runs, and with `complete` the checkpoints. Local: rank 0
 * calls.
 */
void adi_clean_up(const adi_job *job, bool complete);

/* The checksum of a distributed array in the problem's precision; this rank has `box`.
 * Collective. */
uint64_t adi_array_checksum(MPI_Comm comm, const ptrdiff_t *extent, const ct_box *box,
                            ct_precision precision, const void *array);

/* Data of a checkpoint's checksum besides the state. */
typedef struct adi_marked {
    const adi_course *course;
    const char *problem, *inputs, *run;
    const ptrdiff_t *extent;
    ct_precision precision;
    ct_box box; /* of this rank */
} adi_marked;

/* The checksum of a checkpoint. Collective. */
void adi_state_checksum(MPI_Comm comm, const adi_marked *marked, const void *state,
                        char sum[ADI_SUM_BYTES]);

#endif
