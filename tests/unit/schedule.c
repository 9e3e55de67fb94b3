/* The schedule container: building, sets, sticky failures. */
#include "expect.h"

#include <cornerturn/schedule.h>

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

int main(void) {
    ct_schedule *schedule = NULL;
    expect_building();
    expect_misuse(peer_out_of_range, "peer out of range");
    expect_misuse(step_goes_back, "never decrease");
    expect_misuse(send_without_receiver, "sends need a receiver");
    expect_misuse(receive_without_sender, "receives need a sender");
    expect_misuse(product_without_move, "needs a move");
    EXPECT_INT(ct_schedule_create(4, 4, 0, &schedule), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_schedule_create(0, 0, 0, &schedule), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "0 .. size-1");
    EXPECT_TEXT(ct_error_origin(), "schedule.c:");
    return expect_status();
}
