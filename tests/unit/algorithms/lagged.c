/* Lagged exchange: right, priced, what comes just before is never forwarded, and the exchanges that
 * it generalises; what tuning finds for machines whose best is known. */
#include "expect.h"
#include "rows.h"

#include "algorithms/exchange/lagged/sums.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static void expect_right(const char *row, int size) {
    const ct_algorithm *lagged;
    ct_topology flat = topology_of("flat", size, 0);
    const ct_parameters parameters = parameters_of(row, &flat, &lagged);
    ct_check_report report = checked(lagged, &flat, &parameters);
    ct_check_report_clear(&report);
    expect_price_is_cost(lagged, &flat, &parameters);
}

/* The blocks of each message against the distances that are sums with its shift, every distance
 * being taken apart by itself from its largest shift downwards. */
static void expect_sums(int size, const ct_value *groups, const ct_value *lags) {
    ct_sums sums;
    ct_sums_make(size, groups, lags, &sums);
    long long *wanted = calloc((size_t)sums.shifts + 1, sizeof *wanted);
    for (int distance = 1; distance < size; distance++) {
        int64_t rest = distance;
        for (int group = sums.groups; rest > 0; group--) {
            if (rest < sums.below[group - 1]) {
                continue;
            }
            const int64_t index = (rest - sums.below[group - 1]) / ct_sums_reach(&sums, group);
            wanted[sums.before[group] + index]++;
            rest -= ct_sums_shift(&sums, group, (int)index);
            EXPECT(rest < sums.below[sums.from[group]]);
        }
    }
    for (int group = 1; group <= sums.groups; group++) {
        for (int v = 0; v < sums.count[group]; v++) {
            const ct_sums_extent extent = ct_sums_extent_of(&sums, group, v);
            EXPECT(extent.whole * ct_sums_reach(&sums, group) + extent.rest ==
                   wanted[sums.before[group] + v]);
        }
    }
    free(wanted);
}

/* With lag L a message needs nothing of the L - 1 before it. */
static void expect_lag(int size, int lag) {
    const ct_algorithm *lagged;
    ct_topology flat = topology_of("flat", size, 0);
    char row[40];
    (void)snprintf(row, sizeof row, "lagged --groups 1 --lags %d", lag);
    const ct_parameters parameters = parameters_of(row, &flat, &lagged);
    ct_schedule *schedule = NULL;
    EXPECT_INT(ct_algorithm_generate(lagged, &flat, &parameters, size / 2, &schedule), CT_OK);
    int *needs = calloc((size_t)schedule->move_count + 1, sizeof *needs);
    EXPECT_INT(ct_schedule_needs(schedule, needs), CT_OK);
    for (int i = 0; i < schedule->move_count; i++) {
        EXPECT(needs[i] < 0 || needs[i] <= i - lag);
    }
    EXPECT(needs[schedule->move_count - 1] >= 0);
    free(needs);
    ct_schedule_destroy(&schedule);
}

/* With lag 2 and an overlap too; and that evens out what a rank sends: on 256 ranks most messages
 * have 98 blocks at most without it, 78 with it, and no more are sent in all. */
static void expect_even(void) {
    ptrdiff_t most[2] = {0, 0};
    ptrdiff_t all[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        const ct_algorithm *lagged;
        ct_topology flat = topology_of("flat", 256, 0);
        const ct_parameters parameters =
            parameters_of(i == 0 ? "lagged" : "lagged --overlap 96", &flat, &lagged);
        ct_schedule *schedule = NULL;
        int needs[12] = {0};
        EXPECT_INT(ct_algorithm_generate(lagged, &flat, &parameters, 200, &schedule), CT_OK);
        EXPECT_INT(schedule->move_count, 12);
        EXPECT_INT(ct_schedule_needs(schedule, needs), CT_OK);
        for (int k = 0; k < 12; k++) {
            const ptrdiff_t sent = ct_schedule_sent(schedule, &schedule->moves[k]);
            EXPECT(needs[k] <= (k < 2 ? -1 : k - 2));
            most[i] = sent > most[i] ? sent : most[i];
            all[i] += sent;
        }
        ct_schedule_destroy(&schedule);
    }
    (void)printf("lagged, P = 256: at most %td blocks a message, %td in all; with an overlap %td "
                 "and %td\n",
                 most[0], all[0], most[1], all[1]);
    EXPECT(most[1] < most[0] && all[1] <= all[0]);
}

