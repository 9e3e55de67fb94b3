/* The pricer: equal to every closed form of the table, no more than those that are bounds, and
 * equal to sums done by hand where links are shared, ports are few, channels are half duplex, ranks
 * run freely. */
#include "check/ensemble.h"
#include "expect.h"

#include <cornerturn/price.h>

#include <math.h>

/* Up to so many ranks every machine prices each schedule, beyond one of so many. */
enum { EVERY_MACHINE = 12, MACHINES_TURN = 5 };
static int compared;

static void expect_close(double found, double wanted) {
    EXPECT(fabs(found - wanted) <= 1e-12 * fabs(wanted));
    if (!(fabs(found - wanted) <= 1e-12 * fabs(wanted))) {
        (void)fprintf(stderr, "    found %.17g, wanted %.17g\n", found, wanted);
    }
}

/* ---- closed forms ---- */

static void expect_closed_form(const ct_algorithm *algorithm, const ct_topology *topology,
                               const ct_parameters *parameters, const ct_machine *machine) {
    ct_price price;
    EXPECT_INT(ct_price_algorithm(algorithm, topology, parameters, machine, 1000, &price), CT_OK);
    double wanted = algorithm->cost(topology, parameters, machine, 1000);
    int failed = expect_failed;
    if (ct_topology_has_nodes(topology) && !algorithm->knows_nodes) {
        EXPECT(price.total_s <= wanted * (1 + 1e-12));
    } else {
        expect_close(price.total_s, wanted);
    }
    expect_close(price.message_s + price.permute_s + price.barrier_s, price.total_s);
    compared++;
    if (expect_failed > failed) {
        char where[CT_TOPOLOGY_TEXT];
        char how[CT_PARAMETERS_TEXT];
        ct_topology_format(topology, where);
        ct_parameters_format(algorithm, parameters, how);
        (void)fprintf(stderr, "    %s %s on %s, machine %s%s\n", algorithm->name, how, where,
                      machine->name, machine->half_duplex ? ", half duplex" : "");
    }
}

/* Every algorithm with a closed form, every machine, both kinds of channel, ports in plenty. With
 * many ranks machines take turns. */
static void expect_closed_forms(const char *text) {
    ct_topology topology;
    ct_parameters parameters;
    int turn = 0;
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        if (algorithm->cost == NULL || !ct_algorithm_can_run(algorithm, &topology)) {
            continue;
        }
        for (int more = ct_parameters_first(algorithm, &topology, &parameters); more;
             more = ct_parameters_next(algorithm, &topology, &parameters)) {
            for (int k = 0; ct_machine_at(k) != NULL; k++) {
                if (topology.size > EVERY_MACHINE && (k + turn) % MACHINES_TURN != 0) {
                    continue;
                }
                ct_machine machine = *ct_machine_at(k);
                machine.ports = 0;
                machine.link_byte_s = 0;
                machine.pairwise_s = machine.start_up_s / 2;
                machine.half_duplex = k % 2;
                machine.local_start_up_s = machine.start_up_s / 4;
                machine.local_byte_s = machine.byte_s / 8;
                expect_closed_form(algorithm, &topology, &parameters, &machine);
            }
            turn++;
        }
    }
}

/* ---- by hand ---- */

/* 1 s a message, 1 s a byte, and other primes, so that sums tell where they come from. */
static const ct_machine by_hand = {.name = "by hand",
                                   .start_up_s = 100,
                                   .byte_s = 1,
                                   .distance_s = 10,
                                   .permute_byte_s = 0.5,
                                   .barrier_s = 1000,
                                   .pairwise_s = 7,
                                   .ports = 1};

typedef struct hop {
    int step, from, to;
    unsigned flags;
    int origin, destination;
} hop;

/* Prices the messages of one block each on a topology. Both ends of a message belong to `step`, or
 * the receiver's to `late` later where that is not 0. */
