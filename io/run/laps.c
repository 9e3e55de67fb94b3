#include "io/run/laps.h"

#include <string.h>
#include <time.h>

static double seconds_of(clockid_t clock) {
    struct timespec now = {0};
    (void)clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void ct_laps_begin(ct_laps *laps) {
    const double start_s = seconds_of(CLOCK_MONOTONIC) - seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    *laps = (ct_laps){start_s, start_s, 0, {{0}}};
}

void ct_laps_end(ct_laps *laps, const char *name) {
    const double now_s = seconds_of(CLOCK_MONOTONIC);
    int i = 0;
    while (i < laps->count && strcmp(laps->lap[i].name, name) != 0) {
        i++;
    }
    i = i < CT_LAPS_MOST ? i : CT_LAPS_MOST - 1; /* the last one takes what is too much */
    if (i == laps->count) {
        laps->lap[laps->count++].name = name;
    }
    laps->lap[i].seconds += now_s - laps->last_s;
    laps->last_s = now_s;
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
