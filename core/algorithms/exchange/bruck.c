/*
 * Bruck's exchange with radix r: the distance (d - o) mod P that block (o, d) has to go is written
 * in base r, and the block goes it digit by digit, lowest first. In the step of value v of digit t
 * every rank sends v r^t ahead all it holds with that digit.
 *
 *   P = 5, r = 2, how far blocks of each distance have come
 *   distance      0 1 2 3 4
 *   step 1, +1    0 1 0 1 0      the blocks of distances 1 and 3 move
 *   step 2, +2    0 1 2 3 0      2 and 3
 *   step 3, +4    0 1 2 3 4      4
 *
 * Any P, any r from 2 to P; r = P is the cyclic direct exchange. About (r - 1) log_r P steps of
 * about P/r blocks: fewest start-ups, ceil(log2 P), with r = 2. Since distances end at P - 1 the
 * last blocks of a message may be missing: it is one product of two runs, or two. No contention
 * promise. Cost sum over steps of lambda + n_step m tau + delta, n_step the number of distances
 * below P with that digit. Source: Bruck, Ho, Kipnis, Upfal, Weathersby 1997 (index).
 */
#include "algorithms/exchange/phases.h"

#include <stdint.h>

enum { RADIX }; /* place of the parameter */

/* The step for value shift / weight of the digit of weight `weight`; all while shift < P. */
typedef struct hop {
    int number; /* of the step, from 1 */
    int64_t weight, shift;
} hop;

static const hop first_hop = {1, 1, 1};

/* Multiples of the weight up to the next weight, which starts the next digit. */
static void next_hop(hop *h, int radix) {
    h->number++;
    h->shift += h->weight;
    if (h->shift == h->weight * radix) {
        h->weight = h->shift;
    }
}

/* Distances below `size` with the hop's digit come in whole groups of `weight` consecutive ones,
 * weight * radix apart, and perhaps a part of a group behind them. */
typedef struct extent {
    int whole, rest;
} extent;

static extent extent_of(int size, int radix, hop h) {
    int64_t span = h.weight * radix;
    int64_t above = size - h.shift; /* distances from the hop's first on */
    int64_t whole = above / span + (above % span >= h.weight);
    int64_t rest = above - whole * span;
    return (extent){(int)whole, rest > 0 ? (int)rest : 0};
}

static ct_rank_set run(ct_schedule *schedule, int64_t first, int count, int64_t stride) {
    int size = schedule->size;
    return ct_schedule_strided(schedule, (int)((first % size + size) % size), count,
                               count > 1 ? (int)stride : 1);
}

/* Lists the blocks that `sender` sends. A block of distance low + shift + high, low < weight, has
 * travelled `low` already. */
static void name_blocks(ct_schedule *schedule, int radix, hop h, int sender,
                        void (*name)(ct_schedule *, ct_rank_set, ct_rank_set)) {
    extent e = extent_of(schedule->size, radix, h);
    int64_t span = h.weight * radix;
    if (e.whole > 0) {
        name(schedule, run(schedule, sender - h.weight + 1, (int)h.weight, 1),
             run(schedule, sender + h.shift, e.whole, span));
    }
    if (e.rest > 0) {
        name(schedule, run(schedule, (int64_t)sender - e.rest + 1, e.rest, 1),
             run(schedule, sender + h.shift + e.whole * span, 1, 1));
    }
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    (void)topology;
    int size = schedule->size;
    int rank = schedule->rank;
    int radix = ct_parameter_item(parameters, RADIX);
    for (hop h = first_hop; h.shift < size; next_hop(&h, radix)) {
        int to = (int)((rank + h.shift) % size);
        int from = (int)((rank - h.shift + size) % size);
        ct_schedule_move(schedule, h.number, to, from, h.shift == h.weight ? CT_MOVE_PHASE : 0);
        name_blocks(schedule, radix, h, rank, ct_schedule_sends);
        name_blocks(schedule, radix, h, from, ct_schedule_receives);
    }
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    int64_t last = topology->size - 1; /* the longest distance */
    int radix = ct_parameter_item(parameters, RADIX);
    int64_t steps = 0;
    for (int64_t weight = 1; weight <= last; weight *= radix) {
        steps += last / weight < radix - 1 ? last / weight : radix - 1;
    }
    return (ct_promise){.steps = (int)steps, .ports = 1, .lockstep = 1};
}

/* The steps of the values first .. last of a digit, which move as many blocks each. */
static double steps_s(const ct_topology *topology, const ct_machine *machine, int64_t weight,
                      int64_t first, int64_t last, double bytes) {
    int64_t half = topology->size % (2 * weight) == 0 ? topology->size / (2 * weight) : 0;
    int swaps = first <= half && half <= last;
    return first > last ? 0
                        : ct_digit_steps_s(topology, machine, topology->size,
                                           (int)(last - first + 1), swaps, bytes);
}

/* Time of all steps of a digit, in O(1). The distances below P form whole spans of `radix` groups
 * of `weight` and a last partial span, which ends in the group of one value: smaller values have
 * one group more than larger ones. */
static double digit_s(const ct_topology *topology, const ct_machine *machine, int radix,
                      int64_t weight, double block_bytes) {
    int64_t spans = topology->size / (weight * radix);
    int64_t rest = topology->size % (weight * radix);
    int64_t cut = rest / weight;
    int is_cut = cut > 0 && rest % weight > 0;
    double group_bytes = block_bytes * (double)weight;
    double before_bytes = group_bytes * (double)(spans + 1);
    double behind_bytes = group_bytes * (double)spans;
    double cut_bytes = behind_bytes + block_bytes * (double)(rest % weight);
    int64_t behind = cut + is_cut > 1 ? cut + is_cut : 1;
    return steps_s(topology, machine, weight, 1, cut - 1, before_bytes) +
           steps_s(topology, machine, weight, cut, cut + is_cut - 1, cut_bytes) +
           steps_s(topology, machine, weight, behind, spans > 0 ? radix - 1 : 0, behind_bytes);
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    int radix = ct_parameter_item(parameters, RADIX);
    double total_s = 0;
    for (int64_t weight = 1; weight < topology->size; weight *= radix) {
        total_s += digit_s(topology, machine, radix, weight, block_bytes);
    }
    return total_s;
}

const ct_algorithm ct_row_bruck = {
    .name = "bruck",
    .summary = "every block goes its distance digit by digit in base r, with all of like digit",
    .sizes = "any number of ranks",
    .source = "Bruck, Ho, Kipnis, Upfal, Weathersby 1997 (index)",
    .formula = "sum_i (lambda + n_i m tau + delta), n_i the distances below P that have the digit "
               "of step i, about P/r",
    .parameters = {&ct_parameter_radix},
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate,
};
