/*
 * Standard exchange: in each of d steps a rank gives its neighbour across one bit, highest first,
 * the half of all it holds whose destinations differ from it in that bit. Fewest start-ups; every
 * block travels once for each bit in which its ends differ.
 *
 *   P = 8, partner of each rank                blocks rank 0 sends: from origins to destinations
 *            rank 0 1 2 3 4 5 6 7
 *   step 1        4 5 6 7 0 1 2 3              0           4 5 6 7
 *   step 2        2 3 0 1 6 7 4 5              0 4         2 3
 *   step 3        1 0 3 2 5 4 7 6              0 2 4 6     1
 *
 * P = 2^d. d steps of P/2 blocks, which are a range when the blocks are shuffled after every step
 * (the papers' form), or stay at their places and are gathered with a stride. No link is shared:
 * neighbours only. Cost d (lambda + 2^(d-1) m tau + delta + 2^d m rho + Q(d)): rho when shuffled
 * and d > 1, Q with a barrier a step. Source: Nicol, Bokhari 1994, section 2.3; Johnsson, Ho 1988.
 */
#include "algorithms/exchange/phases.h"

enum { TRANSIT, SYNC, MODE }; /* places of the parameters */

static ct_phases phases_of(const ct_topology *topology, const ct_parameters *parameters) {
    ct_phases phases = {.count = ct_topology_dimension(topology),
                        .sync = ct_parameter_item(parameters, SYNC),
                        .mode = ct_parameter_item(parameters, MODE),
                        .shuffled = ct_parameter_item(parameters, TRANSIT) == CT_TRANSIT_SHUFFLED};
    for (int i = 0; i < phases.count; i++) {
        phases.radix[i] = 2;
    }
    return phases;
}

static ct_status combines(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    return ct_sync_combines(ct_parameter_item(parameters, SYNC),
                            ct_parameter_item(parameters, MODE));
}

CT_PHASES_ROW

const ct_algorithm ct_row_standard = {
    .name = "standard",
    .summary = "half of everything to the neighbour across one bit, log2 P times",
    .sizes = "2^d ranks",
    .source = "Nicol, Bokhari 1994, section 2.3; Johnsson, Ho 1988",
    .formula = "d (lambda + 2^(d-1) m tau + delta + 2^d m rho + Q)",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_transit, &ct_parameter_sync, &ct_parameter_mode},
    .combines = combines,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .is_paired = 1,
    .generate = generate,
};
