/* The schedule container: building, sets, sticky failures. */
#include "expect.h"

#include <stdint.h>

#include <cornerturn/algorithm.h>

static void expect_building(void) {
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_schedule_create(8, 3, 0, &schedule), CT_OK);
    ct_run two[] = {{6, 4, 1}, {4, 1, 1}}; /* 6 7 0 1, 4 */
    ct_rank_set set = ct_schedule_set(schedule, two, 2);
    ct_rank_set single = ct_schedule_set(schedule, &two[1], 1);
    EXPECT(set < 0);
    EXPECT_INT(single, 4);
    for (int step = 1; step <= 100; step++) {
        ct_schedule_move(schedule, step, 4, 2, step == 1 ? CT_MOVE_PHASE : 0);
        ct_schedule_sends(schedule, set, single);
        ct_schedule_sends(schedule, 5, 5);
        ct_schedule_receives(schedule, 1, 2);
    }
    EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
    EXPECT_INT(schedule->move_count, 100);
    EXPECT_INT(schedule->product_count, 300);
    EXPECT_INT(schedule->moves[99].first_product, 297);
    EXPECT_INT(schedule->moves[99].send_products, 2);
    EXPECT_INT(schedule->moves[99].receive_products, 1);
    EXPECT_INT(schedule->moves[0].flags, CT_MOVE_PHASE);
    EXPECT_INT(ct_schedule_set_size(schedule, set), 5);
    EXPECT_INT(ct_schedule_set_size(schedule, 7), 1);
    ct_run storage;
    const ct_run *runs = NULL;
    EXPECT_INT(ct_schedule_runs(schedule, set, &storage, &runs), 2);
    EXPECT_INT(runs[0].first, 6);
    EXPECT_INT(ct_schedule_runs(schedule, 7, &storage, &runs), 1);
    EXPECT_INT(runs[0].first, 7);
    EXPECT(ct_schedule_bytes(schedule) < 100 * 24 + 300 * 8 + 300);
    ct_schedule_destroy(&schedule);
    EXPECT(schedule == NULL);
    ct_schedule_destroy(&schedule);
}

/* ---- sets and blocks, against sets spelt out ---- */

/* The blocks that a walk gives, as "0,1 0,2 ". */
static void expect_blocks(ct_schedule *schedule, ct_block_walk walk, ptrdiff_t count,
                          const char *blocks) {
    char text[512] = "";
    ptrdiff_t walked = 0;
    for (int origin, second; ct_block_next(&walk, &origin, &second); walked++) {
        size_t used = strlen(text);
        (void)snprintf(text + used, sizeof text - used, "%d,%d ", origin, second);
    }
    EXPECT_INT(walked, count);
    EXPECT(strcmp(text, blocks) == 0);
    EXPECT_INT(ct_schedule_sent(schedule, &schedule->moves[0]) +
                   ct_schedule_received(schedule, &schedule->moves[0]),
               7 + 4);
}

static void expect_walks(void) {
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_schedule_create(8, 3, 1, &schedule), CT_OK);
    schedule->seconds = 5;
    ct_run round[] = {{7, 2, 1}, {-3, 1, 1}, {4, 0, 1}}; /* 7 0, 5, and nothing */
    ct_schedule_move(schedule, 1, 4, 2, 0);
    ct_schedule_sends(schedule, ct_schedule_set(schedule, round, 3), 2);
    ct_schedule_sends(schedule, ct_schedule_set(schedule, round + 2, 1), 4);
    ct_schedule_sends(schedule, 6, ct_schedule_strided(schedule, 3, 4, 1)); /* mod 5 packets */
    ct_schedule_receives(schedule, ct_schedule_range(schedule, -7, 1), 0);  /* 1 */
    ct_schedule_receives(schedule, ct_schedule_range(schedule, 10, 1), 0);  /* 2 */
    ct_schedule_receives(schedule, 1, ct_schedule_strided(schedule, 4, 2, -2));
    EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
    expect_blocks(schedule, ct_blocks_sent(schedule, &schedule->moves[0]), 7,
                  "7,2 0,2 5,2 6,3 6,4 6,0 6,1 ");
    expect_blocks(schedule, ct_blocks_received(schedule, &schedule->moves[0]), 4,
                  "1,0 2,0 1,4 1,2 ");
    ct_schedule_destroy(&schedule);
}

