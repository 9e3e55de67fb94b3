/* Torus exchange: steps, sizes and blocks of T1, T2 and T1.x against closed forms and an
 * independent program's checksums (torus_golden.txt), and 32x32 through the checker. */
#include "expect.h"

#include <stdint.h>

#include <cornerturn/check.h>

enum { STEPS_MOST = 128 };

static ct_topology torus(int a, int b) {
    ct_topology topology;
    EXPECT_INT(ct_topology_create(CT_TORUS, 2, (int[]){1 << a, 1 << b}, &topology), CT_OK);
    return topology;
}

/* T1.x of a rule, 'A' .. 'C'. */
static ct_parameters values(int x, int rule) {
    return (ct_parameters){{{.count = 1, .item = {x}}, {.count = 1, .item = {rule - 'A'}}}};
}

/* What all ranks do in one step. */
typedef struct total {
    long long messages, largest, blocks;
    uint64_t checksum; /* of (from + 1) (to + 3) (origin + 5) (destination + 7) over the blocks */
} total;

static uint64_t checksum_of(const ct_schedule *schedule, const ct_move *move) {
    uint64_t sum = 0;
    ct_block_walk walk = ct_blocks_sent(schedule, move);
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        sum += ((uint64_t)origin + 5) * ((uint64_t)destination + 7);
    }
    return sum * ((uint64_t)schedule->rank + 1) * ((uint64_t)move->send_to + 3);
}

/* Adds up T1.x rank by rank; returns the number of steps. Block by block only if `sum` is true. */
static int add_up(const ct_topology *topology, int x, int rule, int sum, total totals[STEPS_MOST]) {
    int steps = 0;
    ct_parameters parameters = values(x, rule);
    memset(totals, 0, STEPS_MOST * sizeof *totals);
    for (int rank = 0; rank < topology->size; rank++) {
        ct_schedule *schedule = NULL;
        EXPECT_INT(
            ct_algorithm_generate(ct_algorithm_find("t1x"), topology, &parameters, rank, &schedule),
            CT_OK);
        for (int i = 0; schedule != NULL && i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            total *at = &totals[move->step - 1];
            steps = move->step > steps ? move->step : steps;
            if (move->send_to == CT_NOBODY) {
                continue;
            }
            ptrdiff_t blocks = ct_schedule_sent(schedule, move);
            at->messages++;
            at->blocks += blocks;
            at->largest = blocks > at->largest ? blocks : at->largest;
            at->checksum += sum ? checksum_of(schedule, move) : 0;
        }
        ct_schedule_destroy(&schedule);
    }
    return steps;
}

/* Every line of the golden file: number, messages, largest message, blocks, checksum of a step. */
static void expect_golden(void) {
    char line[256];
    total totals[STEPS_MOST];
    int steps = 0;
    int seen = 0;
    int plans = 0;
    FILE *file = fopen(CT_TORUS_GOLDEN, "r");
    EXPECT(file != NULL);
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        int d = 0;
        int x = 0;
        char rule = 0;
        total read = {0};
        int number = 0;
        unsigned long long checksum = 0;
        if (sscanf(line, "# d=%d x=%d local=%c", &d, &x, &rule) == 3) {
            EXPECT_INT(seen, steps);
            ct_topology topology = torus(d, d);
            steps = add_up(&topology, x, rule, 1, totals);
            seen = 0;
            plans++;
            continue;
        }
        EXPECT_INT(sscanf(line, "%d %lld %lld %lld %llx", &number, &read.messages, &read.largest,
                          &read.blocks, &checksum),
                   5);
        EXPECT_INT(number, ++seen);
        EXPECT(number >= 1 && number <= steps);
        if (number < 1 || number > steps) {
            break;
        }
        EXPECT_INT(totals[number - 1].messages, read.messages);
        EXPECT_INT(totals[number - 1].largest, read.largest);
        EXPECT_INT(totals[number - 1].blocks, read.blocks);
        EXPECT(totals[number - 1].checksum == checksum);
    }
    EXPECT_INT(seen, steps);
    EXPECT_INT(plans, 13);
    if (file != NULL) {
        (void)fclose(file);
    }
}

