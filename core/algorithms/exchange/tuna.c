/*
 * TuNA's hierarchical exchange: inside each node Bruck's hops of radix r bring every block to the
 * rank whose place is that of its destination, then ranks of like place exchange between nodes: all
 * that is for a rank in one message (coalesced), or block by block (staggered).
 *
 *   nodes:2x4, r = 2, coalesced                  blocks rank 0 sends: from origins to destinations
 *            rank 0 1 2 3  4 5 6 7
 *   step 1        1 2 3 0  5 6 7 4                  0           1 3 5 7
 *   step 2        2 3 0 1  6 7 4 5                  0 3         2 6
 *   step 3        4 5 6 7  0 1 2 3                  0 1 2 3     4
 *
 * N nodes of n ranks, the ranks of a node consecutive; r from 2 to n. With r = n it is node-aware
 * exchange by all ranks of a node. With lambda', tau' inside a node, n_i the number of distances
 * below n that have the digit of hop i, cost sum_i (lambda' + n_i N m tau') + (N-1)(lambda + n m
 * tau
 * + delta), or (N-1) n (lambda + m tau + delta) staggered. Source: Fan, Domke, Ba, Kumar 2025
 * (TuNA); its radix on all ranks is Bruck's exchange.
 */
#include "algorithms/exchange/hops.h"
#include "algorithms/exchange/phases.h"

#include <stdint.h>

enum { RADIX, BETWEEN }; /* places of the parameters */

enum { COALESCED, STAGGERED };

static const char *const between_names[] = {"coalesced", "staggered", NULL};

static const ct_parameter parameter_between = {
    .name = "between",
    .summary = "what a message between nodes carries",
    .allowed = "coalesced (all a node has for a rank) or staggered (one block)",
    .choices = between_names,
};

typedef struct shape {
    int ranks, nodes; /* in a node; nodes */
    int radix, is_staggered;
} shape;

static shape shape_of(const ct_topology *topology, const ct_parameters *parameters) {
    const int ranks = ct_topology_node_ranks(topology);
    return (shape){ranks, topology->size / ranks, ct_parameter_item(parameters, RADIX),
                   ct_parameter_item(parameters, BETWEEN) == STAGGERED};
}

/* The radix has the values of Bruck's on the ranks of a node. */
static int next_radix(const ct_topology *topology, ct_value *value) {
    const ct_topology node = ct_topology_flat(ct_topology_node_ranks(topology));
    return ct_parameter_radix.next(&node, value);
}

static int accepts_radix(const ct_topology *topology, const ct_value *value) {
    const ct_topology node = ct_topology_flat(ct_topology_node_ranks(topology));
    return ct_parameter_radix.accepts(&node, value);
}

static const ct_parameter parameter_radix = {
    .name = "radix",
    .summary = "base in which distances inside a node are written",
    .allowed = "2 up to the ranks of a node",
    .next = next_radix,
    .accepts = accepts_radix,
};

/* `count` places of a node that end with `last`, cyclically. */
static ct_rank_set places_up_to(ct_schedule *schedule, const shape *s, int base, int last,
                                int count) {
    const int before = count > last + 1 ? count - (last + 1) : 0; /* at the end of the node */
    ct_schedule_set_open(schedule);
    if (before > 0) {
        ct_schedule_set_add(schedule, (ct_run){base + s->ranks - before, before, 1});
    }
    ct_schedule_set_add(schedule, (ct_run){base + last + 1 - (count - before), count - before, 1});
    return ct_schedule_set_close(schedule);
}

/* In all nodes, `count` places from `first` on, `stride` apart, cyclically. */
static ct_rank_set places_of_all(ct_schedule *schedule, const shape *s, int64_t first, int count,
                                 int64_t stride) {
    ct_schedule_set_open(schedule);
    for (int i = 0; i < count; i++) {
        const int place = (int)((first + i * stride) % s->ranks);
        ct_schedule_set_add(schedule, (ct_run){place, s->nodes, s->nodes > 1 ? s->ranks : 1});
    }
    return ct_schedule_set_close(schedule);
}

