/* Checksums of the arrays that a problem is made of. */
#ifndef CT_APPS_ADI_CHECKPOINT_INPUTS_H
#define CT_APPS_ADI_CHECKPOINT_INPUTS_H

#include "apps/adi/job.h"

/* Makes job->inputs_text. Collective. */
ct_status adi_inputs_sum(adi_job *job);

#endif
