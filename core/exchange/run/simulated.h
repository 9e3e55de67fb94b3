/*
 * Hooks of simulated machines. There local work takes no simulated time unless somebody charges for
 * it, and time stands still for a rank that polls.
 */
#ifndef CT_EXCHANGE_RUN_SIMULATED_H
#define CT_EXCHANGE_RUN_SIMULATED_H

#include <stddef.h>

typedef enum ct_work {
    CT_WORK_COPY,   /* so many bytes packed or unpacked */
    CT_WORK_SHUFFLE /* a CT_MOVE_SHUFFLE has ended: so many bytes are held. The executor leaves
                       blocks where they are; machines of the papers put them in order */
} ct_work;

/* Is told of local work. NULL, unless a simulation sets it. */
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
