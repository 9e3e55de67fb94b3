/*
 * Waiting by polls. A rank that polls in vain keeps its core for some polls, by which others have
 * come where each has a core for itself, and gives it away at each further one. Where ranks share
 * cores, it does so after a hundredth of these: the rank that is waited for may need this core.
 * Local.
 *
 * On two cores, with an MPI whose waits give cores away as well, exchanges of 4 ranks with blocks
 * of 8 KiB took 77 us with the same number of polls and take 39, of 8 ranks with 128 bytes 290 and
 * 170.
 */
#ifndef CT_BASE_THREADS_POLL_H
#define CT_BASE_THREADS_POLL_H

#include <sched.h>

/* To be called after each poll in vain, with 0 in *polls at first. The first `most` keep the core
 * where each rank has one (has_core). Whether it was given away. */
static inline int ct_poll_gives_way(int *polls, int most, int has_core) {
    enum { LESS = 100 };
    if (*polls < (has_core ? most : most / LESS)) {
        ++*polls;
        return 0;
    }
    (void)sched_yield();
    return 1;
}

#endif
