/* The checker: right schedules of every pattern pass, and each of a family of broken ones is
 * rejected for the right reason. */
#include "expect.h"

#include <cornerturn/check.h>

enum { DIMENSION = 3, SIZE = 8 };

/* ---- a standard exchange, highest bit first, written anew for these tests ---- */

static void swap_bit(ct_schedule *schedule, int step, int bit, unsigned flags) {
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

static void standard(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        swap_bit(schedule, step, DIMENSION - step, step == 1 ? CT_MOVE_PHASE : 0);
    }
}

/* ---- broken ones ---- */

static void missing_step(ct_schedule *schedule) {
    swap_bit(schedule, 1, 2, 0);
    swap_bit(schedule, 2, 0, 0);
}

static void missing_last_step(ct_schedule *schedule) {
    swap_bit(schedule, 1, 2, 0);
    swap_bit(schedule, 2, 1, 0);
}

static void swapped_steps(ct_schedule *schedule) {
    swap_bit(schedule, 1, 1, 0);
    swap_bit(schedule, 2, 2, 0);
    swap_bit(schedule, 3, 0, 0);
}

/* Rank 5 turns to its partners in the other order. */
static void one_in_wrong_order(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        swap_bit(schedule, step, schedule->rank == 5 ? step - 1 : DIMENSION - step, 0);
    }
}

static void direct(ct_schedule *schedule, int lost_step) {
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

static void right_direct(ct_schedule *schedule) {
    direct(schedule, 0);
}

static void lost_block(ct_schedule *schedule) {
    direct(schedule, 4);
}

static void unreceived(ct_schedule *schedule) {
    right_direct(schedule);
    if (schedule->rank == 1) {
        ct_schedule_move(schedule, SIZE, 6, CT_NOBODY, 0);
    }
}

static void unsent(ct_schedule *schedule) {
    right_direct(schedule);
    if (schedule->rank == 1) {
        ct_schedule_move(schedule, SIZE, CT_NOBODY, 6, 0);
    }
}

/* Everybody sends two messages in step 1, which is not one port; both begin with the first bit. */
static void doubled_sender(ct_schedule *schedule) {
    static const int by_order[] = {1, 3, 2, 4, 5, 6, 7};
    for (int k = 1; k < SIZE; k++) {
        int peer = schedule->rank ^ by_order[k - 1];
        ct_schedule_move(schedule, k < 3 ? 1 : k - 1, peer, peer, 0);
        ct_schedule_sends(schedule, schedule->rank, peer);
        ct_schedule_receives(schedule, peer, schedule->rank);
    }
}

static void sent_twice(ct_schedule *schedule) {
    int rank = schedule->rank;
    right_direct(schedule);
    ct_schedule_move(schedule, SIZE, rank ^ 1, rank ^ 1, 0);
    ct_schedule_sends(schedule, rank, rank ^ 1);
    ct_schedule_receives(schedule, rank ^ 1, rank);
}

/* A block that its receiver holds already, since it made it up itself. */
static void arrives_twice(ct_schedule *schedule) {
    right_direct(schedule);
    if (schedule->rank == 2) {
        ct_schedule_move(schedule, SIZE, 3, CT_NOBODY, 0);
        ct_schedule_sends(schedule, 2, 2);
    }
    if (schedule->rank == 3) {
        ct_schedule_move(schedule, SIZE, CT_NOBODY, 2, 0);
        ct_schedule_receives(schedule, 2, 2);
    }
}

/* Both ends speak of other blocks. */
static void different_blocks(ct_schedule *schedule) {
    int rank = schedule->rank;
    for (int step = 1; step < SIZE; step++) {
        int peer = rank ^ step;
        ct_schedule_move(schedule, step, peer, peer, 0);
        ct_schedule_sends(schedule, rank, peer);
        ct_schedule_receives(schedule, peer, step == 3 && rank == 4 ? 5 : rank);
    }
}

/* Sends on what arrives in the same step. */
static void too_early(ct_schedule *schedule) {
    for (int bit = DIMENSION - 1; bit >= 0; bit--) {
        swap_bit(schedule, 1, bit, 0);
    }
}

/* All send to the left first and receive from the right in a later step. */
static void ring_deadlock(ct_schedule *schedule) {
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

static void missed_barrier(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        int flags = step == 2 && schedule->rank != 6 ? CT_MOVE_FENCE : 0;
        swap_bit(schedule, step, DIMENSION - step, (unsigned)flags);
    }
}

static void ready_too_early(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        unsigned fence = step == 1 ? CT_MOVE_FENCE : 0;
        swap_bit(schedule, step, DIMENSION - step, CT_MOVE_PHASE | CT_MOVE_READY | fence);
    }
}

