/*
 * Multiphase exchange on a mesh: first all rows exchange within themselves, then all columns (then
 * all pillars), each line by line groups (mesh.c). Few messages of many blocks: for small blocks.
 *
 *   4x4, to whom the nodes send and what
 *   step      1        2        3        4           5        6        7        8
 *   row y = 0 3 0 1 2  1 2 3 0  2 - 0 -  - 3 - 1     column x = 0: the same downwards
 *             x -> x': own blocks for column x'      y -> y': row y's blocks for (x, y')
 *
 * A mesh of one to three axes, all multiples of 4. Axis by axis, lowest first; a line of n nodes
 * takes n groups of n/4 parts, c at once: c the largest divisor of n/4 up to the contention asked
 * for. n^2/(4c) steps an axis, P/n blocks a message; after it a block is where its destination lies
 * along that axis. Each step puts c messages on the middle link of each line. Nothing is permuted
 * in between: messages are strided runs of blocks. A barrier every g steps.
 *
 * Cost: sum over axes of n^2/(4c) (lambda + P/n m tau + delta), and ceil(steps/g) Q.
 * Source: Bokhari, Nicol (mesh paper), section 8, which leaves it as future work; phases as in
 * Bokhari 1993.
 */
#include "algorithms/exchange/mesh.h"

/* Parts of a line of `length` nodes that send at once. */
static int collapse_of(int length, const ct_parameters *parameters) {
    int collapse = ct_parameter_item(parameters, CT_MESH_CONTENTION);
    while (length / 4 % collapse != 0) {
        collapse--;
    }
    return collapse;
}

static int steps_of(int length, const ct_parameters *parameters) {
    return length * (length / 4 / collapse_of(length, parameters));
}

static int all_steps(const ct_topology *topology, const ct_parameters *parameters) {
    int steps = 0;
    for (int axis = 0; axis < topology->axes; axis++) {
        steps += steps_of(topology->extent[axis], parameters);
    }
    return steps;
}

/* One axis: ranks along it are `stride` apart, and those along the next axis `above`. */
typedef struct phase {
    int length, stride, above, first_step;
} phase;

/* Origins of the blocks a node holds before the phase: the nodes that agree on this and higher
 * axes. */
static ct_rank_set held_by(ct_schedule *schedule, phase p, int rank) {
    return ct_schedule_range(schedule, rank - rank % p.stride, p.stride);
}

/* Destinations of the blocks it holds after the phase: the nodes that agree up to this axis. */
static ct_rank_set bound_for(ct_schedule *schedule, phase p, int rank) {
    return ct_schedule_strided(schedule, rank % p.above, schedule->size / p.above, p.above);
}

static void generate_phase(phase p, const ct_parameters *parameters, ct_mesh_pace *pace,
                           ct_schedule *schedule) {
    int rank = schedule->rank;
    int at = rank / p.stride % p.length;
    int collapse = collapse_of(p.length, parameters);
    int each = p.length / 4 / collapse;
    ct_rank_set own = held_by(schedule, p, rank);
    ct_rank_set due = bound_for(schedule, p, rank);
    for (int group = 0; group < p.length; group++) {
        ct_line_place place = ct_line_group(p.length, group, at);
        if (place.to == at) {
            continue;
        }
        int to = rank + (place.to - at) * p.stride;
        int from = rank + (place.from - at) * p.stride;
        ct_mesh_move(schedule, pace, p.first_step + group * each + place.part / collapse, to, from);
        ct_schedule_sends(schedule, own, bound_for(schedule, p, to));
        ct_schedule_receives(schedule, held_by(schedule, p, from), due);
    }
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    ct_mesh_pace pace = ct_mesh_start(ct_parameter_item(parameters, CT_MESH_INTERVAL));
    phase p = {.stride = 1, .first_step = 1};
    for (int axis = 0; axis < topology->axes; axis++) {
        p.length = topology->extent[axis];
        p.above = p.stride * p.length;
        pace.opens = 1;
        generate_phase(p, parameters, &pace, schedule);
        p.first_step += steps_of(p.length, parameters);
        p.stride = p.above;
        ct_mesh_pass(schedule, &pace, p.first_step);
    }
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    return (ct_promise){.steps = all_steps(topology, parameters),
                        .link_load = ct_parameter_item(parameters, CT_MESH_CONTENTION),
                        .ports = 1,
                        .lockstep = 1};
}

/* In the last two groups of an axis the nodes swap. */
static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    int size = topology->size;
    int barriers = ct_mesh_barriers(all_steps(topology, parameters),
                                    ct_parameter_item(parameters, CT_MESH_INTERVAL));
    double total_s = barriers * ct_machine_barrier_s(machine, size);
    for (int axis = 0; axis < topology->axes; axis++) {
        int length = topology->extent[axis];
        int steps = steps_of(length, parameters);
        int swaps = 2 * (steps / length);
        int blocks = size / length;
        double bytes = blocks * block_bytes;
        total_s += (steps - swaps) * ct_machine_message_s(machine, size, bytes) +
                   swaps * ct_machine_swap_s(machine, size, bytes);
    }
    return total_s;
}

const ct_algorithm ct_row_mesh_multiphase = {
    .name = "mesh-multiphase",
    .summary = "rows exchange within themselves, then columns, with messages of many blocks",
    .sizes = CT_MESH_SIZES,
    .source = "Bokhari, Nicol (mesh paper), section 8; Bokhari 1993",
    .formula = "sum_i n_i^2/(4 c_i) (lambda + P/n_i m tau + delta) + ceil(s/g) Q, s = sum_i "
               "n_i^2/(4 c_i), n_i the sides, c_i the largest divisor of n_i/4 up to c",
    .topologies = 1u << CT_MESH,
    .fits = ct_mesh_fits,
    .parameters = {&ct_mesh_contention, &ct_mesh_interval},
    .combines = ct_mesh_combines,
    .promise = promise,
    .cost = cost,
    .generate = generate,
};