static void expect_same(const char *row, const char *other, const char *network) {
    ct_topology topology;
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    for (int rank = 0; rank < topology.size; rank += 5) {
        const ct_algorithm *algorithm;
        ct_schedule *schedules[2] = {NULL, NULL};
        for (int i = 0; i < 2; i++) {
            const ct_parameters parameters =
                parameters_of(i == 0 ? row : other, &topology, &algorithm);
            EXPECT_INT(
                ct_algorithm_generate(algorithm, &topology, &parameters, rank, &schedules[i]),
                CT_OK);
        }
        EXPECT(ct_schedule_equal(schedules[0], schedules[1]));
        ct_schedule_destroy(&schedules[0]);
        ct_schedule_destroy(&schedules[1]);
    }
}

/* Start-ups that take all the time make it few messages, bytes direct exchange. Where both
 * count tuning is better than two phases and direct exchange by its own clock. */
static void expect_tuned(void) {
    ct_machine machine = {.start_up_s = 1, .byte_s = 0, .ports = 1, .rails = 1};
    ct_value groups = {.count = 1, .item = {1}};
    ct_value lags = {.count = 1, .item = {2}};
    int overlap = 0;
    ct_sums sums;
    ct_sums_tune(&machine, 64, 1, &groups, &lags, &overlap);
    ct_sums_make(64, &groups, &lags, &sums);
    EXPECT(sums.shifts <= 8);
    machine.start_up_s = 0;
    machine.byte_s = 1;
    ct_sums_tune(&machine, 64, 1000, &groups, &lags, &overlap);
    ct_sums_make(64, &groups, &lags, &sums);
    EXPECT_INT(sums.shifts, 63);
    machine = *ct_machine_find("ipsc860");
    ct_sums_tune(&machine, 256, 512, &groups, &lags, &overlap);
    ct_sums_make(256, &groups, &lags, &sums);
    EXPECT(sums.shifts > 220 && sums.shifts < 240);                 /* both take 58 ms with 229 */
    ct_sums_tune(&machine, 1 << 30, 512, &groups, &lags, &overlap); /* nothing overflows */
    ct_sums_tune(&machine, 1, 512, &groups, &lags, &overlap);
}

int main(void) {
    static const char *const rows[] = {
        "lagged", "lagged --groups 2 --lags 3", "lagged --groups 3,1,2 --lags 1,2,2",
        "lagged --groups 1,3,2,5 --lags 1,2,2,4", "lagged --groups 4,2 --lags 16"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        static const int sizes[] = {5, 6, 7, 16, 31, 64, 100};
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            expect_right(rows[i], sizes[k]);
        }
    }
    for (int size = 1; size <= 4; size++) {
        expect_right("lagged", size);
    }
    expect_right("lagged --overlap 46", 256);
    expect_right("lagged --overlap 2", 17);
    expect_right("lagged --groups 2,1 --lags 1,2 --overlap 5", 60);
    expect_right("lagged --groups 4,3 --lags 1 --overlap 3", 61);
    expect_right("lagged --groups 8,13,5,7,11,4 --lags 1,2,2,2,5", 256);
    for (int size = 2; size < 300; size += 7) {
        expect_sums(size, &(ct_value){.count = 1, .item = {1}},
                    &(ct_value){.count = 1, .item = {2}});
        expect_sums(size, &(ct_value){.count = 4, .item = {3, 1, 2, 4}},
                    &(ct_value){.count = 3, .item = {1, 2, 3}});
        expect_sums(size, &(ct_value){.count = 2, .item = {1, 2}},
                    &(ct_value){.count = 2, .item = {1, 4}});
    }
    for (int lag = 1; lag <= 5; lag++) {
        expect_lag(200, lag);
    }
    expect_same("lagged --groups 1 --lags 1", "bruck --radix 2", "flat:37");
    expect_same("lagged --groups 4 --lags 1", "bruck --radix 5", "flat:128");
    expect_same("lagged --groups 36", "cyclic", "flat:37");
    expect_even();
    expect_tuned();
    expect_error("flat:28", "lagged --overlap 20", "--overlap of these groups and lags is at most");
    expect_error("flat:28", "lagged --groups 0", "numbers of 1 up to the ranks");
    expect_error("flat:28", "lagged --groups 1,29", "numbers of 1 up to the ranks");
    expect_error("flat:28", "lagged --lags 17", "numbers of 1 to 16");
    return expect_status();
}
