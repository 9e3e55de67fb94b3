/*
 * The way by which bytes get from one core to another sooner: slots are written through the cache,
 * or past it. Between cores that share a cache the first takes half as long, between others up to
 * seven times (tests/bench/README.md). No system says reliably which cores are near: virtual
 * machines name caches that they do not have, and are moved. So the sender learns it from what
 * either way takes. It tries the other way now and then, for about a hundredth of the time.
 *
 * Local, pure.
 */
#ifndef CT_KERNELS_BUFFERED_WAYS_H
#define CT_KERNELS_BUFFERED_WAYS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

typedef enum ct_way { CT_PAST_CACHE, CT_THROUGH_CACHE, CT_WAYS } ct_way;

/* Seconds a byte of one half of either way, of late: putting into slots, or taking from them. 0:
 * not known yet. One rank writes them, another reads them at any time. */
typedef struct ct_way_times {
    _Atomic double byte_s[CT_WAYS];
} ct_way_times;

/* Learns from one slot. What is shorter is taken over at once, as nothing but the way makes a slot
 * faster; what is longer only by and by, as it may have been an interruption. */
void ct_way_times_learn(ct_way_times *times, ct_way way, double byte_s);

/* A sender's choices, in order; zeros at first. */
typedef struct ct_way_choices {
    ct_way_times puts;
    ct_way best;
    uint64_t slots; /* chosen for so far */
    uint64_t trial; /* the first slot that goes the other way in the latest, or next, trial */
} ct_way_choices;

/* The way of the next slot, of a ring of so many. *timed: the same if both ranks are to time it,
 * else CT_WAYS. `takes` are the receiver's times. */
ct_way ct_way_choose(ct_way_choices *choices, const ct_way_times *takes, uint64_t ring_slots,
                     ct_way *timed);

/* How long one half of a slot takes; with CT_WAYS it is not timed. */
typedef struct ct_way_timing {
    ct_way_times *times;
    ct_way way;
    double start_s;
} ct_way_timing;

ct_way_timing ct_way_begin(ct_way_times *times, ct_way way);
void ct_way_end(const ct_way_timing *timing, ptrdiff_t bytes);

#endif
