/* The trace of a run, --trace, and what its report says of it. */
#ifndef CT_APPS_COMMON_TRACE_H
#define CT_APPS_COMMON_TRACE_H

#include "io/config/options.h"
#include "io/output/report.h"
#include "io/run/laps.h"

#include <cornerturn/trace.h>

/* Begins the trace that the options ask for, with the laps so far; none without --trace.
 * Collective; all ranks fail together. */
ct_status job_trace_begin(MPI_Comm comm, const ct_options *options, const ct_laps *laps);

/* Ends it and writes its file, which is a lap of the run. Collective. */
ct_status job_trace_end(const ct_options *options, ct_laps *laps, ct_trace_summary *summary);

/* Map `trace`; none without --trace. Local. */
void job_report_trace(ct_report *report, const ct_options *options,
                      const ct_trace_summary *summary);

#endif
