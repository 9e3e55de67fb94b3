/* Which method the model takes, reducing or transposing, on machines made up for it: what goes
 * between ranks of one node takes what the model of exchanges says, by shared memory or by
 * messages; between nodes it takes messages. */
#include "expect.h"
#include "tests/mpi/made_curve.h"

#include "adi/problem/predict.h"
#include "exchange/choose/predict.h"

#include <math.h>

enum { RANKS = 64 };

/* Every exchange of a start-up and so many seconds a byte. */
static ct_calibration machine_of(double start_up_s, double byte_s, double memory_bytes_per_s) {
    const ct_curve curve = curve_of(start_up_s, byte_s);
    return (ct_calibration){.local_messages = curve,
                            .local_shared = curve,
                            .distant = curve,
                            .memory_bytes_per_s = memory_bytes_per_s};
}

typedef struct seconds {
    double of[2]; /* reducing, transposing */
} seconds;

/* A step on doubles in slabs, `node_ranks` a node. */
static seconds slabs_s(const ct_calibration *machine, const ct_exchange_options *options, int ranks,
                       ptrdiff_t thick, ptrdiff_t wide, int node_ranks) {
    int leader[RANKS];
    const ct_adi_spread spread = {
        .cells = {.axes = 3, .extent = {thick * ranks, wide, wide}, .grid = {ranks, 1, 1}},
        .element_bytes = sizeof(double),
        .size = ranks,
        .leader = leader};
    seconds found = {{0}};
    for (int rank = 0; rank < ranks; rank++) {
        leader[rank] = rank / node_ranks * node_ranks;
    }
    ct_adi_predict(machine, options, &spread, found.of);
    EXPECT(found.of[0] > 0 && found.of[1] > 0);
    return found;
}

/* Transposing less reducing, every rank on a node of its own. */
static double reducing_gains(const ct_calibration *machine, int ranks, ptrdiff_t thick,
                             ptrdiff_t wide) {
    const ct_exchange_options options = {.algorithm = "direct"};
    const seconds found = slabs_s(machine, &options, ranks, thick, wide, 1);
    return found.of[1] - found.of[0];
}

static int is_near(double a, double b) {
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Exchanges inside a node go by shared memory, unless messages are asked for; between nodes by
 * messages. Only what they go by matters. */
static void expect_paths(void) {
    const ct_curve fast = curve_of(1e-7, 1e-11);
    const ct_curve slow = curve_of(5e-5, 1e-8);
    const ct_exchange_options by_messages = {.transport = CT_TRANSPORT_MESSAGES};
    const ct_exchange_options any = {.algorithm = NULL};
    for (int node_ranks = 1; node_ranks <= 8; node_ranks *= 8) {
        for (int asks = 0; asks < 2; asks++) {
            const ct_exchange_options *options = asks ? &by_messages : &any;
            ct_calibration machine = machine_of(1e-5, 1e-9, 1e10);
            ct_curve *const path = node_ranks == 1 ? &machine.distant
                                   : asks          ? &machine.local_messages
                                                   : &machine.local_shared;
            ct_curve *const all[] = {&machine.distant, &machine.local_messages,
                                     &machine.local_shared};
            for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
                *all[i] = all[i] == path ? fast : slow;
            }
            const seconds found = slabs_s(&machine, options, 8, 16, 64, node_ranks);
            const ct_calibration same = {.local_messages = fast,
                                         .local_shared = fast,
                                         .distant = fast,
                                         .memory_bytes_per_s = 1e10};
            const seconds wanted = slabs_s(&same, options, 8, 16, 64, node_ranks);
            EXPECT(is_near(found.of[0], wanted.of[0]));
            EXPECT(is_near(found.of[1], wanted.of[1]));
        }
    }
}

/* On one node: two reductions of two numbers a line, two transposes that leave one rank's share of
 * the array where it is, and a sweep of four passes by all ranks. */
