/* Exchanges for any number of ranks: Bruck's with any radix, mixed radix with any factorisation,
 * node-aware with any number of leaders, TuNA's with any radix. */
#include "expect.h"
#include "rows.h"

/* ---- Bruck ---- */

/* Blocks of a step by the definition: distances below `size` with digit `digit` of this weight. */
static int with_digit(int size, int radix, int weight, int digit) {
    int count = 0;
    for (int distance = 0; distance < size; distance++) {
        count += distance / weight % radix == digit;
    }
    return count;
}

static void expect_bruck(int size, int radix) {
    const ct_algorithm *bruck = ct_algorithm_find("bruck");
    ct_topology flat = topology_of("flat", size, 0);
    ct_parameters parameters = {.value = {{.count = 1, .item = {radix}}}};
    ct_check_report report = checked(bruck, &flat, &parameters);
    int step = 0;
    for (int weight = 1; weight < size; weight *= radix) {
        for (int digit = 1; digit < radix && digit * weight < size; digit++, step++) {
            int blocks = with_digit(size, radix, weight, digit);
            EXPECT(step < report.steps && report.step[step].largest == blocks &&
                   report.step[step].blocks == (ptrdiff_t)size * blocks);
        }
    }
    EXPECT_INT(step, report.steps);
    if (size == 40 && (radix <= 8 || radix == 20 || radix == 40)) {
        (void)printf("bruck, P = 40, r = %2d: %2d steps, %3td blocks a rank\n", radix, report.steps,
                     report.largest_sum);
    }
    ct_check_report_clear(&report);
    expect_price_is_cost(bruck, &flat, &parameters);
}

/* Nothing overflows on 2^30 ranks, and a rank's part stays small. */
static void expect_large_bruck(void) {
    const ct_algorithm *bruck = ct_algorithm_find("bruck");
    ct_topology huge = topology_of("flat", 1 << 30, 0);
    for (int radix = 2; radix <= 32768; radix *= 128) {
        ct_parameters parameters = {.value = {{.count = 1, .item = {radix}}}};
        ct_schedule *schedule = NULL;
        EXPECT_INT(ct_algorithm_generate(bruck, &huge, &parameters, 12345, &schedule), CT_OK);
        double blocks = 0;
        for (int i = 0; i < schedule->move_count; i++) {
            blocks += (double)ct_schedule_sent(schedule, &schedule->moves[i]);
        }
        if (radix == 2) {
            EXPECT_INT(schedule->move_count, 30);
            EXPECT(blocks == 30 * 536870912.0);
        } else if (radix == 32768) {
            EXPECT_INT(schedule->move_count, 2 * 32767);
            EXPECT(blocks == 2 * (1073741824.0 - 32768));
        }
        ct_schedule_destroy(&schedule);
    }
}

/* ---- mixed radix ---- */

/* Returns the number of ordered factorisations. */
static int expect_mixed(int size) {
    const ct_algorithm *mixed = ct_algorithm_find("mixed");
    ct_topology flat = topology_of("flat", size, 0);
    ct_parameters parameters;
    int factorisations = 0;
    for (int more = ct_parameters_first(mixed, &flat, &parameters); more;
         more = ct_parameters_next(mixed, &flat, &parameters)) {
        const ct_value *factors = &parameters.value[0];
        ct_check_report report = checked(mixed, &flat, &parameters);
        int step = 0;
        for (int i = 0; i < factors->count; i++) {
            for (int k = 1; k < factors->item[i] && step < report.steps; k++, step++) {
                EXPECT_INT(report.step[step].messages, size);
                EXPECT_INT(report.step[step].largest, size / factors->item[i]);
                EXPECT_INT(report.step[step].blocks, (ptrdiff_t)size * size / factors->item[i]);
            }
        }
        EXPECT_INT(step, report.steps);
        ct_check_report_clear(&report);
        expect_price_is_cost(mixed, &flat, &parameters);
        factorisations++;
    }
    return factorisations;
}

