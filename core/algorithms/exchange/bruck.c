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
#include "algorithms/digits.h"
#include "algorithms/exchange/hops.h"
#include "algorithms/values.h"

#include <stdint.h>

enum { RADIX }; /* place of the parameter */

static ct_rank_set run(ct_schedule *schedule, int64_t first, int count, int64_t stride) {
    int size = schedule->size;
    return ct_schedule_strided(schedule, (int)((first % size + size) % size), count,
                               count > 1 ? (int)stride : 1);
}

/* Lists the blocks that `sender` sends. A block of distance low + shift + high, low < weight, has
 * travelled `low` already. */
static void name_blocks(ct_schedule *schedule, int radix, ct_hop h, int sender,
                        void (*name)(ct_schedule *, ct_rank_set, ct_rank_set)) {
    ct_hop_extent e = ct_hop_extent_of(schedule->size, radix, h);
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
    for (ct_hop h = ct_hop_first(); h.shift < size; ct_hop_next(&h, radix)) {
        int to = (int)((rank + h.shift) % size);
        int from = (int)((rank - h.shift + size) % size);
        ct_schedule_move(schedule, h.number, to, from, ct_hop_starts_digit(h) ? CT_MOVE_PHASE : 0);
        name_blocks(schedule, radix, h, rank, ct_schedule_sends);
        name_blocks(schedule, radix, h, from, ct_schedule_receives);
    }
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    return (ct_promise){.steps = ct_hop_count(topology->size, ct_parameter_item(parameters, RADIX)),
                        .ports = 1,
                        .lockstep = 1};
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    return ct_hops_s(topology, machine, topology->size, ct_parameter_item(parameters, RADIX),
                     block_bytes);
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
    .is_cyclic = 1,
    .generate = generate,
};
