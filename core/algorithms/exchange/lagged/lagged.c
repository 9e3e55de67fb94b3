/*
 * Lagged exchange: like Bruck's, block (o, d) goes the distance (d - o) mod P in a few shifts that
 * all ranks make together, but a message forwards only what came some messages before: while bytes
 * of one message arrive the next ones start.
 *
 *   P = 8, --groups 1 --lags 2, how far blocks of each distance have come
 *   distance      0 1 2 3 4 5 6 7
 *   step 1, +1    0 1 0 0 1 0 1 0      1 = 1, 4 = 1 + 3, 6 = 1 + 5
 *   step 2, +2    0 1 2 0 1 0 1 2      2 = 2, 7 = 2 + 5
 *   step 3, +3    0 1 2 3 4 0 1 2      3 = 3; none of these came in step 2
 *   step 4, +5    0 1 2 3 4 5 6 7      5 = 5; none of these came in step 3
 *
 * Any P. Shifts come in groups, and one of group i goes on top of sums of groups up to i - lag
 * (sums.h): groups of 1 with lag 2 are Fibonacci's numbers, groups of r - 1 with lag 1 Bruck's
 * exchange of radix r, one group of P - 1 is cyclic direct exchange; 15,96,8,200 with lags 1,2,2,4
 * goes by rows and columns of 16 where that saves start-ups enough, and directly else. Cost sum
 * over steps of lambda + n_step m tau + delta, n_step the number of distances with that shift; with
 * several steps in flight start-ups hide behind bytes. Source: generalises Bruck, Ho, Kipnis,
 * Upfal, Weathersby 1997 (index) by the numbers of Bar-Noy, Kipnis 1994 (postal model).
 */
#include "algorithms/exchange/lagged/sums.h"
#include "algorithms/exchange/phases.h"
#include "algorithms/values.h"
#include "base/fail.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { GROUPS, LAGS, OVERLAP }; /* places of the parameters */

static int next_groups(const ct_topology *topology, ct_value *value) {
    (void)topology;
    return ct_value_only(1, value); /* contention on links is counted for each value */
}

static int accepts_groups(const ct_topology *topology, const ct_value *value) {
    return ct_value_is_between(value, 1, topology->size > 1 ? topology->size : 2);
}

static const ct_parameter parameter_groups = {
    .name = "groups",
    .summary = "numbers of shifts that go on top of the same sums, the last repeated",
    .allowed = "numbers of 1 up to the ranks, 2 for one rank",
    .list = 1,
    .next = next_groups,
    .accepts = accepts_groups,
};

static int next_lags(const ct_topology *topology, ct_value *value) {
    (void)topology;
    return ct_value_only(2, value);
}

static int accepts_lags(const ct_topology *topology, const ct_value *value) {
    (void)topology;
    return ct_value_is_between(value, 1, CT_SUMS_LAG_MOST);
}

static const ct_parameter parameter_lags = {
    .name = "lags",
    .summary = "how many groups before come the blocks that each group forwards, the last repeated",
    .allowed = "numbers of 1 to 16",
    .list = 1,
    .next = next_lags,
    .accepts = accepts_lags,
};

static int next_overlap(const ct_topology *topology, ct_value *value) {
    (void)topology;
    return ct_value_only(0, value);
}

static int accepts_overlap(const ct_topology *topology, const ct_value *value) {
    return ct_value_is_between(value, 0, topology->size);
}

static const ct_parameter parameter_overlap = {
    .name = "overlap",
    .summary = "by how much the last shift is less, so that distances have several ways",
    .allowed = "0 up to where a distance would have none",
    .next = next_overlap,
    .accepts = accepts_overlap,
};

static void sums_of(const ct_topology *topology, const ct_parameters *parameters, ct_sums *sums) {
    ct_sums_make(topology->size, &parameters->value[GROUPS], &parameters->value[LAGS], sums);
}