/* Ordered factorisations of P: of their first factor and the rest. */
static void expect_factorisations(void) {
    int count[41] = {0, 1};
    for (int size = 2; size <= 40; size++) {
        for (int rest = 1; rest < size; rest++) {
            count[size] += size % rest == 0 ? count[rest] : 0;
        }
    }
    for (int size = 1; size <= 40; size++) {
        EXPECT_INT(expect_mixed(size), count[size]);
    }
    (void)printf("mixed: %d ordered factorisations of 24, %d of 36, %d of 40\n", count[24],
                 count[36], count[40]);
}

static void expect_ends(void) {
    ct_topology primes = topology_of("flat", 37, 0);
    ct_topology twelve = topology_of("flat", 12, 0);
    ct_topology nodes = topology_of("nodes", 3, 4);
    EXPECT(same_schedules(&primes, "mixed --factors 37", "direct"));
    EXPECT(same_schedules(&primes, "mixed --factors 37", "bruck --radix 37"));
    EXPECT(same_schedules(&twelve, "bruck --radix 12", "cyclic"));
    EXPECT(!same_schedules(&twelve, "bruck --radix 11", "bruck --radix 12"));
    EXPECT(!same_schedules(&twelve, "mixed --factors 3,4", "mixed --factors 4,3"));
    EXPECT(!same_schedules(&nodes, "node-aware --leaders 2", "node-aware --leaders 4"));
}

/* ---- node-aware ---- */

typedef struct traffic {
    int leaving; /* messages between nodes */
    int own;     /* blocks of a rank for itself that move */
} traffic;

static traffic traffic_of(const ct_topology *topology, const ct_parameters *parameters) {
    traffic t = {0, 0};
    for (int rank = 0; rank < topology->size; rank++) {
        ct_schedule *schedule = NULL;
        EXPECT_INT(ct_algorithm_generate(ct_algorithm_find("node-aware"), topology, parameters,
                                         rank, &schedule),
                   CT_OK);
        for (int i = 0; i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            t.leaving +=
                move->send_to != CT_NOBODY &&
                ct_topology_node(topology, rank) != ct_topology_node(topology, move->send_to);
            ct_block_walk walk = ct_blocks_sent(schedule, move);
            for (int origin, destination; ct_block_next(&walk, &origin, &destination);) {
                t.own += origin == destination;
            }
        }
        ct_schedule_destroy(&schedule);
    }
    return t;
}

static void expect_node_aware(int nodes, int ranks) {
    const ct_algorithm *node_aware = ct_algorithm_find("node-aware");
    ct_topology topology = topology_of("nodes", nodes, ranks);
    ct_parameters parameters;
    int tried = 0;
    for (int more = ct_parameters_first(node_aware, &topology, &parameters); more;
         more = ct_parameters_next(node_aware, &topology, &parameters)) {
        int leaders = parameters.value[0].item[0];
        ct_check_report report = checked(node_aware, &topology, &parameters);
        traffic t = traffic_of(&topology, &parameters);
        EXPECT_INT(report.steps, ranks - 1 + nodes - 1 + ranks / leaders - 1);
        EXPECT_INT(t.leaving, nodes * (nodes - 1) * leaders);
        EXPECT_INT(t.own, 0);
        if (nodes == 4 && ranks == 8) {
            (void)printf("node-aware, 4x8, %d leaders: %2d steps, %2d messages between nodes, "
                         "largest %td blocks\n",
                         leaders, report.steps, t.leaving, report.total.largest);
        }
        ct_check_report_clear(&report);
        expect_price_is_cost(node_aware, &topology, &parameters);
        tried++;
    }
    EXPECT(tried >= 1 + (ranks > 1));
}

/* ---- TuNA ---- */

