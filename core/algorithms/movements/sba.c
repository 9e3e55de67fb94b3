/*
 * Sequential broadcasting (SBA), an all-gather: every rank in turn broadcasts its vector down its
 * binomial tree, in packets. The baseline the other all-gathers are measured against.
 *
 *   P = 4, one packet
 *   step 1   0>1           step 3   1>0           step 5   2>3           step 7   3>2
 *   step 2   0>2 1>3       step 4   1>3 0>2       step 6   2>0 3>1       step 8   3>1 2>0
 *
 * 2^d ranks, each with a vector of m bytes in k packets. 2^d (d+k-1) steps; every rank receives
 * each packet once, most links are idle most of the time. min(d, k) ports.
 * Cost 2^d (d+k-1)(lambda + m/k tau + delta), at the best k about
 * 2^d (sqrt(m tau) + sqrt((d-1) lambda))^2 (Saad, Schultz 1985, equation 4.1).
 */
#include "algorithms/movements/broadcast.h"

static int packets_of(const ct_parameters *parameters) {
    return ct_parameter_item(parameters, 0);
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    int packets = packets_of(parameters);
    for (int root = 0; root < topology->size; root++) {
        ct_broadcast_moves(topology, root, packets, root * ct_broadcast_steps(topology, packets),
                           schedule);
    }
}

static ct_status combines(const ct_topology *topology, const ct_parameters *parameters) {
    return ct_cube_countable(topology, ct_broadcast_steps(topology, packets_of(parameters)));
}

static ct_pattern pattern(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    return (ct_pattern){.kind = CT_ALL_GATHER, .packets = packets_of(parameters)};
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    int packets = packets_of(parameters);
    return ct_cube_promise(topology, topology->size * ct_broadcast_steps(topology, packets),
                           ct_broadcast_ports(topology, packets));
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    return topology->size * ct_broadcast_s(topology, packets_of(parameters), machine, block_bytes);
}

static void tune(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                 ct_parameters *parameters) {
    ct_cube_tune_packets(cost, topology, machine, block_bytes, parameters, 0);
}

const ct_algorithm ct_row_sba = {
    .name = "sba",
    .summary = "all-gather: every rank in turn broadcasts its vector in packets",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 4.1, Sequential Broadcasting",
    .formula = "2^d (d+k-1)(lambda + m/k tau + delta), k packets, with d ports",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_packets},
    .combines = combines,
    .pattern = pattern,
    .promise = promise,
    .cost = cost,
    .tune = tune,
    .generate = generate,
};