static ct_price priced(const char *text, const hop *hops, int count, int late,
                       const ct_machine *machine, double bytes) {
    ct_topology topology = ct_topology_flat(1);
    ct_schedule *schedules[64] = {NULL};
    ct_ensemble *ensemble = NULL;
    ct_pattern pattern = {.kind = CT_EXCHANGE};
    ct_price price = {0};
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    for (int rank = 0; rank < topology.size; rank++) {
        EXPECT_INT(ct_schedule_create(topology.size, rank, 0, &schedules[rank]), CT_OK);
        for (int i = 0; i < count; i++) {
            int sends = hops[i].from == rank;
            int receives = hops[i].to == rank;
            if (sends || receives) {
                ct_schedule_move(schedules[rank], hops[i].step + (receives ? late : 0),
                                 sends ? hops[i].to : CT_NOBODY,
                                 receives ? hops[i].from : CT_NOBODY, hops[i].flags);
            } else if ((hops[i].flags & CT_MOVE_FENCE) != 0) {
                ct_schedule_move(schedules[rank], hops[i].step, CT_NOBODY, CT_NOBODY,
                                 CT_MOVE_FENCE);
            }
            if (sends) {
                ct_schedule_sends(schedules[rank], hops[i].origin, hops[i].destination);
            } else if (receives) {
                ct_schedule_receives(schedules[rank], hops[i].origin, hops[i].destination);
            }
        }
    }
    EXPECT_INT(ct_ensemble_create(topology.size, schedules, &ensemble), CT_OK);
    EXPECT_INT(ct_price_ensemble(ensemble, &topology, &pattern, machine, bytes, &price), CT_OK);
    ct_ensemble_destroy(&ensemble);
    return price;
}

static void expect_steps(void) {
    /* two steps, the slowest of each counts */
    const hop hops[] = {{1, 0, 1, 0, 0, 1}, {1, 2, 3, CT_MOVE_PAIRWISE, 2, 3}, {2, 0, 2, 0, 0, 2}};
    ct_price price = priced("flat:4", hops, 3, 0, &by_hand, 50);
    expect_close(price.total_s, 160 + 7 + 160);
    EXPECT_INT(price.lockstep, 1);
    /* a barrier before a step, and a permutation of what rank 1 then holds: 4 blocks and 1 */
    const hop fenced[] = {{1, 0, 1, 0, 0, 1}, {2, 0, 1, CT_MOVE_FENCE | CT_MOVE_SHUFFLE, 0, 2}};
    price = priced("flat:4", fenced, 2, 0, &by_hand, 50);
    expect_close(price.barrier_s, 1000);
    expect_close(price.permute_s, 6 * 50 * 0.5);
    expect_close(price.message_s, 2 * 160);
}

static void expect_links(void) {
    ct_machine shared = by_hand;
    const hop crossing[] = {{1, 0, 3, 0, 0, 3}, {1, 1, 2, 0, 1, 2}};
    shared.link_byte_s = 0.75; /* two messages over the link from 1 to 2 take 1.5 s a byte */
    expect_close(priced("mesh:4", crossing, 2, 0, &shared, 50).total_s, 110 + 75);
    expect_close(priced("flat:4", crossing, 2, 0, &shared, 50).total_s, 110 + 50);
    shared.link_byte_s = 0.25; /* the port is slower than the link */
    expect_close(priced("mesh:4", crossing, 2, 0, &shared, 50).total_s, 110 + 50);
    shared.hop_s = 3;
    expect_close(priced("mesh:4", crossing, 2, 0, &shared, 50).total_s, 110 + 50 + 9);
    expect_close(priced("torus:4", crossing, 2, 0, &shared, 50).total_s, 110 + 50 + 3);
}

static void expect_nodes(void) {
    ct_machine cluster = by_hand;
    const hop inside[] = {{1, 0, 1, 0, 0, 1}};
    const hop both_out[] = {{1, 0, 2, 0, 0, 2}, {1, 1, 3, 0, 1, 3}};
    cluster.local_start_up_s = 5;
    cluster.local_byte_s = 0.125;
    cluster.link_byte_s = 0.75;
    expect_close(priced("nodes:2x2", inside, 1, 0, &cluster, 80).total_s, 5 + 10);
    expect_close(priced("nodes:2x2", both_out, 2, 0, &cluster, 80).total_s, 110 + 120);
    const hop fan_out[] = {{1, 0, 2, 0, 0, 2}, {1, 1, 4, 0, 1, 4}}; /* one interface is shared: */
    const hop fan_in[] = {{1, 0, 4, 0, 0, 4}, {1, 2, 5, 0, 2, 5}};  /* outwards, inwards */
    expect_close(priced("nodes:3x2", fan_out, 2, 0, &cluster, 80).total_s, 110 + 120);
    expect_close(priced("nodes:3x2", fan_in, 2, 0, &cluster, 80).total_s, 110 + 120);
    expect_close(priced("nodes:4x1", both_out, 2, 0, &cluster, 80).total_s, 110 + 80);
}