static ct_status combines(const ct_topology *topology, const ct_parameters *parameters) {
    ct_sums sums;
    sums_of(topology, parameters, &sums);
    const int most = ct_sums_overlap_most(&sums);
    return ct_parameter_item(parameters, OVERLAP) <= most
               ? CT_OK
               : ct_raise(CT_ERROR_UNSUPPORTED,
                          "--overlap of these groups and lags is at most %d on %d ranks", most,
                          topology->size);
}

static int place(const ct_schedule *schedule, int64_t rank) {
    return (int)((rank % schedule->size + schedule->size) % schedule->size);
}

/* The first `whole` of the sums above, on top of `base`. */
static ct_rank_set destinations(ct_schedule *schedule, int64_t base, const ct_run *above,
                                int64_t whole) {
    ct_schedule_set_open(schedule);
    for (const ct_run *run = above; whole > 0; run++) {
        const int count = run->count < whole ? run->count : (int)whole;
        ct_schedule_set_add(schedule, (ct_run){place(schedule, base + run->first), count,
                                               count > 1 ? run->stride : 1});
        whole -= count;
    }
    return ct_schedule_set_close(schedule);
}

/* The sum at an index. */
static int64_t sum_at(const ct_run *above, int64_t index) {
    while (index >= above->count) {
        index -= above++->count;
    }
    return above->first + index * above->stride;
}

/* Origins of blocks that have gone the first `count` distances before they are at `sender`. */
static ct_rank_set origins(ct_schedule *schedule, int sender, int64_t count) {
    return ct_schedule_strided(schedule, place(schedule, sender - count + 1), (int)count, 1);
}

/* Lists the blocks that `sender` sends `shift` ahead. */
static void name_blocks(ct_schedule *schedule, int sender, int64_t shift, int64_t reach,
                        ct_sums_extent extent, const ct_run *above,
                        void (*name)(ct_schedule *, ct_rank_set, ct_rank_set)) {
    if (extent.whole > 0) {
        const ct_rank_set from = origins(schedule, sender, reach);
        name(schedule, from, destinations(schedule, sender + shift, above, extent.whole));
    }
    if (extent.rest > 0) {
        const int64_t last = sender + shift + sum_at(above, extent.whole);
        name(schedule, origins(schedule, sender, extent.rest), place(schedule, last));
    }
}

static void generate_group(ct_schedule *schedule, const ct_sums *sums, int group) {
    const int64_t reach = ct_sums_reach(sums, group);
    const int rank = schedule->rank;
    ct_run *above = NULL;
    int runs = 0;
    const ct_status status = ct_sums_list(sums, group, &above, &runs);
    schedule->failure = schedule->failure != CT_OK ? schedule->failure : status;
    for (int v = 0; status == CT_OK && v < sums->count[group]; v++) {
        const int64_t shift = ct_sums_shift(sums, group, v);
        const ct_sums_extent extent = ct_sums_extent_of(sums, group, v);
        const int from = place(schedule, rank - shift);
        ct_schedule_move(schedule, sums->before[group] + v + 1, place(schedule, rank + shift), from,
                         v == 0 ? CT_MOVE_PHASE : 0);
        name_blocks(schedule, rank, shift, reach, extent, above, ct_schedule_sends);
        name_blocks(schedule, from, shift, reach, extent, above, ct_schedule_receives);
    }
    free(above);
}

/* Ways that are alike behind a shift are one product. */
static void name_ways(ct_schedule *schedule, int sender, int64_t shift, const ct_way *ways,
                      int count, void (*name)(ct_schedule *, ct_rank_set, ct_rank_set)) {
    for (int i = 0, end = 0; i < count; i = end) {
        ct_schedule_set_open(schedule);
        for (end = i; end < count && ways[end].high == ways[i].high; end++) {
            ct_schedule_set_add(schedule,
                                (ct_run){place(schedule, (int64_t)sender - ways[end].low), 1, 1});
        }
        const ct_rank_set from = ct_schedule_set_close(schedule);
        name(schedule, from, place(schedule, sender + shift + ways[i].high));
    }
}

