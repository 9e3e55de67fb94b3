/*
 * Multiphase exchange: the bits of the rank are cut into consecutive parts, and each part, highest
 * first, gets a direct exchange among the ranks that differ in these bits only. Between standard
 * exchange (all parts 1) and direct exchange (one part) it trades start-ups against volume.
 *
 *   P = 8, --partition 2,1: partner of each rank     blocks rank 0 sends, origins to destinations
 *            rank 0 1 2 3 4 5 6 7
 *   step 1        2 3 0 1 6 7 4 5                    0           2 3
 *   step 2        4 5 6 7 0 1 2 3                    0           4 5
 *   step 3        6 7 4 5 2 3 0 1                    0           6 7
 *   step 4        1 0 3 2 5 4 7 6                    0 2 4 6     1
 *
 * P = 2^d. For parts d_1 .. d_k of d: sum of (2^d_i - 1) steps; a message of phase i carries
 * 2^(d-d_i) blocks. No link is shared under e-cube routing, since a phase is a direct exchange in
 * subcubes. Cost sum_i [(2^d_i - 1)(lambda + 2^(d-d_i) m tau + delta) + 2^d m rho + Q(d)]
 * (Nicol, Bokhari 1994, (2); Bokhari 1993, (2)): rho when shuffled and k > 1, Q with a barrier a
 * phase.
 */
#include "algorithms/exchange/phases.h"

#include <cornerturn/hull.h>

enum { PARTITION, TRANSIT, SYNC, MODE }; /* places of the parameters */

static ct_phases phases_of(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    const ct_value *partition = &parameters->value[PARTITION];
    ct_phases phases = {.count = partition->count,
                        .sync = ct_parameter_item(parameters, SYNC),
                        .mode = ct_parameter_item(parameters, MODE),
                        .shuffled = ct_parameter_item(parameters, TRANSIT) == CT_TRANSIT_SHUFFLED};
    for (int i = 0; i < partition->count; i++) {
        phases.radix[i] = 1 << partition->item[i];
    }
    return phases;
}

static ct_status combines(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    return ct_sync_combines(ct_parameter_item(parameters, SYNC),
                            ct_parameter_item(parameters, MODE));
}

/* Every partition with default parameters, and every other parameter with the default partition:
 * the product would be large, and the partition matters most. */
static int worth(const ct_topology *topology, const ct_parameters *parameters) {
    ct_value usual;
    ct_parameter_partition.fallback(topology, &usual);
    int varied = ct_parameter_item(parameters, TRANSIT) != CT_TRANSIT_STRIDED ||
                 ct_parameter_item(parameters, SYNC) != CT_SYNC_NONE ||
                 ct_parameter_item(parameters, MODE) != CT_MODE_STANDARD;
    return !varied || ct_value_equal(&parameters->value[PARTITION], &usual);
}

CT_PHASES_ROW

/* The best partition given the other parameters. */
static void tune(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                 ct_parameters *parameters) {
    ct_machine charged = *machine;
    ct_hull *hull = NULL;
    if (ct_parameter_item(parameters, TRANSIT) == CT_TRANSIT_STRIDED) {
        charged.permute_byte_s = 0;
    }
    if (ct_parameter_item(parameters, SYNC) < CT_SYNC_PHASE) {
        charged.barrier_s = charged.barrier_doubling_s = 0;
    }
    if (ct_hull_create(&charged, ct_topology_dimension(topology), &hull) == CT_OK) {
        parameters->value[PARTITION] = ct_hull_find(hull, block_bytes)->phases;
        ct_hull_destroy(&hull);
    }
}

const ct_algorithm ct_row_multiphase = {
    .name = "multiphase",
    .summary = "direct exchanges in subcubes, one part of the rank's bits after the other",
    .sizes = "2^d ranks",
    .source = "Nicol, Bokhari 1994, section 2.4, (2); Bokhari 1993, section 2.3, (2)",
    .formula = "sum_i [(2^d_i - 1)(lambda + 2^(d-d_i) m tau + delta) + 2^d m rho + Q]",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_partition, &ct_parameter_transit, &ct_parameter_sync,
                   &ct_parameter_mode},
    .combines = combines,
    .worth = worth,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .is_paired = 1,
    .tune = tune,
    .generate = generate,
};