/* Two nodes of a group each to one of the other: their interfaces are their own, the link between
 * the groups, which is a hop, is not. */
static void expect_groups(void) {
    ct_machine cluster = by_hand;
    const hop across[] = {{1, 0, 4, 0, 0, 4}, {1, 2, 6, 0, 2, 6}};
    const hop within[] = {{1, 0, 2, 0, 0, 2}, {1, 4, 6, 0, 4, 6}};
    cluster.link_byte_s = 0.75;
    expect_close(priced("nodes:4x2", across, 2, 0, &cluster, 80).total_s, 110 + 80);
    expect_close(priced("dragonfly:2x2x2", across, 2, 0, &cluster, 80).total_s, 110 + 120);
    expect_close(priced("dragonfly:2x2x2", within, 2, 0, &cluster, 80).total_s, 110 + 80);
    cluster.hop_s = 3;
    expect_close(priced("nodes:4x2", across, 2, 0, &cluster, 80).total_s, 110 + 80);
    expect_close(priced("dragonfly:2x2x2", across, 2, 0, &cluster, 80).total_s, 110 + 120 + 3);
    expect_close(priced("dragonfly:2x2x2", within, 2, 0, &cluster, 80).total_s, 110 + 80);
}

static void expect_ports(void) {
    ct_machine machine = by_hand;
    const hop fan_out[] = {{1, 0, 1, 0, 0, 1}, {1, 0, 2, 0, 0, 2}, {1, 0, 3, 0, 0, 3}};
    const hop fan_in[] = {{1, 1, 0, 0, 1, 0}, {1, 2, 0, 0, 2, 0}, {1, 3, 0, 0, 3, 0}};
    expect_close(priced("flat:4", fan_out, 3, 0, &machine, 40).total_s, 3 * 150);
    expect_close(priced("flat:4", fan_in, 3, 0, &machine, 40).total_s, 3 * 150);
    machine.ports = 2;
    expect_close(priced("flat:4", fan_out, 3, 0, &machine, 40).total_s, 2 * 150);
    machine.ports = 0;
    expect_close(priced("flat:4", fan_in, 3, 0, &machine, 40).total_s, 150);
    machine.ports = 65; /* more than anybody has */
    expect_close(priced("flat:4", fan_in, 3, 0, &machine, 40).total_s, 150);
}

static void expect_duplex(void) {
    ct_machine half = by_hand;
    const hop there_and_back[] = {{1, 0, 1, 0, 0, 1}, {1, 1, 0, 0, 1, 0}};
    const hop round[] = {{1, 0, 1, 0, 0, 1}, {1, 1, 2, 0, 1, 2}, {1, 2, 0, 0, 2, 0}};
    expect_close(priced("flat:3", there_and_back, 2, 0, &half, 40).total_s, 150);
    half.half_duplex = 1;
    expect_close(priced("flat:3", there_and_back, 2, 0, &half, 40).total_s, 300);
    expect_close(priced("flat:3", round, 3, 0, &half, 40).total_s, 150);
}

/* Rank 1 receives in its step 2 what rank 0 sends in its step 1: nothing is in lockstep, each waits
 * for the other. */
