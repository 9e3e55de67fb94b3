/*
 * Sequential multigather (SMG), a transposition by gathers: every rank in turn gathers what is
 * meant for it up its binomial tree. The baseline for the exchanges by dimensions.
 *
 *   P = 4
 *   step 1   2>0 3>1       step 3   3>1 2>0       step 5   0>2 1>3       step 7   1>3 0>2
 *   step 2   1>0           step 4   0>1           step 6   3>2           step 8   2>3
 *
 * 2^d ranks, blocks of m bytes, N^2/P^2 in the transposition of an N x N matrix. d 2^d steps, the
 * messages of each gather doubling from one block to 2^(d-1).
 * Cost 2^d (d (lambda + delta) + (2^d - 1) m tau) (Saad, Schultz 1985, section 6).
 */
#include "algorithms/movements/gather.h"

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    (void)parameters;
    for (int root = 0; root < topology->size; root++) {
        ct_gather_to(topology, root, root * ct_topology_dimension(topology), schedule);
    }
}

static ct_status combines(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return ct_cube_countable(topology, ct_topology_dimension(topology));
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return ct_cube_promise(topology, topology->size * ct_topology_dimension(topology), 1);
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    (void)parameters;
    return topology->size * ct_gather_s(topology, machine, block_bytes);
}

const ct_algorithm ct_row_smg = {
    .name = "smg",
    .summary = "transposition: every rank in turn gathers its blocks up a binomial tree",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 6, Sequential Multi-Gather",
    .formula = "2^d (d (lambda + delta) + (2^d - 1) m tau)",
    .fits = ct_fits_power_of_two,
    .combines = combines,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate,
};
