/* The files of a run. */
#ifndef CT_APPS_ADI_FILES_H
#define CT_APPS_ADI_FILES_H

#include "apps/adi/job.h"

/* Checks that the files are distinct and can be written; finds the checkpoint to continue from.
 * Collective. */
ct_status adi_files_check(adi_job *job);

#endif
