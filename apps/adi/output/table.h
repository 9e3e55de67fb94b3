/* The table of values over time. */
#ifndef CT_APPS_ADI_OUTPUT_TABLE_H
#define CT_APPS_ADI_OUTPUT_TABLE_H

#include "apps/adi/job.h"

/* Reads the probes. Local. */
ct_status adi_probes_read(adi_job *job);

/* Creates or reopens the table. Collective. */
ct_status adi_table_open(adi_job *job);

/* Adds a row for the current state. Collective. */
ct_status adi_table_add(adi_job *job);

#endif