static long long power(int base, int exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/* Largest message of every step on 2^d x 2^d, x > 0; returns the number of steps. */
static int closed_sizes(int d, int x, int rule, long long sizes[STEPS_MOST]) {
    int steps = 0;
    long long size = power(4, d);
    for (int p = 1; p <= x; p++) {
        long long cube = power(8, p - 1);
        long long half = power(2, p - 1) * size / 2;
        sizes[steps++] = half - (rule == 'A' && p > 1 ? cube : 0);
        long long spared = rule == 'C' ? 0 : rule == 'B' ? 2 * cube : p == 1 ? 8 : 9 * cube;
        sizes[steps++] = 2 * half - spared;
    }
    for (int i = 0; i < 3 * power(2, d - x - 2); i++) {
        sizes[steps++] = power(2, x - 1) * size - (rule == 'A' && i < 2 ? power(8, x) : 0);
    }
    for (int q = x + 1; q >= 2; q--) {
        long long kept = rule == 'A' ? power(4, q) : rule == 'B' ? power(4, q - 1) : 0;
        sizes[steps++] = power(2, q - 2) * (size - kept);
    }
    return steps;
}

static long long closed_steps(int d, int x) {
    return d < 3 ? 2LL * d : 3 * power(2, d - x - 2) + 3LL * x;
}

/* By the paper T1.x has too many steps and blocks for x > 1, T1 too few blocks from d = 6 on. */
static long long paper_steps(int d, int x) {
    int between = d > 4 && x > 0 && x < d - 3;
    return between ? 3 * power(2, d - 3) + 3LL * x + 2 - power(2, x) : closed_steps(d, x);
}

static long long paper_blocks(int d, int x) {
    if (x == 0) {
        return d < 4 ? d * power(4, d) : 3 * power(2, 3 * d - 3);
    }
    return x == d - 3 ? 9 * power(2, 3 * d - 4) + (d * d - 5 * d + 3) * power(2, 2 * d - 1)
                      : 3 * power(2, 3 * d + x - 4) + (2 * x + 3) * power(2, 2 * d + x - 2);
}

/* Prints and compares steps and blocks of one plan. Returns the blocks. */
static long long expect_square(int d, int x, int rule) {
    total totals[STEPS_MOST];
    long long sizes[STEPS_MOST];
    long long blocks = 0;
    ct_topology topology = torus(d, d);
    int steps = add_up(&topology, x, rule, 0, totals);
    EXPECT_INT(steps, closed_steps(d, x));
    if (x > 0) {
        EXPECT_INT(closed_sizes(d, x, rule, sizes), steps);
    }
    for (int k = 0; k < steps; k++) {
        EXPECT_INT(totals[k].largest, x > 0 ? sizes[k] : power(4, d) / 2);
        blocks += totals[k].largest;
    }
    long long sum = d < 3 ? d * power(4, d) : 3 * power(2, 3 * d - 3);
    sum += 5 * (power(2, x) - 1) * power(4, d) / 2;
    sum -= rule == 'A' ? 40 * (power(8, x) - 1) / 7 : rule == 'B' ? 6 * (power(8, x) - 1) / 7 : 0;
    EXPECT_INT(blocks, sum);
    const char *name = x == 0 ? "T2" : x == d - 3 ? "T1" : "T1.x";
    (void)printf("%d  %-4s  %d  %c  %5d %8lld  %5lld %8lld\n", d, name, x, rule, steps, blocks,
                 paper_steps(d, x), paper_blocks(d, x));
    return blocks;
}

/* All squares up to 64x64, T1 on 128x128, and the figures that the text of the corrected
 * specification gives. */
static void expect_squares(void) {
    long long blocks[8][5][3] = {0};
    (void)printf("sum of the largest messages on a torus 2^d x 2^d\n"
                 "                here             by the paper\n"
                 "d        x rule steps   blocks  steps   blocks\n");
    for (int d = 1; d <= 7; d++) {
        for (int x = d == 7 ? 4 : 0; x == 0 || x <= d - 3; x++) {
            for (int rule = 'A'; rule <= (x == 0 || d == 7 ? 'A' : 'C'); rule++) {
                blocks[d][x][rule - 'A'] = expect_square(d, x, rule);
            }
        }
    }
    EXPECT_INT(blocks[4][1][0], 2136);
    EXPECT_INT(blocks[4][1][2], 2176);
    EXPECT_INT(blocks[5][2][0], 19608);
    EXPECT_INT(blocks[5][2][2], 19968);
    EXPECT_INT(blocks[6][2][0], 128664);
    EXPECT_INT(blocks[6][2][2], 129024);
    EXPECT_INT(blocks[6][3][0], 167064);
    EXPECT_INT(blocks[7][4][0], 1377432);
}

/* All of 32x32 through the checker: delivery, one port, one message a link, steps. */
static void expect_large(void) {
    ct_topology topology = torus(5, 5);
    for (int x = 0; x <= 2; x++) {
        for (int rule = 'A'; rule <= (x == 0 ? 'A' : 'C'); rule++) {
            ct_check_report report;
            ct_parameters parameters = values(x, rule);
            int right = ct_check_algorithm(ct_algorithm_find("t1x"), &topology, &parameters,
                                           &report) == CT_OK;
            EXPECT(right);
            if (!right) {
                (void)fprintf(stderr, "    32x32, x = %d, rule %c: %s\n", x, rule,
                              ct_error_message());
                continue;
            }
            EXPECT_INT(report.links[1] > 0, 1);
            EXPECT_INT(report.links[2], 0);
            EXPECT(report.lockstep);
            (void)printf("32x32, x = %d, rule %c: %d steps, %td blocks, at most %td held\n", x,
                         rule, report.steps, report.largest_sum, report.most_held);
            ct_check_report_clear(&report);
        }
    }
}

/* Of t1, and of t1x with its default x, no rule takes fewer steps than the default, and none as few
 * with fewer blocks where no bytes are free. */
static void expect_fewest_steps(const char *name) {
    const ct_algorithm *row = ct_algorithm_find(name);
    ct_machine machine = {.start_up_s = 1, .byte_s = 1e-9, .ports = 1};
    for (int a = 1; a <= 9; a++) {
        for (int b = 1; b <= 9; b++) {
            ct_topology topology = torus(a, b);
            ct_parameters taken;
            ct_parameters_default(row, &topology, &taken);
            int steps = ct_algorithm_promise(row, &topology, &taken).steps;
            double taken_s = row->cost(&topology, &taken, &machine, 1);
            for (int rule = 0; rule < 3; rule++) {
                ct_parameters other = taken;
                other.value[row->parameters[1] != NULL].item[0] = rule;
                if (ct_algorithm_supports(row, &topology, &other) == CT_OK) {
                    EXPECT(steps <= ct_algorithm_promise(row, &topology, &other).steps);
                    EXPECT(taken_s <= row->cost(&topology, &other, &machine, 1) ||
                           strcmp(name, "t1x") == 0);
                }
            }
            if (a == 6 && b == 1) {
                EXPECT_INT(steps, 26);
            }
        }
    }
}

int main(void) {
    expect_fewest_steps("t1");
    expect_fewest_steps("t1x");
    expect_golden();
    expect_squares();
    expect_large();
    return expect_status();
}
