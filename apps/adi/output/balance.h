/* The balance of heat: what is stored, what came in through each face and from the source. */
#ifndef CT_APPS_ADI_OUTPUT_BALANCE_H
#define CT_APPS_ADI_OUTPUT_BALANCE_H

#include "apps/adi/job.h"

#include <cornerturn/adi_heat.h>

/* Begins it, where the words are those of heat, at the start of a run or of its rest after a
 * checkpoint. Collective. */
ct_status adi_balance_begin(adi_job *job);

/* The balance since the start of the run, restarts included. Collective. */
ct_status adi_balance(const adi_job *job, ct_adi_balance_sheet *sheet);

/* Writes into job->course what a run needs to go on. Collective. */
ct_status adi_balance_keep(adi_job *job);

/* Columns of the table, where there is a balance: their names, each after a comma, and numbers.
 * Returns their count. Local. */
enum { ADI_BALANCE_COLUMNS = 4 + CT_ADI_AXES * CT_ADI_SIDES };
void adi_balance_header(const adi_job *job, char *header, size_t bytes);
int adi_balance_row(const adi_job *job, const ct_adi_balance_sheet *sheet, double *row);

/* Writes it to the report (NULL: none), and prints one line. Collective. */
ct_status adi_balance_report(const adi_job *job);
ct_status adi_balance_say(const adi_job *job);

#endif
