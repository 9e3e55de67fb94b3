/* Schedules of eight ranks, written anew for the tests of the checker, and how to run them. */
#ifndef CT_TESTS_EIGHT_H
#define CT_TESTS_EIGHT_H

#include "check/ensemble.h"
#include "expect.h"

#include <cornerturn/check.h>

enum { DIMENSION = 3, SIZE = 8, PACKETS = 3 };

/* One step of a standard exchange, highest bit first. */
static inline void swap_bit(ct_schedule *schedule, int step, int bit, unsigned flags) {
    int rank = schedule->rank;
    int peer = rank ^ 1 << bit;
    int low = (1 << bit) - 1;      /* bits not yet exchanged */
    int high = SIZE - 1 - low;     /* bits exchanged once this step is over, `bit` among them */
    int done = high & ~(1 << bit); /* and before it */
    ct_rank_set mine = ct_schedule_bits(schedule, DIMENSION, ~done, rank);
    ct_rank_set to_peer = ct_schedule_bits(schedule, DIMENSION, high, peer);
    ct_rank_set peers = ct_schedule_bits(schedule, DIMENSION, ~done, peer);
    ct_rank_set to_me = ct_schedule_bits(schedule, DIMENSION, high, rank);
    ct_schedule_move(schedule, step, peer, peer, flags);
    ct_schedule_sends(schedule, mine, to_peer);
    ct_schedule_receives(schedule, peers, to_me);
}

static inline void standard(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        swap_bit(schedule, step, DIMENSION - step, step == 1 ? CT_MOVE_PHASE : 0);
    }
}

/* Straight; the block that passes between rank 2 and another in `lost_step` is left out. */
static inline void direct(ct_schedule *schedule, int lost_step) {
    int rank = schedule->rank;
    for (int step = 1; step < SIZE; step++) {
        int peer = rank ^ step;
        ct_schedule_move(schedule, step, peer, peer, 0);
        if (step != lost_step || (rank != 2 && peer != 2)) {
            ct_schedule_sends(schedule, rank, peer);
            ct_schedule_receives(schedule, peer, rank);
        }
    }
}

static inline void right_direct(ct_schedule *schedule) {
    direct(schedule, 0);
}

/* ---- other patterns, tokens (origin, packet) or (origin, destination) ---- */

static inline void ring_all_gather(ct_schedule *schedule) {
    int rank = schedule->rank;
    ct_rank_set packets = ct_schedule_range(schedule, 0, PACKETS);
    for (int step = 1; step < SIZE; step++) {
        ct_schedule_move(schedule, step, (rank + 1) % SIZE, (rank + SIZE - 1) % SIZE, 0);
        ct_schedule_sends(schedule, (rank - step + 1 + SIZE) % SIZE, packets);
        ct_schedule_receives(schedule, (rank - step + SIZE) % SIZE, packets);
    }
}

/* Everybody hears the first packet of rank 0 from it once more. */
static inline void repeating_all_gather(ct_schedule *schedule) {
    int rank = schedule->rank;
    ring_all_gather(schedule);
    for (int k = 1; k < SIZE; k++) {
        if (rank == 0 || rank == k) {
            ct_schedule_move(schedule, SIZE + k, rank == 0 ? k : CT_NOBODY,
                             rank == 0 ? CT_NOBODY : 0, 0);
        }
        if (rank == 0) {
            ct_schedule_sends(schedule, 0, 0);
        } else if (rank == k) {
            ct_schedule_receives(schedule, 0, 0);
        }
    }
}

/* From rank 5 along the chain 5 6 7 0 1 .., packet after packet. */
static inline void chain(ct_schedule *schedule, int length) {
    int place = (schedule->rank - 5 + SIZE) % SIZE;
    for (int step = 1; step < length + PACKETS; step++) {
        int out = step - place - 1; /* the packet that leaves, and arrives */
        int in = step - place;
        int sends = place < length && out >= 0 && out < PACKETS;
        int receives = place > 0 && place <= length && in >= 0 && in < PACKETS;
        if (sends || receives) {
            ct_schedule_move(schedule, step, sends ? (schedule->rank + 1) % SIZE : CT_NOBODY,
                             receives ? (schedule->rank + SIZE - 1) % SIZE : CT_NOBODY, 0);
        }
        if (sends) {
            ct_schedule_sends(schedule, 5, out);
        }
        if (receives) {
            ct_schedule_receives(schedule, 5, in);
        }
    }
}

static inline void chain_broadcast(ct_schedule *schedule) {
    chain(schedule, SIZE - 1);
}

static inline void chain_to_two(ct_schedule *schedule) {
    chain(schedule, 5); /* 5 6 7 0 1 2 */
}

/* Between rank 5 and all others, straight. */
static inline void star(ct_schedule *schedule, int outwards) {
    int rank = schedule->rank;
    for (int k = 1; k < SIZE; k++) {
        int other = (5 + k) % SIZE;
        int from = outwards ? 5 : other;
        int to = outwards ? other : 5;
        if (rank == from) {
            ct_schedule_move(schedule, k, to, CT_NOBODY, 0);
            ct_schedule_sends(schedule, from, to);
        } else if (rank == to) {
            ct_schedule_move(schedule, k, CT_NOBODY, from, 0);
            ct_schedule_receives(schedule, from, to);
        }
    }
}

static inline void star_scatter(ct_schedule *schedule) {
    star(schedule, 1);
}

static inline void star_gather(ct_schedule *schedule) {
    star(schedule, 0);
}

/* All send to the left first and receive from the right in a later step. */
static inline void ring_deadlock(ct_schedule *schedule) {
    int rank = schedule->rank;
    for (int k = 1; k < SIZE; k++) {
        int to = (rank + k) % SIZE;
        int from = (rank - k + SIZE) % SIZE;
        ct_schedule_move(schedule, 2 * k - 1, to, CT_NOBODY, 0);
        ct_schedule_sends(schedule, rank, to);
        ct_schedule_move(schedule, 2 * k, CT_NOBODY, from, 0);
        ct_schedule_receives(schedule, from, rank);
    }
}

static inline void missed_barrier(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        int flags = step == 2 && schedule->rank != 6 ? CT_MOVE_FENCE : 0;
        swap_bit(schedule, step, DIMENSION - step, (unsigned)flags);
    }
}

/* The ensemble of what every rank generates. */
static inline ct_ensemble *build(void (*generate)(ct_schedule *), int seconds) {
    ct_schedule *schedules[SIZE] = {NULL};
    ct_ensemble *ensemble = NULL;
    for (int rank = 0; rank < SIZE; rank++) {
        EXPECT_INT(ct_schedule_create(SIZE, rank, 0, &schedules[rank]), CT_OK);
        schedules[rank]->seconds = seconds;
        generate(schedules[rank]);
        EXPECT_INT(ct_schedule_finish(schedules[rank]), CT_OK);
    }
    EXPECT_INT(ct_ensemble_create(SIZE, schedules, &ensemble), CT_OK);
    return ensemble;
}

#endif
