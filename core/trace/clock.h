/* The clock of phases and traces: the same for all processes of a host, never set back. */
#ifndef CT_TRACE_CLOCK_H
#define CT_TRACE_CLOCK_H

#include <time.h>

static inline double ct_clock_s(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
