/* Torus exchange: steps, sizes, blocks and cost of T1, T2 and T1.x against closed forms, worked
 * examples and an independent program's checksums (torus_golden.txt). */
#include "expect.h"

#include <cornerturn/check.h>
#include <cornerturn/price.h>

#include <math.h>

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

/* Lists the ranks that are marked, or their number when they are many. */
static size_t list(const unsigned char *marked, int size, char *text, size_t room) {
    size_t used = 0;
    int count = 0;
    for (int rank = 0; rank < size; rank++) {
        count += marked[rank];
    }
    if (count > 8) {
        return (size_t)snprintf(text, room, " %d of them", count);
    }
    for (int rank = 0; rank < size; rank++) {
        used += marked[rank] ? (size_t)snprintf(text + used, room - used, " %d", rank) : 0;
    }
    return used;
}

enum { TEXT_MOST = 256, RANKS_MOST = 256 };

/* Writes "step: to PEER; origins x destinations", both ascending. */
static void describe(const ct_schedule *schedule, const ct_move *move, char text[TEXT_MOST]) {
    unsigned char origins[RANKS_MOST] = {0};
    unsigned char destinations[RANKS_MOST] = {0};
    ct_block_walk walk = ct_blocks_sent(schedule, move);
    for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
        origins[origin] = destinations[destination] = 1;
    }
    size_t used = (size_t)snprintf(text, TEXT_MOST, "%d: to %d;", move->step, move->send_to);
    used += list(origins, schedule->size, text + used, TEXT_MOST - used);
    used += (size_t)snprintf(text + used, TEXT_MOST - used, " x");
    (void)list(destinations, schedule->size, text + used, TEXT_MOST - used);
}

/* Expects a rank's moves, in words. */
static void expect_moves(int d, const char *name, int rank, const char *const *wanted) {
    ct_schedule *schedule = NULL;
    ct_topology topology = torus(d, d);
    const ct_algorithm *algorithm = ct_algorithm_find(name);
    int moves = 0;
    EXPECT_INT(ct_algorithm_generate(algorithm, &topology, NULL, rank, &schedule), CT_OK);
    for (; schedule != NULL && wanted[moves] != NULL && moves < schedule->move_count; moves++) {
        char text[TEXT_MOST];
        describe(schedule, &schedule->moves[moves], text);
        EXPECT_TEXT(text, wanted[moves]);
        EXPECT_INT(strlen(text), strlen(wanted[moves]));
    }
    EXPECT(wanted[moves] == NULL);
    EXPECT(schedule != NULL && moves == schedule->move_count);
    ct_schedule_destroy(&schedule);
}

/* The worked examples of 4x4 and of T1 on 16x16 with rule A. */
static void expect_examples(void) {
    expect_moves(2, "t2", 0,
                 (const char *const[]){"1: to 1; 0 x 1 2 5 6 9 10 13 14", "2: to 4; 0 1 x 4 7 8 11",
                                       "3: to 3; 0 1 4 5 x 3 15", "4: to 12; 0 1 2 3 4 5 6 7 x 12",
                                       NULL});
    expect_moves(2, "t2", 5,
                 (const char *const[]){"1: to 4; 5 x 0 3 4 7 8 11 12 15",
                                       "2: to 1; 4 5 x 1 2 13 14", "3: to 6; 0 1 4 5 x 6 10",
                                       "4: to 9; 0 1 2 3 4 5 6 7 x 9", NULL});
    expect_moves(4, "t1", 0,
                 (const char *const[]){"1: to 1; 0 x 128 of them", "2: to 16; 0 1 x 16 19 32 35",
                                       "3: to 3; 0 1 16 17 x 62 of them",
                                       "4: to 48; 0 1 2 3 16 17 18 19 x 31 of them",
                                       "5: to 7; 16 of them x 16 of them",
                                       "6: to 112; 32 of them x 112 113 126 127 128 129 142 143",
                                       "7: to 15; 64 of them x 14 15 254 255",
                                       "8: to 240; 128 of them x 240 241",
                                       "9: to 1; 240 of them x 1", NULL});
    expect_moves(4, "t1", 1,
                 (const char *const[]){"1: to 0; 1 x 128 of them", "2: to 17; 0 1 x 124 of them",
                                       "3: to 49; 0 1 16 17 x 49 50",
                                       "4: to 2; 0 1 16 17 32 33 48 49 x 2", "9: to -1; x", NULL});
}