static void pairwise_with_two(ct_schedule *schedule) {
    int rank = schedule->rank;
    for (int k = 1; k < SIZE; k++) {
        int to = (rank + k) % SIZE;
        int from = (rank - k + SIZE) % SIZE;
        ct_schedule_move(schedule, k, to, from, CT_MOVE_PAIRWISE);
        ct_schedule_sends(schedule, rank, to);
        ct_schedule_receives(schedule, from, rank);
    }
}

static void to_oneself(ct_schedule *schedule) {
    right_direct(schedule);
    ct_schedule_move(schedule, SIZE, schedule->rank, schedule->rank, 0);
    ct_schedule_sends(schedule, schedule->rank, schedule->rank);
    ct_schedule_receives(schedule, schedule->rank, schedule->rank);
}

/* ---- other patterns, tokens (origin, packet) or (origin, destination) ---- */

enum { PACKETS = 3 };

static void ring_all_gather(ct_schedule *schedule) {
    int rank = schedule->rank;
    ct_rank_set packets = ct_schedule_range(schedule, 0, PACKETS);
    for (int step = 1; step < SIZE; step++) {
        ct_schedule_move(schedule, step, (rank + 1) % SIZE, (rank + SIZE - 1) % SIZE, 0);
        ct_schedule_sends(schedule, (rank - step + 1 + SIZE) % SIZE, packets);
        ct_schedule_receives(schedule, (rank - step + SIZE) % SIZE, packets);
    }
}

