/* Data movement on a hypercube: steps, messages and blocks of every algorithm against the numbers
 * of Saad and Schultz, every root, every pair of ranks for the paths, and the transposition by
 * places. */
#include "cube_rows.h"

/* ---- steps, messages, blocks ---- */

static void expect_numbers(long long d, const char *text, long long steps, long long messages,
                           long long blocks, long long largest_sum, long long ports) {
    ct_check_report report = checked_on((int)d, text);
    EXPECT_INT(report.steps, steps);
    EXPECT_INT(report.total.messages, messages);
    EXPECT_INT(report.total.blocks, blocks);
    EXPECT_INT(report.largest_sum, largest_sum);
    EXPECT_INT(report.total.link_load, 1);
    EXPECT_INT(report.total.most_sends, ports);
    EXPECT_INT(report.lockstep, 1);
    (void)printf("%2lld  %-34s %6d %8td %8td %8td %5d\n", d, text, report.steps,
                 report.total.messages, report.total.blocks, report.largest_sum,
                 report.total.most_sends);
    ct_check_report_clear(&report);
}

static void expect_table(long long d) {
    long long ranks = 1LL << d;
    long long others = ranks - 1;
    expect_numbers(d, "broadcast", d, others, others, d, 1);
    expect_numbers(d, "broadcast-pipelined --packets 8", d + 7, 8 * others, 8 * others, d + 7, d);
    expect_numbers(d, "path --packets 8", d + 7, 8 * d, 8 * d, d + 7, 1);
    expect_numbers(d, "disjoint-paths --packets 8", d + 7, 8 * d * d, 8 * d * d, d + 7, d);
    expect_numbers(d, "gather", d, others, d * ranks / 2, others, 1);
    expect_numbers(d, "scatter", d, others, d * ranks / 2, others, 1);
    expect_numbers(d, "sba --packets 3", ranks * (d + 2), 3 * ranks * others, 3 * ranks * others,
                   ranks * (d + 2), d < 3 ? d : 3);
    expect_numbers(d, "dc", others, ranks * others, ranks * others, others, 1);
    expect_numbers(d, "adea", d, ranks * d, ranks * others, others, 1);
    expect_numbers(d, "tea1", d, ranks * d * d, ranks * d * ranks / 2, ranks / 2, d);
    expect_numbers(d, "smg", ranks * d, ranks * others, ranks * d * ranks / 2, ranks * others, 1);
    expect_numbers(d, "mtadea", d, ranks * d, ranks * d * ranks / 2, d * ranks / 2, 1);
}

/* Any root does as well as rank 0. */
static void expect_roots(int d) {
    static const char *const names[] = {"broadcast", "broadcast-pipelined", "gather", "scatter"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        for (int root = 0; root < 1 << d; root++) {
            char text[64];
            (void)snprintf(text, sizeof text, "%s --root %d", names[i], root);
            ct_check_report report = checked_on(d, text);
            EXPECT_INT(report.steps, d);
            EXPECT_INT(report.total.messages, (1 << d) - 1);
            ct_check_report_clear(&report);
        }
    }
}

/* The messages of a gather double, those of a scatter halve. */
static void expect_doubling(int d) {
    ct_check_report gather = checked_on(d, "gather");
    ct_check_report scatter = checked_on(d, "scatter");
    for (int i = 0; i < d; i++) {
        EXPECT_INT(gather.step[i].largest, 1 << i);
        EXPECT_INT(scatter.step[i].largest, 1 << (d - 1 - i));
    }
    ct_check_report_clear(&gather);
    ct_check_report_clear(&scatter);
}

/* ---- paths ---- */

/* The step in which a rank receives the first packet of a path, 0 when it has no part in it. */
static int reached(const ct_schedule *schedule, int packet) {
    for (int i = 0; i < schedule->move_count; i++) {
        ct_block_walk walk = ct_blocks_received(schedule, &schedule->moves[i]);
        int origin = 0;
        int second = -1;
        if (ct_block_next(&walk, &origin, &second) && second == packet) {
            return schedule->moves[i].step;
        }
    }
    return 0;
}

