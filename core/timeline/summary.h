/* What a trace says of all ranks. Local. */
#ifndef CT_TIMELINE_SUMMARY_H
#define CT_TIMELINE_SUMMARY_H

#include "trace/phase.h"
#include <cornerturn/trace.h>

/* What rank 0 hears of each rank before its events. */
typedef struct ct_trace_part {
    double begin_s, end_s; /* of recording, by the rank's clock */
    double first_s;        /* of the earliest event */
    double dropped;
    int count; /* events */
    ct_phase_sums sums;
} ct_trace_part;

ct_trace_summary ct_trace_summarise(const ct_trace_part *parts, int size);

#endif
