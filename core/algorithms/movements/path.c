/*
 * A vector from one rank to another in packets: every rank of a path passes a packet on while it
 * receives the next. The path corrects the differing bits lowest first; d disjoint paths at once
 * share no rank but their ends and carry a d-th of the vector each.
 *
 *   P = 8, from 0 to 3, packets p, q on each path
 *            path                            disjoint-paths
 *   step 1   0>1 p                           0>1 p         0>2 p         0>4 p
 *   step 2   0>1 q  1>3 p                    0>1 q  1>3 p  0>2 q  2>3 p  0>4 q  4>5 p
 *   step 3          1>3 q                           1>3 q         2>3 q         4>5 q  5>7 p
 *   step 4                                                                      5>7 q  7>3 p
 *   step 5                                                                             7>3 q
 *
 * 2^d ranks. The longest path has i hops: i = H, the number of differing bits, for one path and
 * where H = d, otherwise H + 2. A vector of m bytes, k packets on each path: k + i - 1 steps; both
 * ends need a port for each path, the others one. Nothing moves when root and target are the same.
 * Cost (k+i-1)(lambda + m/k tau + delta) with m/d in place of m for d paths; at the best k about
 * (sqrt(m tau) + sqrt((i-1) lambda))^2 (Saad, Schultz 1985, equation 3.1 and Proposition 3.2).
 */
#include "algorithms/movements/paths.h"

enum { ROOT, TARGET, PACKETS }; /* places of the parameters */

static ct_paths paths_of(const ct_topology *topology, const ct_parameters *parameters, int paths) {
    return ct_paths_between(topology, ct_parameter_item(parameters, ROOT),
                            ct_parameter_item(parameters, TARGET), paths,
                            ct_parameter_item(parameters, PACKETS));
}

static ct_paths one(const ct_topology *topology, const ct_parameters *parameters) {
    return paths_of(topology, parameters, 1);
}

static ct_paths all(const ct_topology *topology, const ct_parameters *parameters) {
    return paths_of(topology, parameters, ct_topology_dimension(topology));
}

static void generate_one(const ct_topology *topology, const ct_parameters *parameters,
                         ct_schedule *schedule) {
    ct_paths p = one(topology, parameters);
    ct_paths_generate(&p, schedule);
}

static void generate_all(const ct_topology *topology, const ct_parameters *parameters,
                         ct_schedule *schedule) {
    ct_paths p = all(topology, parameters);
    ct_paths_generate(&p, schedule);
}

static ct_pattern pattern_one(const ct_topology *topology, const ct_parameters *parameters) {
    ct_paths p = one(topology, parameters);
    return ct_paths_pattern(&p);
}

static ct_pattern pattern_all(const ct_topology *topology, const ct_parameters *parameters) {
    ct_paths p = all(topology, parameters);
    return ct_paths_pattern(&p);
}

static ct_promise promise_one(const ct_topology *topology, const ct_parameters *parameters) {
    ct_paths p = one(topology, parameters);
    return ct_cube_promise(topology, ct_paths_steps(&p), 1);
}

static ct_promise promise_all(const ct_topology *topology, const ct_parameters *parameters) {
    ct_paths p = all(topology, parameters);
    return ct_cube_promise(topology, ct_paths_steps(&p), ct_topology_dimension(topology));
}

static double cost_one(const ct_topology *topology, const ct_parameters *parameters,
                       const ct_machine *machine, double block_bytes) {
    ct_paths p = one(topology, parameters);
    return ct_paths_s(&p, topology, machine, block_bytes);
}

static double cost_all(const ct_topology *topology, const ct_parameters *parameters,
                       const ct_machine *machine, double block_bytes) {
    ct_paths p = all(topology, parameters);
    return ct_paths_s(&p, topology, machine, block_bytes);
}

static void tune_one(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                     ct_parameters *parameters) {
    ct_cube_tune_packets(cost_one, topology, machine, block_bytes, parameters, PACKETS);
}

static void tune_all(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                     ct_parameters *parameters) {
    ct_cube_tune_packets(cost_all, topology, machine, block_bytes, parameters, PACKETS);
}

const ct_algorithm ct_row_path = {
    .name = "path",
    .summary = "one vector from the root to the target, in packets down the shortest path",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 3, equation 3.1",
    .formula = "(k+i-1)(lambda + m/k tau + delta), i differing bits, k packets",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_root, &ct_parameter_target, &ct_parameter_packets},
    .pattern = pattern_one,
    .promise = promise_one,
    .cost = cost_one,
    .tune = tune_one,
    .generate = generate_one,
};

const ct_algorithm ct_row_disjoint_paths = {
    .name = "disjoint-paths",
    .summary = "one vector from the root to the target, in packets down d paths at once",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 3, Proposition 3.2",
    .formula = "(k+i-1)(lambda + m/(d k) tau + delta), i hops of the longest path, k packets on "
               "each, with d ports",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_root, &ct_parameter_target, &ct_parameter_path_packets},
    .pattern = pattern_all,
    .promise = promise_all,
    .cost = cost_all,
    .tune = tune_all,
    .generate = generate_all,
};
