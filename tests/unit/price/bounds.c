/* Lower bounds: against counting link by link, against the prices of all algorithms, by hand. */
#include "expect.h"

#include <cornerturn/algorithm.h>
#include <cornerturn/bounds.h>
#include <cornerturn/price.h>

#include <math.h>

static const ct_machine machine = {.start_up_s = 5,
                                   .byte_s = 2,
                                   .local_start_up_s = 1,
                                   .local_byte_s = 0.5,
                                   .link_byte_s = 3,
                                   .ports = 1,
                                   .rails = 1};

static const ct_node_memory unknown = {0, 0};
static const ct_node_memory memory = {100, 100};

static ct_topology parse(const char *text) {
    ct_topology topology;
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    return topology;
}

static int is_near(double found, double wanted) {
    return fabs(found - wanted) <= 1e-12 * fabs(wanted);
}

/* Mean load of a link, counted. */
static double counted_load(const ct_topology *topology) {
    double sum = 0;
    double count = 0;
    for (int from = 0; from < topology->size; from++) {
        for (int to = 0; to < topology->size; to++) {
            sum += ct_topology_distance(topology, from, to);
        }
    }
    for (ptrdiff_t link = 0; link < ct_topology_links(topology); link++) {
        int from = 0;
        int to = 0;
        count += ct_topology_link_ends(topology, link, &from, &to);
    }
    return sum / count;
}

/* The worst axis: blocks from its lower half to its upper half over the links between, counted. */
static double counted_crossing(const ct_topology *topology) {
    double worst = 0;
    for (int axis = 0; axis < topology->axes; axis++) {
        int middle = topology->extent[axis] / 2;
        double below = 0;
        double crossing = 0;
        for (int rank = 0; rank < topology->size; rank++) {
            below += ct_topology_coordinate(topology, rank, axis) < middle;
        }
        for (ptrdiff_t link = 0; link < ct_topology_links(topology); link++) {
            int from = 0;
            int to = 0;
            crossing += ct_topology_link_ends(topology, link, &from, &to) &&
                        ct_topology_coordinate(topology, from, axis) < middle &&
                        ct_topology_coordinate(topology, to, axis) >= middle;
        }
        if (crossing > 0) {
            worst = fmax(worst, below * (topology->size - below) / crossing);
        }
    }
    return worst;
}

static void expect_counted(const char *text) {
    ct_topology topology = parse(text);
    ct_bounds bounds = ct_bounds_compute(&topology, 1, &machine, &unknown, 7);
    EXPECT(is_near(bounds.bound_s[CT_BOUND_DISTANCES], counted_load(&topology) * 3 * 7));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_BISECTION], counted_crossing(&topology) * 3 * 7));
}

/* No algorithm is priced below any bound. */
static void expect_below_prices(const char *text) {
    ct_topology topology = parse(text);
    int priced = 0;
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *row = ct_algorithm_at(i);
        if (row->pattern != NULL || !ct_algorithm_can_run(row, &topology)) {
            continue;
        }
        for (int bytes = 1; bytes <= 1000; bytes *= 10) {
            ct_bounds bounds = ct_bounds_compute(&topology, 1, &machine, &unknown, bytes);
            ct_price price;
            EXPECT_INT(ct_price_algorithm(row, &topology, NULL, &machine, bytes, &price), CT_OK);
            EXPECT(price.total_s >= bounds.largest_s * (1 - 1e-12));
            priced++;
        }
    }
    EXPECT(priced > 0);
}

static void expect_by_hand(void) {
    ct_topology topology = parse("flat:6");
    ct_bounds bounds = ct_bounds_compute(&topology, 6, &machine, &memory, 10);
    EXPECT(is_near(bounds.bound_s[CT_BOUND_START_UPS], 3 * 1.0));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_INJECTION], 5 * 10 * 0.5));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_MEMORY], 2 * 36 * 10 / 100.0));
    EXPECT(bounds.bound_s[CT_BOUND_BISECTION] == 0);
    EXPECT_INT(bounds.largest, CT_BOUND_INJECTION);
    EXPECT(bounds.largest_s == bounds.bound_s[CT_BOUND_INJECTION]);

    topology = parse("nodes:3x4"); /* node_ranks is the topology's */
    bounds = ct_bounds_compute(&topology, 1, &machine, &memory, 10);
    EXPECT(is_near(bounds.bound_s[CT_BOUND_START_UPS], 2 * 5.0 + 2 * 1.0));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_INJECTION], 10 * (8 * 2.0 + 3 * 0.5)));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_BISECTION], 4 * 8 * 10 * 3.0));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_MEMORY], 2 * 4 * 12 * 10 / 100.0));

    topology = parse("dragonfly:2x2x3"); /* between groups, then out of nodes */
    bounds = ct_bounds_compute(&topology, 1, &machine, &memory, 10);
    EXPECT(is_near(bounds.bound_s[CT_BOUND_BISECTION], 6 * 6 * 10 * 3.0));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_MEMORY], 2 * 3 * 12 * 10 / 100.0));
    topology = parse("dragonfly:6x1x2");
    bounds = ct_bounds_compute(&topology, 1, &machine, &memory, 10);
    EXPECT(is_near(bounds.bound_s[CT_BOUND_BISECTION], 2 * 10 * 10 * 3.0));

    topology = parse("flat:2"); /* arrays of 8 bytes in all, then of 120 */
    EXPECT(ct_bounds_compute(&topology, 2, &machine, &memory, 1).bound_s[CT_BOUND_MEMORY] == 0);
    EXPECT(is_near(ct_bounds_compute(&topology, 2, &machine, &memory, 15).bound_s[CT_BOUND_MEMORY],
                   1.2));

    topology = parse("flat:1");
    bounds = ct_bounds_compute(&topology, 1, &machine, &memory, 10);
    EXPECT(bounds.largest_s == 0);
    topology = parse("hypercube:30"); /* nothing is counted rank by rank */
    bounds = ct_bounds_compute(&topology, 1, &machine, &unknown, 1);
    EXPECT(is_near(bounds.bound_s[CT_BOUND_BISECTION], exp2(29) * 3));
    EXPECT(is_near(bounds.bound_s[CT_BOUND_DISTANCES], exp2(29) * 3));
}

int main(void) {
    static const char *const networks[] = {"hypercube:1", "hypercube:4", "mesh:4x6",  "mesh:5x3x2",
                                           "torus:2x3",   "torus:8x4",   "torus:5x5", "mesh:1x7"};
    static const char *const priced[] = {"hypercube:4", "mesh:4x4", "torus:8x8",      "flat:12",
                                         "nodes:3x4",   "flat:7",   "dragonfly:2x3x2"};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        expect_counted(networks[i]);
    }
    for (size_t i = 0; i < sizeof priced / sizeof *priced; i++) {
        expect_below_prices(priced[i]);
    }
    expect_by_hand();
    for (int i = 0; i < CT_BOUNDS; i++) {
        EXPECT(ct_bound_name((ct_bound)i) != NULL);
    }
    return expect_status();
}
