/*
 * Node-aware exchange: L leaders of every node gather what their node sends to destinations of like
 * place, exchange it between nodes in large messages, and hand out what arrives. With as many
 * leaders as a node has ranks it is the mixed-radix exchange inside nodes, then between them.
 *
 *   nodes:2x4, L = 2: who each rank sends to         blocks of one message, origins to destinations
 *            rank 0 1 2 3  4 5 6 7
 *   step 1        1 0 - -  5 4 - -     gather         0 -> 1: 0 to 1 3 5 7
 *   step 2        - - 0 1  - - 4 5                    2 -> 0: 2 to 0 4 6
 *   step 3        - - 1 0  - - 5 4                    2 -> 1: 2 to 1 3 5 7
 *   step 4        4 5 - -  0 1 - -     between        0 -> 4: 0 1 2 3 to 4 6
 *   step 5        2 3 - -  6 7 - -     scatter        0 -> 2: all others to 2
 *
 * N nodes of n ranks, the ranks of a node consecutive; L divides n. Leader g of a node serves the
 * destinations whose place is g modulo L, those of its own node included. n-1 steps of P/L blocks,
 * N-1 of n^2/L, n/L-1 of P-1. Only the leaders' messages leave a node: L (N-1) of them a node. A
 * rank's own block stays. With lambda', tau' inside a node, cost (n-1)(lambda' + P/L m tau') +
 * (N-1)(lambda + n^2/L m tau + delta) + (n/L-1)(lambda' + (P-1) m tau'), less the own blocks: in
 * n/L-1 of the first steps everybody sends to the leader that serves it.
 * Source: Traff, Rougier 2014 (hierarchical all-to-all).
 */
#include "algorithms/exchange/phases.h"

#include <stdint.h>

enum { LEADERS }; /* place of the parameter */

typedef struct shape {
    int size, ranks, nodes, leaders; /* in all; in a node; nodes; in a node */
} shape;

static shape shape_of(const ct_topology *topology, const ct_parameters *parameters) {
    int ranks = ct_topology_node_ranks(topology);
    return (shape){topology->size, ranks, topology->size / ranks,
                   ct_parameter_item(parameters, LEADERS)};
}

static int next_leaders(const ct_topology *topology, ct_value *value) {
    int ranks = ct_topology_node_ranks(topology);
    int before = value->count == 0 ? 0 : value->item[0];
    if (before >= ranks) {
        return 0;
    }
    *value = (ct_value){.count = 1, .item = {ct_divisor_from(ranks, before + 1)}};
    return 1;
}

static const ct_parameter parameter_leaders = {
    .name = "leaders",
    .summary = "ranks of a node that exchange with other nodes",
    .allowed = "divisors of the ranks of a node",
    .next = next_leaders,
};

/* Every `stride`-th rank from `after` on, cyclically, without `after` itself. */
static ct_rank_set all_but(ct_schedule *schedule, int after, int stride) {
    int size = schedule->size;
    return ct_schedule_strided(schedule, (int)(((int64_t)after + stride) % size), size / stride - 1,
                               stride);
}

/* Destinations of the blocks that `source` sends to a leader of its node: all that the leader
 * serves, in every node, but `source`. */
static ct_rank_set gathered(ct_schedule *schedule, const shape *s, int source, int leader) {
    int first = leader % s->leaders;
    return source % s->leaders == first
               ? all_but(schedule, source, s->leaders)
               : ct_schedule_strided(schedule, first, s->size / s->leaders, s->leaders);
}

static void gather(ct_schedule *schedule, const shape *s, int base, int place) {
    for (int k = 1; k < s->ranks; k++) {
        ct_digit_peers peers = ct_digit_peers_in(k, s->ranks, place);
        int to = peers.to < s->leaders ? base + peers.to : CT_NOBODY;
        int from = place < s->leaders ? base + peers.from : CT_NOBODY;
        if (to == CT_NOBODY && from == CT_NOBODY) {
            continue;
        }
        ct_schedule_move(schedule, k, to, from, schedule->move_count == 0 ? CT_MOVE_PHASE : 0);
        if (to != CT_NOBODY) {
            ct_schedule_sends(schedule, schedule->rank, gathered(schedule, s, schedule->rank, to));
        }
        if (from != CT_NOBODY) {
            ct_schedule_receives(schedule, from, gathered(schedule, s, from, schedule->rank));
        }
    }
}