/* Everybody hears the first packet of rank 0 from it once more. */
static void repeating_all_gather(ct_schedule *schedule) {
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
static void chain(ct_schedule *schedule, int length) {
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

static void chain_broadcast(ct_schedule *schedule) {
    chain(schedule, SIZE - 1);
}

static void chain_to_two(ct_schedule *schedule) {
    chain(schedule, 5); /* 5 6 7 0 1 2 */
}

/* Between rank 5 and all others, straight. */
static void star(ct_schedule *schedule, int outwards) {
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

static void star_scatter(ct_schedule *schedule) {
    star(schedule, 1);
}

static void star_gather(ct_schedule *schedule) {
    star(schedule, 0);
}

/* ---- running them ---- */

static ct_ensemble *build(void (*generate)(ct_schedule *), int seconds) {
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

static void expect_right(void (*generate)(ct_schedule *), ct_pattern pattern, int steps) {
    ct_topology cube;
    ct_check_report report;
    ct_ensemble *ensemble = build(generate, ct_pattern_seconds(&pattern, SIZE));
    EXPECT_INT(ct_topology_parse("hypercube:3", &cube), CT_OK);
    ct_status status = ct_check(ensemble, &cube, &pattern, NULL, &report);
    EXPECT_INT(status, CT_OK);
    if (status != CT_OK) {
        (void)fprintf(stderr, "    %s\n", ct_error_message());
    }
    EXPECT_INT(report.steps, steps);
    EXPECT_INT(report.lockstep, 1);
    for (int window = 1; window <= steps + 1; window++) {
        EXPECT_INT(ct_check_progress(ensemble, window), CT_OK);
    }
    ct_check_report_clear(&report);
    ct_ensemble_destroy(&ensemble);
}

static void expect_wrong_as(void (*generate)(ct_schedule *), ct_pattern pattern,
                            const ct_promise *promise, const char *reason) {
    ct_topology cube;
    ct_check_report report;
    ct_ensemble *ensemble = build(generate, ct_pattern_seconds(&pattern, SIZE));
    EXPECT_INT(ct_topology_parse("hypercube:3", &cube), CT_OK);
    EXPECT_INT(ct_check(ensemble, &cube, &pattern, promise, &report), CT_ERROR_INTERNAL);
    EXPECT_TEXT(ct_error_message(), reason);
    EXPECT(report.step == NULL);
    ct_ensemble_destroy(&ensemble);
}

static void expect_wrong(void (*generate)(ct_schedule *), const char *reason) {
    expect_wrong_as(generate, (ct_pattern){.kind = CT_EXCHANGE}, NULL, reason);
}

static void expect_report(void) {
    ct_topology cube;
    ct_check_report report;
    ct_pattern exchange = {.kind = CT_EXCHANGE};
    ct_ensemble *ensemble = build(standard, SIZE);
    EXPECT_INT(ct_topology_parse("hypercube:3", &cube), CT_OK);
    EXPECT_INT(ct_check(ensemble, &cube, &exchange, NULL, &report), CT_OK);
    EXPECT_INT(report.total.messages, 24);
    EXPECT_INT(report.total.blocks, 3 * 8 * 4);
    EXPECT_INT(report.largest_sum, 12);
    EXPECT_INT(report.step[1].largest, 4);
    EXPECT_INT(report.total.link_load, 1);
    EXPECT_INT(report.links[1], 24); /* every directed link of the cube once */
    EXPECT_INT(report.links[2], 0);
    EXPECT_INT(report.total.most_sends, 1);
    EXPECT_INT(report.most_held, 8);
    EXPECT_INT(report.repeats, 0);
    ct_check_report_clear(&report);
    ct_ensemble_destroy(&ensemble);
}

/* A deadlock at window 1 that two steps in flight dissolve, and one that nothing does. */
static void expect_windows(void) {
    ct_ensemble *ring = build(ring_deadlock, SIZE);
    EXPECT_INT(ct_check_progress(ring, 1), CT_ERROR_INTERNAL);
    EXPECT_INT(ct_check_progress(ring, 2), CT_OK);
    EXPECT_INT(ct_check_progress(ring, 0), CT_ERROR_ARGUMENT);
    ct_ensemble_destroy(&ring);
    ct_ensemble *barrier = build(missed_barrier, SIZE);
    for (int window = 1; window < 5; window++) {
        EXPECT_INT(ct_check_progress(barrier, window), CT_ERROR_INTERNAL);
    }
    ct_ensemble_destroy(&barrier);
}

int main(void) {
    ct_pattern exchange = {.kind = CT_EXCHANGE};
    ct_pattern all_gather = {.kind = CT_ALL_GATHER, .packets = PACKETS};
    ct_pattern repeating = {.kind = CT_ALL_GATHER, .packets = PACKETS, .repeats = 1};
    ct_pattern broadcast = {.kind = CT_BROADCAST, .root = 5, .packets = PACKETS};
    ct_pattern to_two = {.kind = CT_POINT_TO_POINT, .root = 5, .target = 2, .packets = PACKETS};
    ct_pattern to_three = {.kind = CT_POINT_TO_POINT, .root = 5, .target = 3, .packets = PACKETS};
    expect_right(standard, exchange, 3);
    expect_right(right_direct, exchange, 7);
    expect_right(ring_all_gather, all_gather, 7);
    expect_right(repeating_all_gather, repeating, 15);
    expect_right(chain_broadcast, broadcast, 9);
    expect_right(chain_to_two, to_two, 7);
    expect_right(star_scatter, (ct_pattern){.kind = CT_SCATTER, .root = 5}, 7);
    expect_right(star_gather, (ct_pattern){.kind = CT_GATHER, .root = 5}, 7);
    expect_report();
    expect_windows();

    expect_wrong(missing_step, "without holding it");
    expect_wrong(missing_last_step, "never arrives");
    expect_wrong(lost_block, "never arrives");
    expect_wrong(swapped_steps, "without holding it");
    expect_wrong(one_in_wrong_order, "rank 5, step 1: sends block (1, 4) to rank 4 without");
    expect_wrong(unreceived, "rank 1, step 8: sends to rank 6, which never receives it");
    expect_wrong(unsent, "rank 1, step 8: waits for a message from rank 6 that is never sent");
    expect_wrong(sent_twice, "step 8: sends block (0, 1) to rank 1 without holding it");
    expect_wrong(arrives_twice, "rank 2: block (2, 2) never arrives");
    expect_wrong(different_blocks, "rank 4, step 3: expects block (7, 5) from rank 7, which sends "
                                   "block (7, 4) in its step 3");
    expect_wrong(too_early, "step 1: sends block");
    expect_wrong(ring_deadlock,
                 "deadlock: with 1 steps in flight rank 0 waits in step 1 to send to");
    expect_wrong(missed_barrier, "barrier before step 2, which not all ranks enter");
    expect_wrong(ready_too_early, "step 2: a ready send to rank");
    expect_wrong(pairwise_with_two, "not one of a pair");
    expect_wrong(to_oneself, "a message to itself");
    expect_wrong_as(repeating_all_gather, all_gather, NULL, "a second time");
    expect_wrong_as(chain_to_two, to_three, NULL, "rank 2: ends with 3 blocks instead of 0");
    expect_wrong_as(doubled_sender, exchange, &(ct_promise){.ports = 1}, "a rank sends 2");
    expect_wrong_as(standard, exchange, &(ct_promise){.steps = 4}, "3 steps where 4 are promised");
    expect_wrong_as(standard, exchange, &(ct_promise){.link_load = 2}, "no link carries");
    expect_wrong_as(doubled_sender, exchange, &(ct_promise){.link_load = 1}, "a link carries 2");
    return expect_status();
}
