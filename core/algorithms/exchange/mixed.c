/*
 * Mixed-radix exchange: multiphase for any number of ranks. The rank is written with one digit for
 * every factor of P, and each digit, most significant first, gets a direct exchange among the ranks
 * that differ in it only: paired by XOR where the factor is a power of two, otherwise round a ring.
 *
 *   P = 6, --factors 2,3: who each rank sends to, and what rank 0 sends: origins to destinations
 *            rank 0 1 2 3 4 5
 *   step 1        3 4 5 0 1 2                  0       3 4 5
 *   step 2        1 2 0 4 5 3                  0 3     1
 *   step 3        2 0 1 5 3 4                  0 3     2
 *
 * Any P = r_1 r_2 .. r_k. Sum of (r_i - 1) steps; a message of phase i carries P/r_i blocks, a
 * range of destinations for origins with a stride. (P) is direct, (2,..,2) standard exchange. Cost
 * sum_i (r_i - 1)(lambda + P/r_i m tau + delta). Source: generalises Bokhari 1993, (2).
 */
#include "algorithms/exchange/phases.h"

#include <cornerturn/hull.h>
#include <string.h>

enum { FACTORS }; /* place of the parameter */

static ct_phases phases_of(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    const ct_value *factors = &parameters->value[FACTORS];
    ct_phases phases = {.count = factors->count};
    memcpy(phases.radix, factors->item, sizeof phases.radix);
    return phases;
}

CT_PHASES_ROW

static void tune(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                 ct_parameters *parameters) {
    ct_machine charged = *machine; /* phases are neither permuted nor synchronised */
    ct_hull *hull = NULL;
    charged.permute_byte_s = charged.barrier_s = charged.barrier_doubling_s = 0;
    if (ct_hull_create_factors(&charged, topology->size, &hull) == CT_OK) {
        parameters->value[FACTORS] = ct_hull_find(hull, block_bytes)->phases;
        ct_hull_destroy(&hull);
    }
}

const ct_algorithm ct_row_mixed = {
    .name = "mixed",
    .summary = "direct exchanges in groups, one digit of the rank after the other",
    .sizes = "any number of ranks",
    .source = "generalises Bokhari 1993, section 2.3, (2), to any number of ranks",
    .formula = "sum_i (r_i - 1)(lambda + P/r_i m tau + delta)",
    .parameters = {&ct_parameter_factors},
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .is_paired = 1,
    .tune = tune,
    .generate = generate,
};