static void generate_ways(const ct_sums *sums, int overlap, ct_schedule *schedule) {
    const int rank = schedule->rank;
    ct_way *ways = NULL;
    int count = 0;
    const ct_status status = ct_sums_ways(sums, overlap, &ways, &count);
    schedule->failure = schedule->failure != CT_OK ? schedule->failure : status;
    for (int i = 0, end = 0; status == CT_OK && i < count; i = end) {
        const int number = ways[i].shift;
        const int64_t shift = ct_sums_shift_at(sums, overlap, number);
        const int from = place(schedule, rank - shift);
        while (end < count && ways[end].shift == number) {
            end++;
        }
        ct_schedule_move(schedule, number + 1, place(schedule, rank + shift), from, CT_MOVE_PHASE);
        name_ways(schedule, rank, shift, &ways[i], end - i, ct_schedule_sends);
        name_ways(schedule, from, shift, &ways[i], end - i, ct_schedule_receives);
    }
    free(ways);
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    const int overlap = ct_parameter_item(parameters, OVERLAP);
    ct_sums sums;
    sums_of(topology, parameters, &sums);
    if (overlap > 0) {
        generate_ways(&sums, overlap, schedule);
        return;
    }
    for (int i = 1; i <= sums.groups; i++) {
        generate_group(schedule, &sums, i);
    }
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    ct_sums sums;
    sums_of(topology, parameters, &sums);
    return (ct_promise){.steps = sums.shifts, .ports = 1, .lockstep = 1};
}

/* With several ways of distances. */
static double cost_of_ways(const ct_topology *topology, const ct_sums *sums, int overlap,
                           const ct_machine *machine, double block_bytes) {
    ct_way *ways = NULL;
    int count = 0;
    double total_s = 0;
    const ct_status status = ct_sums_ways(sums, overlap, &ways, &count);
    for (int i = 0, end = 0; status == CT_OK && i < count; i = end) {
        const int swaps = 2 * ct_sums_shift_at(sums, overlap, ways[i].shift) == topology->size;
        while (end < count && ways[end].shift == ways[i].shift) {
            end++;
        }
        total_s +=
            ct_digit_steps_s(topology, machine, topology->size, 1, swaps, (end - i) * block_bytes);
    }
    free(ways);
    return status == CT_OK ? total_s : HUGE_VAL;
}

/* At distance P/2 the partners exchange with each other. */
static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    const int size = topology->size;
    const int overlap = ct_parameter_item(parameters, OVERLAP);
    double total_s = 0;
    ct_sums sums;
    sums_of(topology, parameters, &sums);
    if (overlap > 0) {
        return cost_of_ways(topology, &sums, overlap, machine, block_bytes);
    }
    for (int i = 1; i <= sums.groups; i++) {
        const int64_t reach = ct_sums_reach(&sums, i);
        for (int v = 0; v < sums.count[i]; v++) {
            const ct_sums_extent extent = ct_sums_extent_of(&sums, i, v);
            const int64_t blocks = extent.whole * reach + extent.rest;
            const int swaps = 2 * ct_sums_shift(&sums, i, v) == size;
            total_s +=
                ct_digit_steps_s(topology, machine, size, 1, swaps, (double)blocks * block_bytes);
        }
    }
    return total_s;
}

static void tune(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                 ct_parameters *parameters) {
    int overlap = 0;
    ct_sums_tune(machine, topology->size, block_bytes, &parameters->value[GROUPS],
                 &parameters->value[LAGS], &overlap);
    parameters->value[OVERLAP].item[0] = overlap;
}

const ct_algorithm ct_row_lagged = {
    .name = "lagged",
    .summary = "every block goes its distance in shifts that never forward what came just before",
    .sizes = "any number of ranks",
    .source = "generalises Bruck, Ho, Kipnis, Upfal, Weathersby 1997 (index) by Bar-Noy, Kipnis "
              "1994 (postal model)",
    .formula = "sum_i (lambda + n_i m tau + delta), n_i the distances below P that take the shift "
               "of step i",
    .parameters = {&parameter_groups, &parameter_lags, &parameter_overlap},
    .combines = combines,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .is_cyclic = 1,
    .tune = tune,
    .generate = generate,
};
