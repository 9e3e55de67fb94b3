/* Torus exchange: the moves of single ranks against worked examples and the paper's groups, cost
 * against price, and what is refused. */
#include "expect.h"

#include <cornerturn/price.h>

#include <math.h>

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
static void expect_moves(const char *where, const char *name, int rank, const char *const *wanted) {
    ct_schedule *schedule = NULL;
    ct_topology topology;
    const ct_algorithm *algorithm = ct_algorithm_find(name);
    int moves = 0;
    EXPECT_INT(ct_topology_parse(where, &topology), CT_OK);
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
    expect_moves("torus:4x4", "t2", 0,
                 (const char *const[]){"1: to 1; 0 x 1 2 5 6 9 10 13 14", "2: to 4; 0 1 x 4 7 8 11",
                                       "3: to 3; 0 1 4 5 x 3 15", "4: to 12; 0 1 2 3 4 5 6 7 x 12",
                                       NULL});
    expect_moves("torus:4x4", "t2", 5,
                 (const char *const[]){"1: to 4; 5 x 0 3 4 7 8 11 12 15",
                                       "2: to 1; 4 5 x 1 2 13 14", "3: to 6; 0 1 4 5 x 6 10",
                                       "4: to 9; 0 1 2 3 4 5 6 7 x 9", NULL});
    expect_moves("torus:16x16", "t1", 0,
                 (const char *const[]){"1: to 1; 0 x 128 of them", "2: to 16; 0 1 x 16 19 32 35",
                                       "3: to 3; 0 1 16 17 x 62 of them",
                                       "4: to 48; 0 1 2 3 16 17 18 19 x 31 of them",
                                       "5: to 7; 16 of them x 16 of them",
                                       "6: to 112; 32 of them x 112 113 126 127 128 129 142 143",
                                       "7: to 15; 64 of them x 14 15 254 255",
                                       "8: to 240; 128 of them x 240 241",
                                       "9: to 1; 240 of them x 1", NULL});
    expect_moves("torus:16x16", "t1", 1,
                 (const char *const[]){"1: to 0; 1 x 128 of them", "2: to 17; 0 1 x 124 of them",
                                       "3: to 49; 0 1 16 17 x 49 50",
                                       "4: to 2; 0 1 16 17 32 33 48 49 x 2", "9: to -1; x", NULL});
}

/* Whether coordinates that differ by a multiple of 2^p are the same. */
static int same(int p, int a, int b) {
    return ((a - b) & ((1 << p) - 1)) == 0;
}

/* The group G_p(j) of the paper, diagonal by diagonal; in G_p(2) its x + y = 2^p - 1 is corrected.
 */
static int in_group(int p, int j, int x, int y) {
    int k = (j - 1) / 2;
    if (j <= 2) {
        int half = j == 1 ? 0 : 1 << (p - 1);
        return same(p, y, x - half) || same(p, x + y, half - 1);
    }
    int minus = same(p, y, x - 2 * k) || same(p, x + y, -2 * k - 1);
    int plus = same(p, y, x + 2 * k) || same(p, x + y, 2 * k - 1);
    return (minus && y % 2 == (j % 2 == 0)) || (plus && y % 2 == (j % 2 == 1));
}

/* T2 on 32x32: in step j of phases 3 to 5 those move along x that are in G_p(j), in the last phase
 * G_4(j). The checksums cannot tell: they would be the same if groups swapped their turns. */
static void expect_groups(void) {
    ct_topology topology;
    EXPECT_INT(ct_topology_parse("torus:32x32", &topology), CT_OK);
    for (int rank = 0; rank < topology.size; rank++) {
        int found = 0;
        ct_schedule *schedule = NULL;
        EXPECT_INT(ct_algorithm_generate(ct_algorithm_find("t2"), &topology, NULL, rank, &schedule),
                   CT_OK);
        for (int p = 3; p <= 5; p++) {
            for (int i = 0; schedule != NULL && i < schedule->move_count; i++) {
                const ct_move *move = &schedule->moves[i];
                if (move->send_to == (rank ^ ((1 << p) - 1))) {
                    int j = move->step - (1 << (p - 1));
                    EXPECT(in_group(p < 5 ? p : 4, j, rank % 32, rank / 32));
                    found++;
                }
            }
        }
        EXPECT_INT(found, 3);
        ct_schedule_destroy(&schedule);
    }
}

/* Expects every row and parameter on a torus to cost what it is priced at, also where the two
 * directions between a pair of ranks take turns, and to have the steps of the closed form. */
static void expect_costs(int a, int b) {
    ct_topology topology;
    ct_parameters parameters;
    ct_machine machine = {.start_up_s = 75e-6,
                          .byte_s = 0.4e-6,
                          .distance_s = 10e-6,
                          .distance_doubling_s = 3e-6,
                          .ports = 1};
    static const char *const names[] = {"t1", "t2", "t1x"};
    EXPECT_INT(ct_topology_create(CT_TORUS, 2, (int[]){1 << a, 1 << b}, &topology), CT_OK);
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
    ct_topology topology;
    EXPECT_INT(ct_topology_parse("torus:128x2", &topology), CT_OK);
    EXPECT_INT(ct_algorithm_promise(ct_algorithm_find("t1"), &topology, &(ct_parameters){0}).steps,
               96); /* rule A leaves no x but 0 */
    ct_parameters rule_b = {{{.count = 1, .item = {1}}}};
    EXPECT_INT(ct_algorithm_promise(ct_algorithm_find("t1"), &topology, &rule_b).steps, 50);
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
    expect_examples();
    expect_groups();
    expect_rectangles();
    expect_refusals();
    return expect_status();
}
