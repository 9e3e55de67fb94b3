/* A trace as JSON, in Chrome's trace event format. Local; write errors stay in the stream. */
#ifndef CT_TIMELINE_JSON_H
#define CT_TIMELINE_JSON_H

#include "timeline/hosts.h"
#include "timeline/summary.h"

#include <stdio.h>

typedef struct ct_trace_times {
    ct_trace_offset *before, *after; /* by host */
    double origin_s;                 /* time 0 of the file, by rank 0's clock */
} ct_trace_times;

/* Everything before the events of the ranks; these; and what comes after them. */
void ct_trace_json_begin(FILE *file, const ct_trace_hosts *hosts, const ct_trace_times *times,
                         const ct_trace_part *parts, int size);
void ct_trace_json_rank(FILE *file, const ct_trace_hosts *hosts, const ct_trace_times *times,
                        int rank, const ct_trace_event *events, int count);
void ct_trace_json_end(FILE *file);

#endif
