/* The checker rejects each of a family of broken schedules, for the right reason. */
#include "eight.h"

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

/* Nobody sends two messages in a step, but rank 5 receives seven. */
static void gather_at_once(ct_schedule *schedule) {
    int rank = schedule->rank;
    if (rank != 5) {
        ct_schedule_move(schedule, 1, 5, CT_NOBODY, 0);
        ct_schedule_sends(schedule, rank, 5);
    }
    for (int from = 0; rank == 5 && from < SIZE; from++) {
        if (from != rank) {
            ct_schedule_move(schedule, 1, CT_NOBODY, from, 0);
            ct_schedule_receives(schedule, from, rank);
        }
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

static void ready_too_early(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        unsigned fence = step == 1 ? CT_MOVE_FENCE : 0;
        swap_bit(schedule, step, DIMENSION - step, CT_MOVE_PHASE | CT_MOVE_READY | fence);
    }
}

/* Two moves in step 1, these flags on them. */
static void two_in_a_step(ct_schedule *schedule, unsigned first, unsigned second) {
    for (int k = 1; k < SIZE; k++) {
        int peer = schedule->rank ^ k;
        unsigned flags = k == 1 ? first : k == 2 ? second : 0;
        ct_schedule_move(schedule, k < 3 ? 1 : k, peer, peer, flags);
        ct_schedule_sends(schedule, schedule->rank, peer);
        ct_schedule_receives(schedule, peer, schedule->rank);
    }
}

static void late_fence(ct_schedule *schedule) {
    two_in_a_step(schedule, 0, CT_MOVE_FENCE);
}

static void second_fence(ct_schedule *schedule) {
    two_in_a_step(schedule, CT_MOVE_FENCE, CT_MOVE_FENCE);
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

/* Rank 4 means a pairwise exchange with rank 5, which does not. */
static void pairwise_on_one_side(ct_schedule *schedule) {
    for (int step = 1; step <= DIMENSION; step++) {
        int one = step == 3 && schedule->rank == 4;
        swap_bit(schedule, step, DIMENSION - step, one ? CT_MOVE_PAIRWISE : 0);
    }
}

/* Rank 4 and rank 5 exchange, but rank 5 sends and receives in a move each. */
static void pairwise_with_two_moves(ct_schedule *schedule) {
    int rank = schedule->rank;
    for (int step = 1; step < SIZE; step++) {
        int peer = rank ^ step;
        int apart = rank == 5 && peer == 4;
        ct_schedule_move(schedule, step, peer, apart ? CT_NOBODY : peer,
                         rank + peer == 4 + 5 ? CT_MOVE_PAIRWISE : 0);
        ct_schedule_sends(schedule, rank, peer);
        if (apart) {
            ct_schedule_move(schedule, step, CT_NOBODY, peer, CT_MOVE_PAIRWISE);
        }
        ct_schedule_receives(schedule, peer, rank);
    }
}

/* Rank 3 sends its last block a step after it has its partner's. */
static void sent_a_step_later(ct_schedule *schedule) {
    int rank = schedule->rank;
    for (int step = 1; step < SIZE; step++) {
        int peer = rank ^ step;
        int late = step == SIZE - 1 && rank == 3;
        ct_schedule_move(schedule, step, late ? CT_NOBODY : peer, peer, 0);
        if (!late) {
            ct_schedule_sends(schedule, rank, peer);
        }
        ct_schedule_receives(schedule, peer, rank);
        if (late) {
            ct_schedule_move(schedule, SIZE, peer, CT_NOBODY, 0);
            ct_schedule_sends(schedule, rank, peer);
        }
    }
}

/* The last message of rank 6 names the second network, that of its partner the first. */
static void on_another_rail(ct_schedule *schedule) {
    right_direct(schedule);
    ct_schedule_rail(schedule, schedule->rank == 6);
}

static void to_oneself(ct_schedule *schedule) {
    right_direct(schedule);
    ct_schedule_move(schedule, SIZE, schedule->rank, schedule->rank, 0);
    ct_schedule_sends(schedule, schedule->rank, schedule->rank);
    ct_schedule_receives(schedule, schedule->rank, schedule->rank);
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

int main(void) {
    ct_pattern exchange = {.kind = CT_EXCHANGE};
    ct_pattern all_gather = {.kind = CT_ALL_GATHER, .packets = PACKETS};
    ct_pattern to_three = {.kind = CT_POINT_TO_POINT, .root = 5, .target = 3, .packets = PACKETS};
    expect_wrong(missing_step, "without holding it");
    expect_wrong(missing_last_step, "never arrives");
    expect_wrong(lost_block, "never arrives");
    expect_wrong(swapped_steps, "without holding it");
    expect_wrong(one_in_wrong_order, "rank 5, step 1: sends block (1, 4) to rank 4 without");
    expect_wrong(unreceived, "rank 1, step 8: sends to rank 6, which never receives it");
    expect_wrong(unsent, "rank 1, step 8: waits for a message from rank 6 that is never sent");
    expect_wrong(on_another_rail,
                 "rank 1, step 7: waits on rail 0 for what rank 6 sends on rail 1");
    expect_wrong(sent_twice, "step 8: sends block (0, 1) to rank 1 without holding it");
    expect_wrong(arrives_twice, "rank 2: block (2, 2) never arrives");
    expect_wrong(different_blocks, "rank 4, step 3: expects block (7, 5) from rank 7, which sends "
                                   "block (7, 4) in its step 3");
    expect_wrong(too_early, "step 1: sends block");
    expect_wrong(ring_deadlock,
                 "deadlock: with 1 steps in flight rank 0 waits in step 1 to send to");
    expect_wrong(missed_barrier, "barrier before step 2, which not all ranks enter");
    expect_wrong(late_fence, "rank 0, step 1: a fence behind the first move of the step");
    expect_wrong(second_fence, "rank 0, step 1: a fence behind the first move of the step");
    expect_wrong(ready_too_early, "step 2: a ready send to rank");
    expect_wrong(pairwise_with_two, "not one of a pair");
    expect_wrong(pairwise_on_one_side,
                 "rank 4, step 3: a pairwise move to rank 5 is not one of a pair");
    expect_wrong(pairwise_with_two_moves,
                 "rank 4, step 1: a pairwise move to rank 5 is not one of a pair");
    expect_wrong(to_oneself, "a message to itself");
    expect_wrong_as(repeating_all_gather, all_gather, NULL, "a second time");
    expect_wrong_as(chain_to_two, to_three, NULL, "rank 2: ends with 3 blocks instead of 0");
    expect_wrong_as(doubled_sender, exchange, &(ct_promise){.ports = 1}, "a rank sends 2");
    expect_wrong_as(gather_at_once, (ct_pattern){.kind = CT_GATHER, .root = 5},
                    &(ct_promise){.ports = 1}, "a rank sends 1 and a rank receives 7 messages");
    expect_wrong_as(standard, exchange, &(ct_promise){.steps = 4}, "3 steps where 4 are promised");
    expect_wrong_as(standard, exchange, &(ct_promise){.link_load = 2}, "no link carries");
    expect_wrong_as(sent_a_step_later, exchange, &(ct_promise){.lockstep = 1}, "lockstep");
    expect_wrong_as(doubled_sender, exchange, &(ct_promise){.link_load = 1}, "a link carries 2");
    return expect_status();
}
