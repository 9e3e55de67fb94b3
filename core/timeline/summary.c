#include "timeline/summary.h"

static double exchange_s(const ct_phase_sums *sums) {
    return sums->self_s[CT_TRACE_EXCHANGE] + sums->self_s[CT_TRACE_SEND] +
           sums->self_s[CT_TRACE_RECEIVE] + sums->self_s[CT_TRACE_COPY] +
           sums->self_s[CT_TRACE_WAIT];
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

ct_trace_summary ct_trace_summarise(const ct_trace_part *parts, int size) {
    ct_trace_summary of = {.seconds = 0};
    double all_s = 0;
    double overlapped_s = 0;
    for (int rank = 0; rank < size; rank++) {
        const ct_trace_part *part = &parts[rank];
        const double *self_s = part->sums.self_s;
        const double seconds = part->end_s - part->begin_s;
        const double moved_s = exchange_s(&part->sums);
        const double worked_s = self_s[CT_TRACE_TRANSFORM];
        all_s += seconds;
        of.seconds = larger(of.seconds, seconds);
        of.wait_share += self_s[CT_TRACE_WAIT];
        of.exchange_share += moved_s;
        of.transform_share += worked_s;
        of.events += part->count;
        of.dropped += part->dropped;
        overlapped_s = larger(overlapped_s, seconds - (moved_s < worked_s ? moved_s : worked_s));
        if (rank == 0 || self_s[CT_TRACE_WAIT] < of.slowest_waits_s) {
            of.slowest = rank;
            of.slowest_waits_s = self_s[CT_TRACE_WAIT];
        }
    }
    of.overlap_saves_s = larger(0, of.seconds - overlapped_s);
    if (all_s > 0) {
        of.wait_share /= all_s;
        of.exchange_share /= all_s;
        of.transform_share /= all_s;
    }
    return of;
}
