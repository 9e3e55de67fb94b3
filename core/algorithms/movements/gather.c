/*
 * Gather up the binomial tree of the root, highest dimension first: a rank passes on its own block
 * and all it was given, so that messages double. Scatter is the same backwards: lowest dimension
 * first, a rank keeps what ends on its own bits and passes on the rest, so that messages halve.
 *
 *   P = 8, root 0, blocks in brackets by their other end
 *   gather                                              scatter
 *   step 1   4>0 [4]  5>1 [5]  6>2 [6]  7>3 [7]         0>1 [1 3 5 7]
 *   step 2   2>0 [2 6]  3>1 [3 7]                       0>2 [2 6]  1>3 [3 7]
 *   step 3   1>0 [1 3 5 7]                              0>4 [4]  1>5 [5]  2>6 [6]  3>7 [7]
 *
 * 2^d ranks; for another root, labels are rank ^ root. d steps, 2^d - 1 blocks of m bytes through
 * the root; over dimension j go 2^(d-1-j) blocks, those of ranks with the same lowest j+1 bits.
 * Cost d (lambda + delta) + (2^d - 1) m tau (Saad, Schultz 1985, equation 5.1).
 */
#include "algorithms/movements/gather.h"
#include "algorithms/exchange/phases.h"

/* The message over dimension `bit` of the tree of `root`, to the root or away from it. */
static void pass(ct_schedule *schedule, int dimension, int root, int bit, int step, int inwards) {
    int rank = schedule->rank;
    int peer = rank ^ 1 << bit;
    int is_child = (rank ^ root) >> bit == 1;
    int low_bits = (2 << bit) - 1;
    ct_rank_set below = ct_schedule_bits(schedule, dimension, low_bits, is_child ? rank : peer);
    ct_rank_set origins = inwards ? below : root;
    ct_rank_set destinations = inwards ? root : below;
    if (is_child == inwards) {
        ct_schedule_move(schedule, step, peer, CT_NOBODY, ct_cube_flags(schedule));
        ct_schedule_sends(schedule, origins, destinations);
    } else {
        ct_schedule_move(schedule, step, CT_NOBODY, peer, ct_cube_flags(schedule));
        ct_schedule_receives(schedule, origins, destinations);
    }
}

/* The lowest dimension a rank has a part in: that to its parent, or the first of all. */
static int lowest_dimension(int rank, int root) {
    return rank == root ? 0 : ct_cube_highest_bit(rank ^ root);
}

void ct_gather_to(const ct_topology *topology, int root, int before, ct_schedule *schedule) {
    int dimension = ct_topology_dimension(topology);
    for (int bit = dimension - 1; bit >= lowest_dimension(schedule->rank, root); bit--) {
        pass(schedule, dimension, root, bit, before + dimension - bit, 1);
    }
}

static void generate_gather(const ct_topology *topology, const ct_parameters *parameters,
                            ct_schedule *schedule) {
    ct_gather_to(topology, ct_parameter_item(parameters, 0), 0, schedule);
}

static void generate_scatter(const ct_topology *topology, const ct_parameters *parameters,
                             ct_schedule *schedule) {
    int dimension = ct_topology_dimension(topology);
    int root = ct_parameter_item(parameters, 0);
    for (int bit = lowest_dimension(schedule->rank, root); bit < dimension; bit++) {
        pass(schedule, dimension, root, bit, bit + 1, 0);
    }
}

static ct_pattern pattern_gather(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    return (ct_pattern){.kind = CT_GATHER, .root = ct_parameter_item(parameters, 0)};
}

static ct_pattern pattern_scatter(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    return (ct_pattern){.kind = CT_SCATTER, .root = ct_parameter_item(parameters, 0)};
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return ct_cube_promise(topology, ct_topology_dimension(topology), 1);
}

double ct_gather_s(const ct_topology *topology, const ct_machine *machine, double block_bytes) {
    double total_s = 0;
    for (int blocks = 1; blocks < topology->size; blocks *= 2) { /* the highest bit comes first */
        total_s += ct_digit_steps_s(topology, machine, topology->size / blocks, 1, 0,
                                    blocks * block_bytes);
    }
    return total_s;
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    (void)parameters;
    return ct_gather_s(topology, machine, block_bytes);
}

const ct_algorithm ct_row_gather = {
    .name = "gather",
    .summary = "a block from everyone to the root, up a binomial tree",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 5, Hypercube Gather",
    .formula = "d (lambda + delta) + (2^d - 1) m tau",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_root},
    .pattern = pattern_gather,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate_gather,
};

const ct_algorithm ct_row_scatter = {
    .name = "scatter",
    .summary = "a block from the root to everyone, down a binomial tree",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 5, Hypercube Scatter",
    .formula = "d (lambda + delta) + (2^d - 1) m tau",
    .fits = ct_fits_power_of_two,
    .parameters = {&ct_parameter_root},
    .pattern = pattern_scatter,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate_scatter,
};
