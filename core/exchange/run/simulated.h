/*
 * Hooks for simulated machines, where local work takes no simulated time unless charged, and
 * polling does not advance the clock.
 */
#ifndef CT_EXCHANGE_RUN_SIMULATED_H
#define CT_EXCHANGE_RUN_SIMULATED_H

#include <stddef.h>

typedef enum ct_work {
    CT_WORK_COPY,   /* bytes packed or unpacked */
    CT_WORK_SHUFFLE /* a CT_MOVE_SHUFFLE ended with so many bytes held. The executor permutes
                       nothing; machines of the papers do */
} ct_work;

/* Called for local work. NULL, unless a simulation sets it. */
extern void (*ct_simulated_work)(ct_work work, ptrdiff_t bytes);

/* 1: a rank waits by a blocking call of the MPI library, for messages only. 0, unless a simulation
 * sets it: it polls, and yields its core. */
extern int ct_simulated_waits;

static inline void ct_work_done(ct_work work, ptrdiff_t bytes) {
    if (ct_simulated_work != NULL) {
        ct_simulated_work(work, bytes);
    }
}

#endif