static void expect_tuna(int nodes, int ranks) {
    const ct_algorithm *tuna = ct_algorithm_find("tuna");
    ct_topology topology = topology_of("nodes", nodes, ranks);
    ct_parameters parameters;
    int tried = 0;
    for (int more = ct_parameters_first(tuna, &topology, &parameters); more;
         more = ct_parameters_next(tuna, &topology, &parameters)) {
        const int radix = parameters.value[0].item[0];
        const int pieces = parameters.value[1].item[0] == 0 ? 1 : ranks;
        ct_check_report report = checked(tuna, &topology, &parameters);
        int step = 0;
        for (int weight = 1; weight < ranks; weight *= radix) {
            for (int digit = 1; digit < radix && digit * weight < ranks; digit++, step++) {
                EXPECT(step < report.steps &&
                       report.step[step].largest ==
                           (ptrdiff_t)nodes * with_digit(ranks, radix, weight, digit));
            }
        }
        EXPECT_INT(report.steps, step + (nodes - 1) * pieces);
        for (; step < report.steps; step++) {
            EXPECT(report.step[step].largest == ranks / pieces &&
                   report.step[step].messages == topology.size);
        }
        ct_check_report_clear(&report);
        expect_price_is_cost(tuna, &topology, &parameters);
        tried++;
    }
    EXPECT(tried >= 2 * (ranks > 1 ? ranks - 1 : 1));
}

/* ---- on nodes, refused ---- */

/* The others on nodes too: a phase that stays inside a node is as fast as the node. */
static void expect_priced_on_nodes(int nodes, int ranks) {
    ct_topology topology = topology_of("nodes", nodes, ranks);
    static const char *const names[] = {"standard", "multiphase", "mixed", "bruck", "bine"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const ct_algorithm *algorithm = ct_algorithm_find(names[i]);
        ct_parameters parameters;
        if (!ct_algorithm_can_run(algorithm, &topology)) {
            continue;
        }
        for (int more = ct_parameters_first(algorithm, &topology, &parameters); more;
             more = ct_parameters_next(algorithm, &topology, &parameters)) {
            expect_price_is_cost(algorithm, &topology, &parameters);
        }
    }
}

static void expect_refused(void) {
    expect_error("flat:40", "bruck --radix 1", "2 up to the number of ranks");
    expect_error("flat:40", "bruck --radix 41", "2 up to the number of ranks");
    expect_error("flat:40", "bruck --radix 2,2", "bruck --radix 2,2");
    expect_error("flat:10", "mixed --factors 4,3", "product is the number of ranks");
    expect_error("flat:10", "mixed --factors 10,1", "at least 2");
    expect_error("nodes:4x8", "node-aware --leaders 3", "divisors of the ranks of a node");
    expect_error("nodes:4x8", "node-aware --leaders 16", "divisors of the ranks of a node");
    expect_error("nodes:4x8", "node-aware --leaders 0", "divisors of the ranks of a node");
    expect_error("dragonfly:2x2x8", "node-aware --leaders 3", "divisors of the ranks of a node");
    expect_error("flat:32", "node-aware", "nearest: nodes:");
    expect_error("nodes:4x8", "tuna --radix 9", "2 up to the ranks of a node");
    expect_error("nodes:4x8", "tuna --radix 4 --between all", "coalesced");
    expect_error("flat:32", "tuna", "nearest: nodes:");
}

int main(void) {
    for (int size = 1; size <= 40; size++) {
        for (int radix = 2; radix <= size || radix == 2; radix++) {
            expect_bruck(size, radix);
        }
    }
    expect_large_bruck();
    expect_factorisations();
    expect_ends();
    for (int nodes = 1; nodes <= 6; nodes++) {
        for (int ranks = 1; ranks <= 6; ranks++) {
            expect_node_aware(nodes, ranks);
            expect_tuna(nodes, ranks);
            expect_priced_on_nodes(nodes, ranks);
        }
    }
    expect_node_aware(4, 8);
    expect_node_aware(3, 12);
    expect_priced_on_nodes(4, 8);
    expect_priced_on_nodes(2, 16);
    expect_priced_on_nodes(8, 32);
    expect_refused();
    return expect_status();
}
