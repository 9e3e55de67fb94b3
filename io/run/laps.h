/*
 * Wall time of a whole run from the start of the process, divided into consecutive laps without
 * gaps. Local.
 */
#ifndef CT_IO_RUN_LAPS_H
#define CT_IO_RUN_LAPS_H

#include "io/output/report.h"

enum { CT_LAPS_MOST = 32 };

typedef struct ct_laps {
    double start_s, last_s; /* when the first lap began, and that under way */
    int count;
    struct {
        const char *name; /* lives as long as the laps */
        double seconds;
    } lap[CT_LAPS_MOST];
} ct_laps;

/* Call first in main. The first lap includes the loading of the program. */
void ct_laps_begin(ct_laps *laps);

/* Ends a lap; laps of one name are added. */
void ct_laps_end(ct_laps *laps, const char *name);

/* Adds the laps so far to a trace that has begun just now: each must have had one name. Later ones
 * are added as they end. */
void ct_laps_trace(const ct_laps *laps);

/* Seconds of the laps of one name so far. */
double ct_laps_seconds(const ct_laps *laps, const char *name);

/* Map `wall_s`: the laps in the order of their first ends, and from start to end `total`. */
void ct_report_laps(ct_report *report, const ct_laps *laps);

#endif
