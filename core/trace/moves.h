/*
 * What a watchdog can see inside a call that takes long, such as one that makes a plan: moves of
 * this rank, and whether it is at work of its own that makes none. Local.
 */
#ifndef CT_TRACE_MOVES_H
#define CT_TRACE_MOVES_H

#include <stdatomic.h>

extern atomic_long ct_moves;      /* so far */
extern atomic_bool ct_is_at_work; /* of unknown length, for which it waits for no other rank */

static inline void ct_move(void) {
    (void)atomic_fetch_add_explicit(&ct_moves, 1, memory_order_relaxed);
}

#endif