/* All masks and values of five bits: the members, ascending within their runs, once each. */
static void expect_bits(void) {
    for (int mask = 0; mask < 32; mask++) {
        for (int value = 0; value < 32; value += 5) {
            ct_schedule *schedule = NULL;
            int seen[32] = {0};
            EXPECT_INT(ct_schedule_create(32, 0, 1, &schedule), CT_OK);
            ct_rank_set set = ct_schedule_bits(schedule, 5, mask, value);
            ct_schedule_move(schedule, 1, 1, CT_NOBODY, 0);
            ct_schedule_sends(schedule, set, 0);
            EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
            ct_block_walk walk = ct_blocks_sent(schedule, &schedule->moves[0]);
            for (int origin, second; ct_block_next(&walk, &origin, &second);) {
                seen[origin]++;
            }
            for (int rank = 0; rank < 32; rank++) {
                EXPECT_INT(seen[rank], ((rank ^ value) & mask) == 0);
            }
            ct_schedule_destroy(&schedule);
        }
    }
}

static void expect_members(void) {
    static const int members[] = {2, 3, 4, 9, 11, 13, 14};
    ct_schedule *schedule = NULL;
    ct_run storage;
    const ct_run *runs = NULL;
    EXPECT_INT(ct_schedule_create(16, 0, 0, &schedule), CT_OK);
    ct_rank_set set = ct_schedule_members(schedule, members, 7);
    EXPECT_INT(ct_schedule_members(schedule, members + 3, 1), 9);
    EXPECT_INT(ct_schedule_set_size(schedule, set), 7);
    EXPECT_INT(ct_schedule_runs(schedule, set, &storage, &runs), 3); /* 2-4, 9-13 by 2, 14 */
    EXPECT(runs[1].first == 9 && runs[1].count == 3 && runs[1].stride == 2);
    EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
    ct_schedule_destroy(&schedule);
}

static void expect_rails(void) {
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_schedule_create(4, 0, 1, &schedule), CT_OK);
    ct_schedule_move(schedule, 1, 1, 1, 0);
    ct_schedule_rail(schedule, 3);
    EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
    EXPECT_INT(schedule->moves[0].rail, 3);
    EXPECT_INT(sizeof(ct_move), 24);
    ct_schedule_destroy(&schedule);
}

/* ---- equality ---- */

/* Rank 0 of 8: 4 and 5 to rank 1 in step 1, two blocks from rank 2. */
static ct_schedule *to_compare(int send_to, int receive_from, int sent, int received) {
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_schedule_create(8, 0, 1, &schedule), CT_OK);
    ct_schedule_move(schedule, 1, send_to, receive_from, 0);
    ct_schedule_sends(schedule, 0, ct_schedule_range(schedule, sent, 2));
    ct_schedule_receives(schedule, ct_schedule_range(schedule, received, 2), 0);
    EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
    return schedule;
}

/* Compares with the first, both ways round, and destroys `other`. */
static void expect_equal(ct_schedule *other, int equal) {
    ct_schedule *one = to_compare(1, 2, 4, 2);
    EXPECT_INT(ct_schedule_equal(one, other), equal);
    EXPECT_INT(ct_schedule_equal(other, one), equal);
    ct_schedule_destroy(&one);
    ct_schedule_destroy(&other);
}

static void expect_equalities(void) {
    expect_equal(to_compare(1, 2, 4, 2), 1);
    expect_equal(to_compare(3, 2, 4, 2), 0);
    expect_equal(to_compare(1, 3, 4, 2), 0);
    expect_equal(to_compare(1, 2, 5, 2), 0);
    expect_equal(to_compare(1, 2, 4, 3), 0);
    ct_schedule *other = to_compare(1, 2, 4, 2); /* a message of more blocks */
    ct_schedule_receives(other, 7, 0);
    expect_equal(other, 0);
    other = to_compare(1, 2, 4, 2); /* one move more */
    ct_schedule_move(other, 2, 1, CT_NOBODY, 0);
    expect_equal(other, 0);
    other = to_compare(1, 2, 4, 2);
    other->rank = 6;
    expect_equal(other, 0);
    other = to_compare(1, 2, 4, 2);
    other->size = 16;
    expect_equal(other, 0);
    other = NULL; /* the same blocks in other sets, at another time */
    EXPECT_INT(ct_schedule_create(8, 0, 1, &other), CT_OK);
    ct_schedule_move(other, 3, 1, 2, CT_MOVE_FENCE);
    ct_schedule_rail(other, 1);
    ct_schedule_sends(other, 0, 4);
    ct_schedule_sends(other, 0, 5);
    ct_schedule_receives(other, 2, 0);
    ct_schedule_receives(other, 3, 0);
    expect_equal(other, 1);
}