static void expect_paths_between(int d, int from, int to) {
    enum { PACKETS = 3 };
    char text[96];
    int apart = __builtin_popcount((unsigned)(from ^ to));
    int longest = apart < d ? apart + 2 : apart;
    (void)snprintf(text, sizeof text, "path --root %d --target %d --packets %d", from, to, PACKETS);
    ct_check_report report = checked_on(d, text);
    EXPECT_INT(report.steps, from == to ? 0 : apart + PACKETS - 1);
    EXPECT_INT(report.total.messages, apart * PACKETS);
    ct_check_report_clear(&report);

    (void)snprintf(text, sizeof text, "disjoint-paths --root %d --target %d --packets %d", from, to,
                   PACKETS);
    report = checked_on(d, text);
    EXPECT_INT(report.steps, from == to ? 0 : longest + PACKETS - 1);
    EXPECT_INT(report.total.messages,
               from == to ? 0 : PACKETS * (apart * apart + (d - apart) * (apart + 2)));
    EXPECT_INT(report.total.most_receives, from == to ? 0 : d);
    ct_check_report_clear(&report);
    if (from == to) {
        return;
    }
    ct_ensemble *ensemble = generated(d, text);
    for (int rank = 0; rank < 1 << d; rank++) {
        int paths_here = 0;
        for (int path = 0; path < d; path++) {
            int step = reached(ensemble->schedules[rank], path * PACKETS);
            paths_here += step > 0;
            if (rank == to) {
                EXPECT_INT(step, path < apart ? apart : apart + 2);
            }
        }
        EXPECT(rank == from ? paths_here == 0 : rank == to ? paths_here == d : paths_here <= 1);
    }
    ct_ensemble_destroy(&ensemble);
}

static void expect_paths(int d) {
    for (int from = 0; from < 1 << d; from++) {
        for (int to = 0; to < 1 << d; to++) {
            expect_paths_between(d, from, to);
        }
    }
}

/* ---- transposition ---- */

/* What MTADEA sends are the blocks in the places (X, Y) that differ in bit i, when each exchange
 * puts what comes where what goes was. */
static void expect_places(void) {
    enum { D = 4, P = 1 << D };
    static int at[P][P]; /* block at a place, row * P + column */
    ct_ensemble *ensemble = generated(D, "mtadea");
    for (int i = 0; i < P * P; i++) {
        at[i / P][i % P] = i;
    }
    for (int bit = 0; bit < D; bit++) {
        for (int x = 0; x < P; x++) {
            const ct_schedule *schedule = ensemble->schedules[x];
            const ct_move *move = &schedule->moves[bit];
            int sent[P * P] = {0};
            ct_block_walk walk = ct_blocks_sent(schedule, move);
            EXPECT_INT(move->send_to, x ^ 1 << bit);
            for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
                sent[origin * P + destination]++;
            }
            for (int y = 0; y < P; y++) {
                EXPECT_INT(sent[at[x][y]], (x ^ y) >> bit & 1);
            }
        }
        for (int x = 0; x < P; x++) {
            for (int y = 0; y < P; y++) {
                if ((x >> bit & 1) == 1 && (y >> bit & 1) == 0) {
                    int kept = at[x][y];
                    at[x][y] = at[x ^ 1 << bit][y ^ 1 << bit];
                    at[x ^ 1 << bit][y ^ 1 << bit] = kept;
                }
            }
        }
    }
    for (int i = 0; i < P * P; i++) {
        EXPECT_INT(at[i / P][i % P], i % P * P + i / P);
    }
    ct_ensemble_destroy(&ensemble);
}

/* ---- what is refused ---- */

static void expect_errors(void) {
    ct_topology twelve = ct_topology_flat(12);
    EXPECT_INT(ct_algorithm_fits(ct_algorithm_find("tea2"), &twelve), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "flat:8");
    EXPECT_TEXT(ct_error_message(), "flat:16");
    expect_error("hypercube:3", "path --target 8", "0 up to the number of ranks less 1");
    expect_error("hypercube:3", "path --target -1", "0 up to the number of ranks less 1");
    expect_error("hypercube:3", "broadcast --root 8", "0 up to the number of ranks less 1");
    expect_error("hypercube:3", "broadcast-pipelined --packets 0", "1 .. 1048576");
    expect_error("hypercube:3", "tea2 --steps third", "full, half or grouped");
    expect_error("hypercube:12", "sba --packets 1048576", "at most 2147483647 steps");
    expect_error("hypercube:28", "smg", "at most 2147483647 steps");
}

int main(void) {
    (void)printf(" d  algorithm                           steps messages   blocks  largest ports\n"
                 "                                                                  summed\n");
    for (int d = 1; d <= 8; d++) {
        expect_table(d);
        expect_roots(d < 5 ? d : 0);
        expect_doubling(d);
    }
    for (int d = 0; d <= 5; d++) {
        expect_paths(d);
    }
    expect_places();
    expect_errors();
    return expect_status();
}
