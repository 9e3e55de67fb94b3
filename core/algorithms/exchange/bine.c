/*
 * Bine exchange: as in the standard exchange a rank gives one partner half of all it holds, log2 P
 * times, but partners are sums of powers of -2 apart, 1, -1, 3, -5, 11, ..: so far ahead of even
 * ranks, so far behind odd ones. A step goes two thirds of the distance that 2^i would, and fewer
 * messages leave groups of neighbouring ranks.
 *
 *   P = 8, partner of each rank                blocks rank 0 sends: from origins to destinations
 *            rank 0 1 2 3 4 5 6 7
 *   step 1, +1    1 0 3 2 5 4 7 6              0           1 2 5 6
 *   step 2, -1    7 2 1 4 3 6 5 0              0 1         4 7
 *   step 3, +3    3 6 5 0 7 2 1 4              0 1 6 7     3
 *
 * P = 2^d. Before step i the blocks at a rank come from the range of the 2^i ranks that the steps
 * so far lead from, and go where the others lead to: of either parity every 2^(i+1)-th rank. d
 * steps of P/2 blocks. No contention promise. Cost d (lambda + P/2 m tau + delta). Source: De
 * Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025 (Bine trees, all-to-all).
 */
#include "algorithms/exchange/phases.h"

#include <stdint.h>

static int place(const ct_schedule *schedule, int64_t rank) {
    return (int)(rank & (schedule->size - 1)); /* a power of two */
}

/* 1 + (-2) + .. + (-2)^step. */
static int64_t distance(int step) {
    return (1 - (step % 2 == 0 ? -2 : 2) * ((int64_t)1 << step)) / 3;
}

static int partner(const ct_schedule *schedule, int rank, int step) {
    return place(schedule, rank % 2 == 0 ? rank + distance(step) : rank - distance(step));
}

/* The ranks from which the steps before `step` lead to this one: a range, which reaches as far
 * behind even ranks as sums of -2, -8, .. and as far ahead of odd ones. */
static ct_rank_set origins(ct_schedule *schedule, int rank, int step) {
    const int64_t count = (int64_t)1 << step;
    const int64_t reach = 2 * ((((int64_t)1 << step / 2 * 2) - 1) / 3);
    return ct_schedule_range(
        schedule, place(schedule, rank % 2 == 0 ? rank - reach : rank + reach - count + 1),
        (int)count);
}

/* The ranks that the steps from `step` on lead to. */
static ct_rank_set destinations(ct_schedule *schedule, int rank, int step) {
    const int64_t stride = (int64_t)2 << step;
    const int count = (int)(schedule->size / stride);
    if (count == 0) {
        return rank;
    }
    ct_schedule_set_open(schedule);
    ct_schedule_set_add(schedule, (ct_run){rank, count, count > 1 ? (int)stride : 1});
    ct_schedule_set_add(
        schedule, (ct_run){partner(schedule, rank, step), count, count > 1 ? (int)stride : 1});
    return ct_schedule_set_close(schedule);
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    const int rank = schedule->rank;
    (void)parameters;
    for (int i = 0; i < ct_topology_dimension(topology); i++) {
        const int peer = partner(schedule, rank, i);
        ct_schedule_move(schedule, i + 1, peer, peer, CT_MOVE_PHASE);
        ct_schedule_sends(schedule, origins(schedule, rank, i),
                          destinations(schedule, peer, i + 1));
        ct_schedule_receives(schedule, origins(schedule, peer, i),
                             destinations(schedule, rank, i + 1));
    }
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return (ct_promise){.steps = ct_topology_dimension(topology), .ports = 1, .lockstep = 1};
}

/* Step 1 stays in nodes of 2, 4, .. ranks; in every other one some rank at a node's border has its
 * partner beyond. */
static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    const int steps = ct_topology_dimension(topology);
    const int blocks = topology->size / 2;
    const double bytes = blocks * block_bytes;
    (void)parameters;
    return steps == 0 ? 0
                      : ct_digit_steps_s(topology, machine, 2, 1, 1, bytes) +
                            ct_digit_steps_s(topology, machine, topology->size, steps - 1,
                                             steps - 1, bytes);
}

const ct_algorithm ct_row_bine = {
    .name = "bine",
    .summary = "half of everything to a partner sums of powers of -2 apart, log2 P times",
    .sizes = "2^d ranks",
    .source = "De Sensi, Pasqualoni, Piarulli, Bonato, Ba, Turisini, Domke, Hoefler 2025",
    .formula = "d (lambda + P/2 m tau + delta)",
    .fits = ct_fits_power_of_two,
    .promise = promise,
    .cost = cost,
    .knows_nodes = 1,
    .generate = generate,
};
