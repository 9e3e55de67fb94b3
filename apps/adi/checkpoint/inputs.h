/* Checksums of a problem's input arrays. */
#ifndef CT_APPS_ADI_CHECKPOINT_INPUTS_H
#define CT_APPS_ADI_CHECKPOINT_INPUTS_H

#include "apps/adi/job.h"

/* Sets job->inputs_text. Collective. */
ct_status adi_inputs_checksum(adi_job *job);

#endif