/* Lists the blocks that the rank at `place` sends; those of one that comes after have travelled as
 * in Bruck's exchange. */
static void name_blocks(ct_schedule *schedule, const shape *s, ct_hop h, int base, int place,
                        void (*name)(ct_schedule *, ct_rank_set, ct_rank_set)) {
    const ct_hop_extent e = ct_hop_extent_of(s->ranks, s->radix, h);
    const int64_t span = h.weight * s->radix;
    if (e.whole > 0) {
        name(schedule, places_up_to(schedule, s, base, place, (int)h.weight),
             places_of_all(schedule, s, place + h.shift, e.whole, span));
    }
    if (e.rest > 0) {
        name(schedule, places_up_to(schedule, s, base, place, e.rest),
             places_of_all(schedule, s, place + h.shift + e.whole * span, 1, 1));
    }
}

static void inside(ct_schedule *schedule, const shape *s, int base, int place) {
    for (ct_hop h = ct_hop_first(); h.shift < s->ranks; ct_hop_next(&h, s->radix)) {
        const int to = (int)((place + h.shift) % s->ranks);
        const int from = (int)((place - h.shift + s->ranks) % s->ranks);
        ct_schedule_move(schedule, h.number, base + to, base + from,
                         ct_hop_starts_digit(h) ? CT_MOVE_PHASE : 0);
        name_blocks(schedule, s, h, base, place, ct_schedule_sends);
        name_blocks(schedule, s, h, base, from, ct_schedule_receives);
    }
}

static void between(ct_schedule *schedule, const shape *s, int node, int place) {
    const int pieces = s->is_staggered ? s->ranks : 1;
    const int each = s->ranks / pieces;
    int step = ct_hop_count(s->ranks, s->radix);
    for (int k = 1; k < s->nodes; k++) {
        const ct_digit_peers peers = ct_digit_peers_in(k, s->nodes, node);
        const int to = peers.to * s->ranks + place;
        const int from = peers.from * s->ranks + place;
        for (int i = 0; i < pieces; i++) {
            ct_schedule_move(schedule, ++step, to, from, k == 1 && i == 0 ? CT_MOVE_PHASE : 0);
            ct_schedule_sends(schedule,
                              ct_schedule_range(schedule, node * s->ranks + i * each, each), to);
            ct_schedule_receives(
                schedule, ct_schedule_range(schedule, peers.from * s->ranks + i * each, each),
                schedule->rank);
        }
    }
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    const shape s = shape_of(topology, parameters);
    const int node = schedule->rank / s.ranks;
    const int place = schedule->rank % s.ranks;
    inside(schedule, &s, node * s.ranks, place);
    between(schedule, &s, node, place);
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    const shape s = shape_of(topology, parameters);
    return (ct_promise){.steps = ct_hop_count(s.ranks, s.radix) +
                                 (s.nodes - 1) * (s.is_staggered ? s.ranks : 1),
                        .ports = 1,
                        .lockstep = 1};
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    const shape s = shape_of(topology, parameters);
    const int pieces = s.is_staggered ? s.ranks : 1;
    const int blocks = s.ranks / pieces;
    return ct_hops_s(topology, machine, s.ranks, s.radix, s.nodes * block_bytes) +
           ct_digit_steps_s(topology, machine, topology->size, (s.nodes - 1) * pieces,
                            ct_digit_swaps(s.nodes) * pieces, blocks * block_bytes);
}

const ct_algorithm ct_row_tuna = {
    .name = "tuna",
    .summary = "Bruck's hops inside nodes, then ranks of like place exchange between them",
    .sizes = "a node map: nodes:NODESxRANKS or dragonfly:GROUPSxNODESxRANKS",
    .source = "Fan, Domke, Ba, Kumar 2025 (TuNA)",
    .formula = "sum_i (lambda' + n_i N m tau') + (N-1)(lambda + n m tau + delta), N nodes of n "
               "ranks, n_i the distances below n that have the digit of step i",
    .topologies = 1u << CT_NODES | 1u << CT_DRAGONFLY,
    .parameters = {&parameter_radix, &parameter_between},
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate,
};
