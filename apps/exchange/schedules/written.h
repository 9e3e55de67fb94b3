/* Schedules that somebody wrote into a file. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_WRITTEN_H
#define CT_APPS_EXCHANGE_SCHEDULES_WRITTEN_H

#include <cornerturn/ensemble.h>

/* Reads the schedules of all ranks from CSV as "exchange dump --blocks" writes it: a line
 * step,from,to,origin,destination for every block that moves, in any order of lines. Blocks of a
 * step with the same sender and receiver are one message; messages of a step are concurrent. The
 * header, empty lines and lines that begin with # are skipped. The caller owns *ensemble.
 * CT_ERROR_FILE with the line and what is allowed. */
ct_status exchange_read_schedule(const char *path, const ct_topology *topology,
                                 ct_ensemble **ensemble);

#endif
