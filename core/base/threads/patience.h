/* Waiting for others of this node by polling, where each has a core for itself. Local. */
#ifndef CT_BASE_THREADS_PATIENCE_H
#define CT_BASE_THREADS_PATIENCE_H

#include <sched.h>

/* To be called after each poll that found nothing, with the number of such polls, 0 at first. With
 * a core for each, others arrive within 20000 polls; later ones yield the core to them. */
static inline void ct_patience_poll(int *polls) {
    enum { PATIENCE = 20000 };
    if (*polls >= PATIENCE) {
        (void)sched_yield();
    } else {
        ++*polls;
    }
}

#endif