/* ---- misuse ---- */

/* One misuse: builds on a fresh schedule of rank 0 of 4 and expects `message` at the end. */
static void expect_misuse(void (*build)(ct_schedule *), const char *message) {
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_schedule_create(4, 0, 1, &schedule), CT_OK);
    build(schedule);
    ct_schedule_move(schedule, 9, 1, 1, 0); /* goes on as if nothing had happened */
    EXPECT_INT(ct_schedule_finish(schedule), CT_ERROR_INTERNAL);
    EXPECT_TEXT(ct_error_message(), message);
    ct_schedule_destroy(&schedule);
}

static void peer_out_of_range(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, 4, 0, 0);
}

static void step_goes_back(ct_schedule *schedule) {
    ct_schedule_move(schedule, 2, 1, 1, 0);
    ct_schedule_move(schedule, 1, 1, 1, 0);
}

static void send_without_receiver(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, CT_NOBODY, 1, 0);
    ct_schedule_sends(schedule, 0, 1);
}

static void receive_without_sender(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, 1, CT_NOBODY, 0);
    ct_schedule_receives(schedule, 0, 1);
}

static void product_without_move(ct_schedule *schedule) {
    ct_schedule_sends(schedule, 0, 1);
}

static void origin_out_of_range(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, 1, 1, 0);
    ct_schedule_sends(schedule, 4, 0);
}

static void unknown_set(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, 1, 1, 0);
    ct_schedule_receives(schedule, 0, -1);
}

static void rail_without_move(ct_schedule *schedule) {
    ct_schedule_rail(schedule, 1);
}

static void too_many_sends(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, 1, CT_NOBODY, 0);
    for (int i = 0; i <= UINT16_MAX; i++) {
        ct_schedule_sends(schedule, 0, 1);
    }
}

static void too_many_receives(ct_schedule *schedule) {
    ct_schedule_move(schedule, 1, CT_NOBODY, 1, 0);
    for (int i = 0; i <= UINT16_MAX; i++) {
        ct_schedule_receives(schedule, 1, 0);
    }
}

static void expect_most_products(void) {
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_schedule_create(4, 0, 1, &schedule), CT_OK);
    ct_schedule_move(schedule, 1, 1, CT_NOBODY, 0);
    for (int i = 0; i < UINT16_MAX; i++) {
        ct_schedule_sends(schedule, 0, 1);
    }
    EXPECT_INT(ct_schedule_finish(schedule), CT_OK);
    EXPECT_INT(schedule->moves[0].send_products, UINT16_MAX);
    ct_schedule_destroy(&schedule);
}

/* What a direct exchange of 4096 ranks takes for one of them. */
static void expect_small(void) {
    ct_schedule *schedule = NULL;
    const ct_topology flat = ct_topology_flat(4096);
    EXPECT_INT(ct_algorithm_generate(ct_algorithm_find("direct"), &flat, NULL, 1234, &schedule),
               CT_OK);
    EXPECT_INT(schedule->move_count, 4095);
    EXPECT(ct_schedule_bytes(schedule) < 200000);
    ct_schedule_destroy(&schedule);
}

int main(void) {
    ct_schedule *schedule = NULL;
    expect_building();
    expect_walks();
    expect_bits();
    expect_members();
    expect_rails();
    expect_small();
    expect_equalities();
    expect_misuse(origin_out_of_range, "origin or destination out of range");
    expect_misuse(unknown_set, "origin or destination out of range");
    expect_misuse(rail_without_move, "a rail needs a move");
    expect_misuse(peer_out_of_range, "peer out of range");
    expect_misuse(step_goes_back, "never decrease");
    expect_misuse(send_without_receiver, "sends need a receiver");
    expect_misuse(receive_without_sender, "receives need a sender");
    expect_misuse(product_without_move, "needs a move");
    expect_misuse(too_many_sends, "at most 65535 products");
    expect_misuse(too_many_receives, "at most 65535 products");
    expect_most_products();
    EXPECT_INT(ct_schedule_create(4, 4, 0, &schedule), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_schedule_create(0, 0, 0, &schedule), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "0 .. size-1");
    EXPECT_TEXT(ct_error_origin(), "schedule.c:");
    return expect_status();
}
