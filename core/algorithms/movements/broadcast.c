/*
 * Broadcast down the binomial tree of the root, which corrects the bits of a label lowest first; in
 * packets, packet q crosses dimension j in step q + j + 1, so that all dimensions are busy at once.
 *
 *   P = 8, root 0                         2 packets p, q
 *   step 1   0>1                          0>1 p
 *   step 2   0>2 1>3                      0>1 q   0>2 1>3 p
 *   step 3   0>4 1>5 2>6 3>7                      0>2 1>3 q   0>4 1>5 2>6 3>7 p
 *   step 4                                                    0>4 1>5 2>6 3>7 q
 *
 * 2^d ranks; for another root, labels are rank ^ root. One vector of m bytes in k packets: d+k-1
 * steps of m/k bytes a message, every rank receives each packet once. min(d, k) ports.
 * Cost d (lambda + m tau + delta) in one packet (Saad, Schultz 1985, Proposition 2.1), in k packets
 * (d+k-1)(lambda + m/k tau + delta), at the best k about (sqrt(m tau) + sqrt((d-1) lambda))^2
 * (equation 2.2).
 */
#include "algorithms/movements/broadcast.h"

void ct_broadcast_moves(const ct_topology *topology, int root, int packets, int before,
                        ct_schedule *schedule) {
    int dimension = ct_topology_dimension(topology);
    int rank = schedule->rank;
    int parent_bit = ct_cube_highest_bit(rank ^ root);
    int first = parent_bit > 0 ? parent_bit : 0;
    for (int step = 1; step < dimension + packets; step++) {
        int end = step < dimension ? step : dimension;
        for (int bit = step - packets > first ? step - packets : first; bit < end; bit++) {
            int peer = rank ^ 1 << bit;
            int packet = step - 1 - bit;
            if (bit == parent_bit) {
                ct_schedule_move(schedule, before + step, CT_NOBODY, peer, ct_cube_flags(schedule));
                ct_schedule_receives(schedule, root, packet);
            } else {
                ct_schedule_move(schedule, before + step, peer, CT_NOBODY, ct_cube_flags(schedule));
                ct_schedule_sends(schedule, root, packet);
            }
        }
    }
}

int ct_broadcast_steps(const ct_topology *topology, int packets) {
    return topology->size == 1 ? 0 : ct_topology_dimension(topology) + packets - 1;
}

int ct_broadcast_ports(const ct_topology *topology, int packets) {
    int dimension = ct_topology_dimension(topology);
    return packets < dimension ? packets : dimension;
}

/* The root, the busiest, sends 1, 2, .. messages in the first steps, up to all its ports, and in
 * the last steps as few again. */
double ct_broadcast_s(const ct_topology *topology, int packets, const ct_machine *machine,
                      double vector_bytes) {
    int most = ct_broadcast_ports(topology, packets);
    double turns = 0;
    for (int messages = 1; messages < most; messages++) {
        turns += 2 * ct_cube_turns(machine, messages);
    }
    turns +=
        (ct_broadcast_steps(topology, packets) - 2.0 * (most - 1)) * ct_cube_turns(machine, most);
    return turns * ct_machine_message_s(machine, topology->size, vector_bytes / packets);
}

static void generate_broadcast(const ct_topology *topology, const ct_parameters *parameters,
                               ct_schedule *schedule) {
    ct_broadcast_moves(topology, ct_parameter_item(parameters, 0), 1, 0, schedule);
}

static void generate_pipelined(const ct_topology *topology, const ct_parameters *parameters,
                               ct_schedule *schedule) {
    ct_broadcast_moves(topology, ct_parameter_item(parameters, 0), ct_parameter_item(parameters, 1),
                       0, schedule);
}

static ct_pattern pattern_broadcast(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    return (ct_pattern){
        .kind = CT_BROADCAST, .root = ct_parameter_item(parameters, 0), .packets = 1};
}

static ct_pattern pattern_pipelined(const ct_topology *topology, const ct_parameters *parameters) {
    ct_pattern pattern = pattern_broadcast(topology, parameters);
    pattern.packets = ct_parameter_item(parameters, 1);
    return pattern;
}

static ct_promise promise_broadcast(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return ct_cube_promise(topology, ct_broadcast_steps(topology, 1), 1);
}

static ct_promise promise_pipelined(const ct_topology *topology, const ct_parameters *parameters) {
    int packets = ct_parameter_item(parameters, 1);
    return ct_cube_promise(topology, ct_broadcast_steps(topology, packets),
                           ct_broadcast_ports(topology, packets));
}

static double cost_broadcast(const ct_topology *topology, const ct_parameters *parameters,
                             const ct_machine *machine, double block_bytes) {
    (void)parameters;
    return ct_broadcast_s(topology, 1, machine, block_bytes);
}

static double cost_pipelined(const ct_topology *topology, const ct_parameters *parameters,
                             const ct_machine *machine, double block_bytes) {
    return ct_broadcast_s(topology, ct_parameter_item(parameters, 1), machine, block_bytes);
}

static void tune_pipelined(const ct_topology *topology, const ct_machine *machine,
                           double block_bytes, ct_parameters *parameters) {
    ct_cube_tune_packets(cost_pipelined, topology, machine, block_bytes, parameters, 1);
}

const ct_algorithm ct_row_broadcast = {
    .name = "broadcast",
    .summary = "one vector from the root to everyone, down a binomial tree",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 2, Hypercube Broadcast",
    .formula = "d (lambda + m tau + delta)",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_root},
    .pattern = pattern_broadcast,
    .promise = promise_broadcast,
    .cost = cost_broadcast,
    .generate = generate_broadcast,
};

const ct_algorithm ct_row_broadcast_pipelined = {
    .name = "broadcast-pipelined",
    .summary = "one vector from the root to everyone, in packets down a binomial tree",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 2, equation 2.2",
    .formula = "(d+k-1)(lambda + m/k tau + delta), k packets, with d ports",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_root, &ct_parameter_packets},
    .pattern = pattern_pipelined,
    .promise = promise_pipelined,
    .cost = cost_pipelined,
    .tune = tune_pipelined,
    .generate = generate_pipelined,
};