static void expect_free_running(void) {
    const hop relay[] = {{1, 0, 1, 0, 0, 1}, {3, 0, 2, 0, 0, 2}, {5, 1, 2, 0, 1, 2}};
    ct_price price = priced("flat:3", relay, 3, 1, &by_hand, 40);
    EXPECT_INT(price.lockstep, 0);
    expect_close(price.total_s, 3 * 150); /* to 1, to 2, and from 1 to 2 once 2 is free */
    const hop apart[] = {{1, 0, 1, 0, 0, 1}, {1, 2, 3, 0, 2, 3}, {3, 0, 1, 0, 0, 1}};
    expect_close(priced("flat:4", apart, 3, 1, &by_hand, 40).total_s, 2 * 150);
    ct_machine slow_links = by_hand;
    slow_links.link_byte_s = 10; /* 80 bytes over one link, whenever it is */
    expect_close(priced("mesh:4", apart, 3, 1, &slow_links, 40).total_s, 2 * (110 + 400));
}

/* The time of an algorithm on the iPSC/860 of 64 ranks with distances counted link by link, 20.6 us
 * each, where the formulas take 10.3 us times the dimension for all. */
static double with_hops_s(const char *what, double bytes) {
    ct_machine machine = *ct_machine_find("ipsc860");
    const ct_algorithm *algorithm = NULL;
    ct_topology cube = ct_topology_flat(1);
    ct_parameters parameters;
    ct_price price = {0};
    machine.distance_doubling_s = 0;
    machine.hop_s = 20.6e-6;
    EXPECT_INT(ct_topology_parse("hypercube:6", &cube), CT_OK);
    EXPECT_INT(ct_algorithm_parse(what, &cube, &algorithm, &parameters), CT_OK);
    EXPECT_INT(ct_price_algorithm(algorithm, &cube, &parameters, &machine, bytes, &price), CT_OK);
    return price.total_s;
}

/* Simulated, direct takes 16.83 ms for 32 bytes and is overtaken by 3,3 below 127. */
static void expect_simulated(void) {
    const char *direct = "direct --sync phase";
    const char *halves = "multiphase --partition 3,3 --sync phase --transit shuffled";
    double ahead_s = with_hops_s(direct, 0) - with_hops_s(halves, 0);
    double slope_s = ahead_s - (with_hops_s(direct, 1) - with_hops_s(halves, 1));
    (void)printf("d = 6 with hops: direct %.2f ms for 32 bytes, 3,3 faster below %.1f bytes\n",
                 with_hops_s(direct, 32) * 1e3, ahead_s / slope_s);
    EXPECT(fabs(with_hops_s(direct, 32) - 16.83e-3) < 0.005e-3);
    EXPECT(fabs(ahead_s / slope_s - 127) < 0.5);
}

static void expect_errors(void) {
    ct_topology four = ct_topology_flat(4);
    ct_topology five = ct_topology_flat(5);
    ct_ensemble *ensemble = NULL;
    ct_price price;
    ct_pattern exchange = {.kind = CT_EXCHANGE};
    EXPECT_INT(ct_ensemble_generate(ct_algorithm_find("direct"), &four, NULL, &ensemble), CT_OK);
    EXPECT_INT(ct_price_ensemble(ensemble, &five, &exchange, &by_hand, 1, &price),
               CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_price_ensemble(ensemble, &four, &exchange, &by_hand, -1, &price),
               CT_ERROR_ARGUMENT);
    ensemble->schedules[3]->move_count--;
    EXPECT_INT(ct_price_ensemble(ensemble, &four, &exchange, &by_hand, 1, &price),
               CT_ERROR_INTERNAL);
    ct_ensemble_destroy(&ensemble);
}

int main(void) {
    static const char *const places[] = {
        "flat:1",          "flat:2",         "flat:3",      "flat:7",    "flat:12",   "flat:16",
        "hypercube:0",     "hypercube:1",    "hypercube:4", "mesh:4x4",  "mesh:4x8",  "mesh:4x4x4",
        "torus:4x4",       "torus:8x8",      "torus:4x8",   "nodes:3x4", "nodes:4x4", "nodes:2x8",
        "nodes:8x2",       "nodes:1x6",      "nodes:5x1",   "nodes:2x1", "nodes:1x2", "nodes:3x5",
        "dragonfly:2x2x4", "dragonfly:3x1x2"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        expect_closed_forms(places[i]);
    }
    expect_steps();
    expect_links();
    expect_nodes();
    expect_groups();
    expect_ports();
    expect_duplex();
    expect_free_running();
    expect_simulated();
    expect_errors();
    (void)printf("%d closed forms\n", compared);
    return expect_status();
}
