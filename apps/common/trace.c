#include "apps/common/trace.h"

#include "base/fail.h"

ct_status job_trace_begin(MPI_Comm comm, const ct_options *options, const ct_laps *laps) {
    ct_status status = CT_OK;
    if (options->trace != NULL) {
        CT_TRY(ct_trace_begin(comm, options->trace, options->events));
        ct_laps_trace(laps);
    }
cleanup:
    return status;
}

ct_status job_trace_end(const ct_options *options, ct_laps *laps, ct_trace_summary *summary) {
    ct_status status = CT_OK;
    if (options->trace != NULL) {
        ct_laps_end(laps, "between");
        status = ct_trace_end(summary);
        ct_laps_end(laps, "trace");
    }
    return status;
}

void job_report_trace(ct_report *report, const ct_options *options,
                      const ct_trace_summary *summary) {
    if (options->trace == NULL) {
        return;
    }
    ct_report_map(report, "trace");
    ct_report_text(report, "file", options->trace);
    ct_report_count(report, "slowest_rank", summary->slowest);
    ct_report_number(report, "slowest_waits_s", summary->slowest_waits_s);
    ct_report_number(report, "wait_share", summary->wait_share);
    ct_report_number(report, "exchange_share", summary->exchange_share);
    ct_report_number(report, "transform_share", summary->transform_share);
    ct_report_number(report, "overlap_saves_s", summary->overlap_saves_s);
    ct_report_count(report, "events", (long long)summary->events);
    ct_report_count(report, "dropped", (long long)summary->dropped);
    ct_report_end(report);
}