/* Those of a node that its leader at `place` serves. */
static ct_rank_set served(ct_schedule *schedule, const shape *s, int node, int place) {
    return ct_schedule_strided(schedule, node * s->ranks + place, s->ranks / s->leaders,
                               s->leaders);
}

static void between_nodes(ct_schedule *schedule, const shape *s, int node, int place) {
    ct_rank_set mine = ct_schedule_range(schedule, node * s->ranks, s->ranks);
    ct_rank_set for_me = served(schedule, s, node, place);
    for (int k = 1; k < s->nodes; k++) {
        ct_digit_peers peers = ct_digit_peers_in(k, s->nodes, node);
        ct_schedule_move(schedule, s->ranks - 1 + k, peers.to * s->ranks + place,
                         peers.from * s->ranks + place, k == 1 ? CT_MOVE_PHASE : 0);
        ct_schedule_sends(schedule, mine, served(schedule, s, peers.to, place));
        ct_schedule_receives(schedule, ct_schedule_range(schedule, peers.from * s->ranks, s->ranks),
                             for_me);
    }
}

static void scatter(ct_schedule *schedule, const shape *s, int base, int place) {
    int before = s->ranks - 1 + s->nodes - 1;
    if (place >= s->leaders) {
        ct_schedule_move(schedule, before + place / s->leaders, CT_NOBODY,
                         base + place % s->leaders, CT_MOVE_PHASE);
        ct_schedule_receives(schedule, all_but(schedule, base + place, 1), base + place);
        return;
    }
    for (int k = 1; k < s->ranks / s->leaders; k++) {
        int to = base + place + k * s->leaders;
        ct_schedule_move(schedule, before + k, to, CT_NOBODY, k == 1 ? CT_MOVE_PHASE : 0);
        ct_schedule_sends(schedule, all_but(schedule, to, 1), to);
    }
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    shape s = shape_of(topology, parameters);
    int node = schedule->rank / s.ranks;
    int place = schedule->rank % s.ranks;
    gather(schedule, &s, node * s.ranks, place);
    if (place < s.leaders) {
        between_nodes(schedule, &s, node, place);
    }
    scatter(schedule, &s, node * s.ranks, place);
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    shape s = shape_of(topology, parameters);
    return (ct_promise){
        .steps = s.ranks - 1 + s.nodes - 1 + s.ranks / s.leaders - 1, .ports = 1, .lockstep = 1};
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    shape s = shape_of(topology, parameters);
    int served_count = s.ranks / s.leaders;
    int gather_steps = s.ranks - served_count; /* of whole messages, some between leaders */
    int gather_swaps =
        ct_is_power_of_two(s.ranks) ? s.leaders - 1 : s.leaders == s.ranks && s.ranks % 2 == 0;
    int share = s.size / s.leaders; /* blocks for all that one leader of each node serves */
    double node_bytes = (double)s.ranks * served_count * block_bytes;
    return ct_digit_steps_s(topology, machine, s.ranks, gather_steps, gather_swaps,
                            share * block_bytes) +
           ct_digit_steps_s(topology, machine, s.ranks, served_count - 1, 0,
                            (share - 1) * block_bytes) +
           ct_digit_steps_s(topology, machine, s.size, s.nodes - 1, ct_digit_swaps(s.nodes),
                            node_bytes) +
           ct_digit_steps_s(topology, machine, s.ranks, served_count - 1, 0,
                            (s.size - 1) * block_bytes);
}

const ct_algorithm ct_row_node_aware = {
    .name = "node-aware",
    .summary = "leaders of each node gather, exchange large messages between nodes, and scatter",
    .sizes = "a node map: nodes:NODESxRANKS or dragonfly:GROUPSxNODESxRANKS",
    .source = "Traff, Rougier 2014 (hierarchical all-to-all)",
    .formula = "(n-n/L)(lambda' + P/L m tau') + (n/L-1)(lambda' + (P/L-1) m tau') + "
               "(N-1)(lambda + n^2/L m tau + delta) + (n/L-1)(lambda' + (P-1) m tau'), N nodes of "
               "n ranks, L leaders",
    .topologies = 1u << CT_NODES | 1u << CT_DRAGONFLY,
    .parameters = {&parameter_leaders},
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate,
};
