/* The clock of durations, phases and traces: the same for all processes of a host, never set back,
 * as that of MPI_Wtime may be. */
#ifndef CT_TRACE_CLOCK_H
#define CT_TRACE_CLOCK_H

#include <pthread.h>
#include <time.h>

static inline double ct_clock_s(void) {
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A condition whose timed waits go by this clock. */
static inline void ct_clock_condition(pthread_cond_t *condition) {
    pthread_condattr_t by_this_clock;
    (void)pthread_condattr_init(&by_this_clock);
    (void)pthread_condattr_setclock(&by_this_clock, CLOCK_MONOTONIC);
    (void)pthread_cond_init(condition, &by_this_clock);
    (void)pthread_condattr_destroy(&by_this_clock);
}

/* So many seconds from now, for such a wait. */
static inline struct timespec ct_clock_after(double seconds) {
    const double end_s = ct_clock_s() + seconds;
    const time_t whole_s = (time_t)end_s;
    return (struct timespec){whole_s, (long)((end_s - (double)whole_s) * 1e9)};
}

#endif