static void expect_sum(void) {
    enum { SIZE = 4, THICK = 16, WIDE = 64 };
    const ct_calibration *machine = ct_calibration_default();
    const ct_exchange_options options = {.transport = CT_TRANSPORT_SHARED};
    const int leader[SIZE] = {0};
    ct_prospect prospect = {.options = &options,
                            .leader = leader,
                            .size = SIZE,
                            .partners = SIZE - 1,
                            .block_bytes = 2.0 * WIDE * WIDE * sizeof(double) / SIZE};
    const seconds found = slabs_s(machine, &options, SIZE, THICK, WIDE, SIZE);
    EXPECT(is_near(found.of[0], 2 * ct_exchange_predict(machine, &prospect)));
    prospect.block_bytes = 1.0 * THICK * WIDE * WIDE * sizeof(double) / SIZE;
    EXPECT(is_near(found.of[1], 2 * ct_exchange_predict(machine, &prospect) +
                                    4.0 * SIZE * THICK * WIDE * WIDE * sizeof(double) /
                                        machine->memory_bytes_per_s));
}

/* Pencils of four on two nodes of two: lines along the last axis stay inside a node, those along
 * the first do not. An axis with more ranks than cells is shared by as many as it has cells. */
static void expect_lines(void) {
    const int leader[4] = {0, 0, 2, 2};
    ct_calibration machine = machine_of(1e-6, 1e-10, 1e12);
    const ct_exchange_options options = {.algorithm = NULL};
    ct_adi_spread spread = {.cells = {.axes = 2, .extent = {64, 64}, .grid = {1, 4}},
                            .element_bytes = sizeof(double),
                            .size = 4,
                            .leader = leader};
    seconds near = {{0}};
    seconds far = {{0}};
    seconds both = {{0}};
    machine.distant = curve_of(1e-3, 1e-6);
    spread.cells.grid[0] = spread.cells.grid[1] = 2;
    ct_adi_predict(&machine, &options, &spread, both.of);
    spread.size = 2;
    spread.cells = (ct_distribution){.axes = 2, .extent = {32, 64}, .grid = {1, 2}};
    ct_adi_predict(&machine, &options, &spread, near.of);
    const int apart[2] = {0, 1};
    spread.leader = apart;
    spread.cells = (ct_distribution){.axes = 2, .extent = {64, 32}, .grid = {2, 1}};
    ct_adi_predict(&machine, &options, &spread, far.of);
    EXPECT(is_near(both.of[0], near.of[0] + far.of[0]));
    EXPECT(far.of[0] > 100 * near.of[0]);
    const int alone[4] = {0, 1, 2, 3};
    spread = (ct_adi_spread){{.axes = 2, .extent = {2, 64}, .grid = {4, 1}}, 8, 4, alone};
    ct_adi_predict(&machine, &options, &spread, both.of);
    spread = (ct_adi_spread){{.axes = 2, .extent = {2, 64}, .grid = {2, 1}}, 8, 2, alone};
    ct_adi_predict(&machine, &options, &spread, far.of);
    EXPECT(is_near(both.of[0], far.of[0]));
}

int main(void) {
    const ct_calibration slow = machine_of(5e-5, 1e-8, 1e10);
    const ct_calibration fast = machine_of(1e-6, 1e-10, 1e10);
    for (int ranks = 2; ranks <= RANKS; ranks *= 2) { /* thick slabs */
        EXPECT(reducing_gains(&slow, ranks, 64, 256) > 0);
        EXPECT(reducing_gains(&fast, ranks, 64, 256) > 0);
        EXPECT(reducing_gains(&slow, ranks, 64, 256) > reducing_gains(&fast, ranks, 64, 256));
        EXPECT(reducing_gains(ct_calibration_default(), ranks, 64, 256) > 0);
    }
    /* Slabs of one cell: reducing sends two numbers for each, transposing one, and sweeps. */
    EXPECT(reducing_gains(&slow, 8, 1, 256) < 0);
    const ct_calibration fastest = machine_of(1e-7, 1e-12, 1e9);
    EXPECT(reducing_gains(&fastest, 8, 1, 256) > 0);
    expect_paths();
    expect_sum();
    expect_lines();
    /* An axis that nobody shares takes nothing. */
    const int alone = 0;
    const ct_exchange_options options = {.algorithm = NULL};
    const ct_adi_spread whole = {
        {.axes = 3, .extent = {100, 100, 100}, .grid = {1, 1, 1}}, 8, 1, &alone};
    double found[2] = {1, 1};
    ct_adi_predict(&fast, &options, &whole, found);
    EXPECT(found[0] == 0 && found[1] == 0);
    return expect_status();
}
