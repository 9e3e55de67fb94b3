/* Total exchange on a hypercube: TEA1 as worked out in the paper, TEA2's balance against the number
 * of classes of words under rotation, and every token once, those of periodic words included. */
#include "cube_rows.h"

enum { DIMENSIONS_MOST = 10 };

/* Words of `length` bits of which `ones` are set. */
static long long choose(int length, int ones) {
    long long count = 1;
    for (int i = 1; i <= ones; i++) {
        count = count * (length - ones + i) / i;
    }
    return count;
}

static int common_divisor(int a, int b) {
    return b == 0 ? a : common_divisor(b, a % b);
}

/* Those words, rotations counted once: the mean number that a rotation leaves alone. */
static long long classes(int length, int ones) {
    long long fixed = 0;
    for (int by = 1; by <= length; by++) {
        int parts = length / common_divisor(length, by);
        fixed += ones % parts == 0 ? choose(length / parts, ones / parts) : 0;
    }
    return fixed / length;
}

/* Whether `from` sends the token to `rank` in a step. */
static int carries(const ct_ensemble *ensemble, int step, int from, int rank, int token) {
    const ct_schedule *schedule = ensemble->schedules[rank];
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        ct_block_walk walk = ct_blocks_received(schedule, move);
        for (int origin, second; move->step == step && move->receive_from == from &&
                                 ct_block_next(&walk, &origin, &second);) {
            if (origin == token) {
                return 1;
            }
        }
    }
    return 0;
}

/* TEA1 as worked out in the paper for the 3-cube, rank 000. */
static void expect_worked_example(void) {
    ct_ensemble *ensemble = generated(3, "tea1");
    for (int bit = 0; bit < 3; bit++) {
        for (int token = 0; token < 8; token++) {
            int apart = __builtin_popcount((unsigned)token);
            for (int step = 1; step <= 3; step++) {
                EXPECT_INT(carries(ensemble, step, 1 << bit, 0, token),
                           apart == step && (token >> bit & 1) == 1);
            }
        }
    }
    ct_ensemble_destroy(&ensemble);
}

/* Words that repeat themselves after fewer than all rotations reach every rank once all the same.
 */
static void expect_periodic_once(int d) {
    ct_ensemble *ensemble = generated(d, "tea2");
    int periodic = 0;
    for (int word = 1; word < 1 << d; word++) {
        int twice = word << d | word;
        int period = 1;
        while ((twice >> period & ((1 << d) - 1)) != word) {
            period++;
        }
        if (period == d) {
            continue;
        }
        periodic++;
        int apart = __builtin_popcount((unsigned)word);
        for (int rank = 0; rank < 1 << d; rank += 5) {
            int arrivals = 0;
            for (int bit = 0; bit < d; bit++) {
                int arrives = carries(ensemble, apart, rank ^ 1 << bit, rank, rank ^ word);
                EXPECT(!arrives || bit < period);
                arrivals += arrives;
            }
            EXPECT_INT(arrivals, 1);
        }
    }
    EXPECT(periodic > 0);
    ct_ensemble_destroy(&ensemble);
}

/* The loads of TEA2, step by step, against the number of classes and the paper's bounds. */
static void expect_balance(int d) {
    long long ranks = 1LL << d;
    ct_check_report report = checked_on(d, "tea2");
    EXPECT_INT(report.steps, d);
    EXPECT_INT(report.repeats, 0);
    EXPECT_INT(report.total.blocks, ranks * (ranks - 1));
    EXPECT_INT(report.total.link_load, 1);
    (void)printf("%2d  tea2, most tokens over a link:", d);
    for (int i = 1; i <= d; i++) {
        const ct_step_report *step = &report.step[i - 1];
        EXPECT_INT(step->blocks, ranks * choose(d, i));
        EXPECT_INT(step->messages, ranks * (i < d ? d : 1));
        EXPECT_INT(step->largest, classes(d, i));
        EXPECT(step->largest <= (choose(d, i) + d - 1) / d + 1);
        (void)printf(" %td", step->largest);
    }
    (void)printf(", in all %td\n", report.largest_sum);
    EXPECT(report.largest_sum * d <= ranks + (ptrdiff_t)d * d);
    ct_check_report_clear(&report);
}

static void expect_turns(int d) {
    static const char *const names[] = {"tea1", "tea2"};
    for (int once = 0; once < 2; once++) {
        char text[48];
        (void)snprintf(text, sizeof text, "%s --steps full", names[once]);
        ct_check_report full = checked_on(d, text);
        (void)snprintf(text, sizeof text, "%s --steps half", names[once]);
        ct_check_report half = checked_on(d, text);
        (void)snprintf(text, sizeof text, "%s --steps grouped", names[once]);
        ct_check_report grouped = checked_on(d, text);
        EXPECT_INT(half.steps, 2 * d);
        EXPECT_INT(grouped.steps, d + 1);
        EXPECT_INT(half.total.blocks, full.total.blocks);
        EXPECT_INT(grouped.total.blocks, full.total.blocks);
        EXPECT_INT(half.largest_sum, 2 * full.largest_sum);
        EXPECT_INT(grouped.largest_sum, 2 * full.largest_sum);
        long long again = 0; /* a token at distance i comes i times, of which i-1 are in vain */
        for (int i = 2; i <= d && !once; i++) {
            again += (i - 1) * choose(d, i) << d;
        }
        EXPECT_INT(full.repeats, again);
        EXPECT_INT(half.repeats, again);
        EXPECT_INT(grouped.repeats, again);
        ct_check_report_clear(&full);
        ct_check_report_clear(&half);
        ct_check_report_clear(&grouped);
    }
}

int main(void) {
    expect_worked_example();
    for (int d = 1; d <= DIMENSIONS_MOST; d++) {
        expect_balance(d);
    }
    for (int d = 1; d <= 7; d++) {
        expect_turns(d);
    }
    expect_periodic_once(4);
    expect_periodic_once(6);
    expect_periodic_once(8);
    return expect_status();
}
