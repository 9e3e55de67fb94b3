#include "io/run/laps.h"

#include "trace/phase.h"

#include <string.h>
#include <time.h>

void ct_laps_begin(ct_laps *laps) {
    struct timespec used = {0};
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    const double start_s = ct_clock_s() - (double)used.tv_sec - 1e-9 * (double)used.tv_nsec;
    *laps = (ct_laps){start_s, start_s, 0, {{0}}};
}

void ct_laps_end(ct_laps *laps, const char *name) {
    const double now_s = ct_clock_s();
    int i = 0;
    while (i < laps->count && strcmp(laps->lap[i].name, name) != 0) {
        i++;
    }
    i = i < CT_LAPS_MOST ? i : CT_LAPS_MOST - 1; /* the last one takes what is too much */
    if (i == laps->count) {
        laps->lap[laps->count++].name = name;
    }
    laps->lap[i].seconds += now_s - laps->last_s;
    ct_trace_add_lap(name, laps->last_s, now_s);
    laps->last_s = now_s;
}

void ct_laps_trace(const ct_laps *laps) {
    double start_s = laps->start_s;
    for (int i = 0; i < laps->count; i++) {
        ct_trace_add_lap(laps->lap[i].name, start_s, start_s + laps->lap[i].seconds);
        start_s += laps->lap[i].seconds;
    }
}

double ct_laps_seconds(const ct_laps *laps, const char *name) {
    double seconds = 0;
    for (int i = 0; i < laps->count; i++) {
        seconds += strcmp(laps->lap[i].name, name) == 0 ? laps->lap[i].seconds : 0;
    }
    return seconds;
}

void ct_report_laps(ct_report *report, const ct_laps *laps) {
    ct_report_map(report, "wall_s");
    for (int i = 0; i < laps->count; i++) {
        ct_report_number(report, laps->lap[i].name, laps->lap[i].seconds);
    }
    ct_report_number(report, "total", laps->last_s - laps->start_s);
    ct_report_end(report);
}
