/*
 * Daisy chaining (DC), an all-gather round a ring: the ranks in the order of the Gray code are a
 * ring of neighbours, and each passes on what it has just received.
 *
 *   P = 8, the ring 0 1 3 2 6 7 5 4; what each place of it passes on to the next
 *   step 1   0 1 3 2 6 7 5 4
 *   step 2   4 0 1 3 2 6 7 5
 *   ..       ..
 *   step 7   3 2 6 7 5 4 0 1
 *
 * 2^d ranks, each with a vector of m bytes. P-1 steps of one vector each, one link of each rank in
 * use.
 * Cost (2^d - 1)(lambda + m tau + delta) (Saad, Schultz 1985, equation 4.2), twice that for P = 2
 * where the directions take turns.
 */
#include "algorithms/exchange/phases.h"
#include "algorithms/movements/cube.h"

/* The rank at a place of the ring, places counted mod P. */
static int at(int place, int size) {
    place &= size - 1;
    return place ^ place >> 1;
}

static int place_of(int rank) {
    int place = 0;
    for (; rank != 0; rank >>= 1) {
        place ^= rank;
    }
    return place;
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    (void)parameters;
    int size = topology->size;
    int place = place_of(schedule->rank);
    for (int step = 1; step < size; step++) {
        ct_schedule_move(schedule, step, at(place + 1, size), at(place - 1, size),
                         ct_cube_flags(schedule));
        ct_schedule_sends(schedule, at(place - step + 1, size), 0);
        ct_schedule_receives(schedule, at(place - step, size), 0);
    }
}

static ct_pattern pattern(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    (void)parameters;
    return (ct_pattern){.kind = CT_ALL_GATHER, .packets = 1};
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return ct_cube_promise(topology, topology->size - 1, 1);
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    int size = topology->size;
    (void)parameters;
    return ct_digit_steps_s(topology, machine, size, size - 1, size == 2, block_bytes);
}

const ct_algorithm ct_row_dc = {
    .name = "dc",
    .summary = "all-gather: every vector goes round a ring of neighbours",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 4.1, Daisy-Chaining",
    .formula = "(2^d - 1)(lambda + m tau + delta)",
    .fits = ct_fits_power_of_two,
    .pattern = pattern,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate,
};
