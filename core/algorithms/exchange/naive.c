/*
 * Naive exchange: every rank sends to 0, 1, .. P-1 in rank order, nothing synchronised. The
 * baseline the papers measure against: in step k everybody addresses rank k.
 *
 *   P = 4, who each rank sends to
 *   step 1   - 0 0 0
 *   step 2   1 - 1 1
 *   step 3   2 2 - 2
 *   step 4   3 3 3 -
 *
 * Any P. P steps of which each rank is idle in one; one block a message. Meant to run with all
 * receives posted before the first send. No contention promise. Cost (2P-3)(lambda + m tau + delta)
 * on a machine whose ranks have one port and whose links do not limit.
 * Source: Bokhari, Nicol (mesh paper), section 2.
 */
#include "algorithms/exchange/phases.h"

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    (void)topology;
    (void)parameters;
    int rank = schedule->rank;
    for (int peer = 0; peer < schedule->size; peer++) {
        if (peer == rank) {
            continue;
        }
        ct_schedule_move(schedule, peer + 1, peer, peer,
                         schedule->move_count == 0 ? CT_MOVE_PHASE : 0);
        ct_schedule_sends(schedule, rank, peer);
        ct_schedule_receives(schedule, peer, rank);
    }
}

/* Messages between i and j find both ends free in the (i+j)-th slot; the last is P-2 with P-1. The
 * longest chain leaves the first node early, along rank 0, and enters the last one late. */
static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    int size = topology->size;
    int ranks = ct_topology_node_ranks(topology);
    double slots = 2.0 * size - 3;
    double inside = ranks == size ? slots : 2.0 * (ranks - 1);
    (void)parameters;
    return size < 2 ? 0
                    : inside * ct_digit_steps_s(topology, machine, ranks, 1, 1, block_bytes) +
                          (slots - inside) *
                              ct_digit_steps_s(topology, machine, size, 1, 1, block_bytes);
}

const ct_algorithm ct_row_naive = {
    .name = "naive",
    .summary = "everybody sends to 0, 1, .. P-1 in rank order, unsynchronised (baseline)",
    .sizes = "any number of ranks",
    .source = "Bokhari, Nicol (mesh paper), section 2",
    .formula = "(2P-3)(lambda + m tau + delta), where links do not limit",
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate,
};
