/* Bine exchange: right, priced, and more local than others. */
#include "expect.h"
#include "rows.h"

static void expect_bine(int dimension) {
    const ct_algorithm *bine = ct_algorithm_find("bine");
    ct_topology flat = topology_of("flat", 1 << dimension, 0);
    const ct_parameters none = {.value = {{0}}};
    ct_check_report report = checked(bine, &flat, &none);
    EXPECT_INT(report.steps, dimension);
    for (int step = 0; step < report.steps; step++) {
        EXPECT(report.step[step].messages == flat.size &&
               report.step[step].largest == flat.size / 2 &&
               report.step[step].blocks == (ptrdiff_t)flat.size * flat.size / 2);
    }
    ct_check_report_clear(&report);
    expect_price_is_cost(bine, &flat, &none);
}

/* Blocks that cross from one group of so many consecutive ranks to another. */
static double crossing(const char *row, const ct_topology *topology, int group) {
    const ct_algorithm *algorithm;
    const ct_parameters parameters = parameters_of(row, topology, &algorithm);
    double blocks = 0;
    for (int rank = 0; rank < topology->size; rank++) {
        ct_schedule *schedule = NULL;
        EXPECT_INT(ct_algorithm_generate(algorithm, topology, &parameters, rank, &schedule), CT_OK);
        for (int i = 0; i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            if (move->send_to != CT_NOBODY && move->send_to / group != rank / group) {
                blocks += (double)ct_schedule_sent(schedule, move);
            }
        }
        ct_schedule_destroy(&schedule);
    }
    return blocks;
}

/* Nothing overflows on 2^30 ranks. */
static void expect_huge(void) {
    ct_topology huge = topology_of("flat", 1 << 30, 0);
    const ct_parameters none = {.value = {{0}}};
    for (int rank = 0; rank < huge.size && rank >= 0; rank = 2 * rank + 1) {
        ct_schedule *schedule = NULL;
        EXPECT_INT(ct_algorithm_generate(ct_algorithm_find("bine"), &huge, &none, rank, &schedule),
                   CT_OK);
        EXPECT_INT(schedule->move_count, 30);
        for (int i = 0; i < schedule->move_count; i++) {
            const int peer = schedule->moves[i].send_to;
            EXPECT(peer >= 0 && peer < huge.size && schedule->moves[i].receive_from == peer);
            EXPECT(ct_schedule_sent(schedule, &schedule->moves[i]) == 1 << 29);
        }
        ct_schedule_destroy(&schedule);
    }
}

/* What Bine exchange is for: of Bruck's blocks between groups it saves 11 to 34 %, as its paper
 * says, and of the standard exchange's where groups are no powers of two; where they are, those are
 * fewer. */
static void expect_local(void) {
    static const int groups[] = {8, 12, 16, 24, 32, 48, 64, 96, 128};
    for (int dimension = 6; dimension <= 8; dimension++) {
        ct_topology flat = topology_of("flat", 1 << dimension, 0);
        for (size_t i = 0; i < sizeof groups / sizeof *groups && 2 * groups[i] <= flat.size; i++) {
            const int group = groups[i];
            const double bine = crossing("bine", &flat, group);
            const double bruck = crossing("bruck --radix 2", &flat, group);
            const double standard = crossing("standard", &flat, group);
            EXPECT(bine < 0.9 * bruck && bine > 0.66 * bruck);
            EXPECT(group % 3 == 0 ? bine < standard : bine > standard);
            (void)printf("bine, P = %d, groups of %3d: %.2f of bruck's blocks cross, %.2f of "
                         "standard's\n",
                         flat.size, group, bine / bruck, bine / standard);
        }
    }
}

int main(void) {
    for (int dimension = 0; dimension <= 8; dimension++) {
        expect_bine(dimension);
    }
    expect_local();
    expect_huge();
    expect_error("flat:28", "bine", "2^d ranks");
    return expect_status();
}