/* Expects every row and parameter on a torus to cost what it is priced at, also where the two
 * directions between a pair of ranks take turns, and to have the steps of the closed form. */
static void expect_costs(int a, int b) {
    ct_topology topology = torus(a, b);
    ct_parameters parameters;
    ct_machine machine = {.start_up_s = 75e-6,
                          .byte_s = 0.4e-6,
                          .distance_s = 10e-6,
                          .distance_doubling_s = 3e-6,
                          .ports = 1};
    static const char *const names[] = {"t1", "t2", "t1x"};
    for (int i = 0; i < 3; i++) {
        const ct_algorithm *row = ct_algorithm_find(names[i]);
        for (int more = ct_parameters_first(row, &topology, &parameters); more;
             more = ct_parameters_next(row, &topology, &parameters)) {
            for (int half = 0; half < 2; half++) {
                ct_price price = {0};
                machine.half_duplex = half;
                EXPECT_INT(ct_price_algorithm(row, &topology, &parameters, &machine, 24, &price),
                           CT_OK);
                double cost_s = row->cost(&topology, &parameters, &machine, 24);
                EXPECT(fabs(cost_s - price.total_s) <= 1e-12 * cost_s);
            }
        }
    }
}

static void expect_rectangles(void) {
    for (int sum = 2; sum <= 8; sum++) {
        for (int a = 1; a < sum; a++) {
            expect_costs(a, sum - a);
        }
    }
    ct_topology topology = torus(7, 1);
    EXPECT_INT(ct_algorithm_promise(ct_algorithm_find("t1"), &topology, &(ct_parameters){0}).steps,
               96); /* rule A leaves no x but 0 */
    ct_parameters rule_b = {{{.count = 1, .item = {1}}}};
    EXPECT_INT(ct_algorithm_promise(ct_algorithm_find("t1"), &topology, &rule_b).steps, 50);
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

/* A size, or a text of parameters, that is refused. */
static void expect_refusal(const char *where, const char *how, const char *message) {
    ct_topology topology;
    ct_parameters parameters;
    const ct_algorithm *row = NULL;
    EXPECT_INT(ct_topology_parse(where, &topology), CT_OK);
    EXPECT(ct_algorithm_parse(how, &topology, &row, &parameters) != CT_OK);
    EXPECT_TEXT(ct_error_message(), message);
}

static void expect_refusals(void) {
    expect_refusal("torus:12x16", "t1", "torus:16x16");
    expect_refusal("torus:8x1", "t2", "torus:8x2");
    expect_refusal("torus:16", "t2", "it needs a torus 2^a x 2^b");
    expect_refusal("torus:4x4x4", "t1x", "nearest: torus:8x8");
    expect_refusal("mesh:8x8", "t2", "nearest: torus:8x8");
    expect_refusal("torus:16x16", "t1x --x 2", "expected 0 .. max(a,b) - 3");
    expect_refusal("torus:16x16", "t1x --x -1", "expected 0 ..");
    expect_refusal("torus:4x4", "t1x --x 1", "expected 0 ..");
    expect_refusal("torus:4x64", "t1x --x 2 --rule A", "goes up to --x 1, rules B and C to 2");
    expect_refusal("torus:16x16", "t1 --rule D", "expected A");
    expect_refusal("torus:16x16", "t2 --rule A", "it has none");
}

int main(void) {
    expect_golden();
    expect_squares();
    expect_examples();
    expect_rectangles();
    expect_large();
    expect_refusals();
    return expect_status();
}
