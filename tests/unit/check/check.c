/* The checker passes right schedules of every pattern, reports what it counted, and tells a
 * deadlock that more steps in flight dissolve from one that nothing does. */
#include "eight.h"

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
static void expect_steps_in_flight(void) {
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

static void expect_too_large(const char *row, const char *text, const char *moves) {
    ct_topology topology;
    ct_check_report report;
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    EXPECT_INT(ct_check_algorithm(ct_algorithm_find(row), &topology, NULL, &report),
               CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), row);
    EXPECT_TEXT(ct_error_message(), text);
    EXPECT_TEXT(ct_error_message(), moves);
}

int main(void) {
    ct_pattern exchange = {.kind = CT_EXCHANGE};
    ct_pattern all_gather = {.kind = CT_ALL_GATHER, .packets = PACKETS};
    ct_pattern repeating = {.kind = CT_ALL_GATHER, .packets = PACKETS, .repeats = 1};
    ct_pattern broadcast = {.kind = CT_BROADCAST, .root = 5, .packets = PACKETS};
    ct_pattern to_two = {.kind = CT_POINT_TO_POINT, .root = 5, .target = 2, .packets = PACKETS};
    expect_right(standard, exchange, 3);
    expect_right(right_direct, exchange, 7);
    expect_right(ring_all_gather, all_gather, 7);
    expect_right(repeating_all_gather, repeating, 15);
    expect_right(chain_broadcast, broadcast, 9);
    expect_right(chain_to_two, to_two, 7);
    expect_right(star_scatter, (ct_pattern){.kind = CT_SCATTER, .root = 5}, 7);
    expect_right(star_gather, (ct_pattern){.kind = CT_GATHER, .root = 5}, 7);
    expect_report();
    expect_steps_in_flight();
    expect_too_large("direct", "flat:65536", "about 4.29e+09 moves, at most 268435456");
    expect_too_large("gather", "hypercube:30", "about 1.07e+09 moves, at most 268435456");
    return expect_status();
}
