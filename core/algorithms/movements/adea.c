/*
 * Alternate direction exchange: in step i every rank exchanges with its neighbour across bit i of
 * the rank. As an all-gather (ADEA) it gives all it has; as a transposition (MTADEA) rank X gives
 * the blocks whose place Y differs from X in bit i, and puts those it gets in their place.
 *
 *   P = 4                  all-gather, held afterwards    transposition of blocks (X, Y), rows X
 *   before                 0 | 1 | 2 | 3                  00 01 02 03 | 10 11 12 13 | 20 .. | 30 ..
 *   step 1   0-1 2-3       01 | 01 | 23 | 23              00 10 02 12 | 01 11 03 13 | 20 .. | 21 ..
 *   step 2   0-2 1-3       0123 everywhere                00 10 20 30 | 01 11 21 31 | 02 .. | 03 ..
 *
 * 2^d ranks, d steps, both directions at once. All-gather of vectors of m bytes: 2^(i-1) vectors in
 * step i, one run. Transposition with blocks of m bytes: P/2 blocks a step; places are exchanged,
 * nothing is shuffled, and what is left to do is to transpose within each block.
 * Cost d (lambda + delta) + (2^d - 1) m tau and d (lambda + delta + 2^(d-1) m tau); twice that
 * where the directions take turns (Saad, Schultz 1985, equation 4.3; section 6, m = N^2/4^d).
 */
#include "algorithms/exchange/phases.h"
#include "algorithms/movements/cube.h"

/* The ranks that differ from `rank` in no bit from `bit` on. */
static ct_rank_set same_above(ct_schedule *schedule, int rank, int bit) {
    return ct_schedule_range(schedule, rank >> bit << bit, 1 << bit);
}

static void generate_adea(const ct_topology *topology, const ct_parameters *parameters,
                          ct_schedule *schedule) {
    (void)parameters;
    int rank = schedule->rank;
    for (int bit = 0; bit < ct_topology_dimension(topology); bit++) {
        int peer = rank ^ 1 << bit;
        ct_schedule_move(schedule, bit + 1, peer, peer, ct_cube_flags(schedule));
        ct_schedule_sends(schedule, same_above(schedule, rank, bit), 0);
        ct_schedule_receives(schedule, same_above(schedule, peer, bit), 0);
    }
}

static void generate_mtadea(const ct_topology *topology, const ct_parameters *parameters,
                            ct_schedule *schedule) {
    (void)parameters;
    int rank = schedule->rank;
    int dimension = ct_topology_dimension(topology);
    for (int bit = 0; bit < dimension; bit++) {
        int peer = rank ^ 1 << bit;
        int low_bits = (2 << bit) - 1;
        ct_schedule_move(schedule, bit + 1, peer, peer, CT_MOVE_PHASE);
        ct_schedule_sends(schedule, same_above(schedule, rank, bit),
                          ct_schedule_bits(schedule, dimension, low_bits, peer));
        ct_schedule_receives(schedule, same_above(schedule, peer, bit),
                             ct_schedule_bits(schedule, dimension, low_bits, rank));
    }
}

static ct_pattern pattern_adea(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    (void)parameters;
    return (ct_pattern){.kind = CT_ALL_GATHER, .packets = 1};
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return ct_cube_promise(topology, ct_topology_dimension(topology), 1);
}

static double cost_adea(const ct_topology *topology, const ct_parameters *parameters,
                        const ct_machine *machine, double block_bytes) {
    double total_s = 0;
    (void)parameters;
    for (int vectors = 1; vectors < topology->size; vectors *= 2) {
        total_s += ct_digit_steps_s(topology, machine, 2 * vectors, 1, 1, vectors * block_bytes);
    }
    return total_s;
}

static double cost_mtadea(const ct_topology *topology, const ct_parameters *parameters,
                          const ct_machine *machine, double block_bytes) {
    int size = topology->size;
    (void)parameters;
    double total_s = 0;
    for (int weight = 1; weight < size; weight *= 2) {
        total_s += ct_digit_steps_s(topology, machine, 2 * weight, 1, 1, 0.5 * size * block_bytes);
    }
    return total_s;
}

const ct_algorithm ct_row_adea = {
    .name = "adea",
    .summary = "all-gather: everyone exchanges all it has across one dimension after the other",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 4.2, Alternate Direction Exchange",
    .formula = "d (lambda + delta) + (2^d - 1) m tau, twice that in half duplex",
    .fits = ct_fits_power_of_two,
    .pattern = pattern_adea,
    .promise = promise,
    .cost = cost_adea,
    .knows_nodes = 1,
    .generate = generate_adea,
};

const ct_algorithm ct_row_mtadea = {
    .name = "mtadea",
    .summary = "transposition: half the blocks swap places across one dimension after the other",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 6, Matrix Transposition by Alternate Direction Exchange",
    .formula = "d (lambda + delta + 2^(d-1) m tau), twice that in half duplex",
    .fits = ct_fits_power_of_two,
    .promise = promise,
    .cost = cost_mtadea,
    .knows_nodes = 1,
    .generate = generate_mtadea,
};
