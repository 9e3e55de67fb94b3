/* What simulated machines need to know of an execution. Local work takes no time there unless
 * somebody charges it, and time stands still for a rank that asks again and again. */
#ifndef CT_EXCHANGE_LOWER_WORK_H
#define CT_EXCHANGE_LOWER_WORK_H

#include <stddef.h>

typedef enum ct_work {
    CT_WORK_COPY,   /* so many bytes packed or unpacked */
    CT_WORK_SHUFFLE /* a CT_MOVE_SHUFFLE has ended: so many bytes are held. The executor leaves
                       blocks where they are; machines of the papers put them in order */
} ct_work;

/* NULL, as it is unless a simulation sets it: nobody listens. */
extern void (*ct_work_hook)(ct_work work, ptrdiff_t bytes);

/* 0, as it is unless a simulation sets it: who waits asks again and again, and gives the core away.
 * 1: by a blocking call of the MPI library. For messages only. */
extern int ct_waits_inside;

static inline void ct_work_done(ct_work work, ptrdiff_t bytes) {
    if (ct_work_hook != NULL) {
        ct_work_hook(work, bytes);
    }
}

#endif
