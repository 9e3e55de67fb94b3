/*
 * Direct exchange: every block goes straight to its destination, one partner a step. With P a power
 * of two partners are paired by XOR, otherwise every rank looks k ahead and k behind; `cyclic`
 * always does the latter.
 *
 *   P = 8, partner of each rank (XOR)        P = 5, who rank 0 sends to / receives from
 *   step 0   0 1 2 3 4 5 6 7  (itself)       step 0  0 / 0
 *   step 1   1 0 3 2 5 4 7 6                 step 1  1 / 4
 *   step 2   2 3 0 1 6 7 4 5                 step 2  2 / 3
 *   ..       ..                              ..      ..
 *   step 7   7 6 5 4 3 2 1 0                 step 4  4 / 1
 *
 * Any P; pairwise synchronisation needs the XOR. P-1 steps, one block each; a rank's own block
 * needs no message. Cost (P-1)(lambda + m tau + delta) and the synchronisation: Q for one barrier,
 * P-1 times Q for one a step, P-1 empty exchanges for pairwise. Contention-free under e-cube
 * routing with XOR. Source: Bokhari 1993, section 2; Nicol, Bokhari 1994, section 2.
 */
#include "algorithms/exchange/phases.h"
#include "base/fail.h"

#include <stdint.h>

enum { SYNC, MODE }; /* places of the parameters */

static void generate(const ct_parameters *parameters, ct_schedule *schedule, int by_xor) {
    int size = schedule->size;
    int rank = schedule->rank;
    int sync = ct_parameter_item(parameters, SYNC);
    int mode = ct_parameter_item(parameters, MODE);
    for (int k = 1; k < size; k++) {
        int to = by_xor ? rank ^ k : (int)((rank + (int64_t)k) % size);
        int from = by_xor ? rank ^ k : (int)((rank - (int64_t)k + size) % size);
        ct_schedule_move(schedule, k, to, from, ct_sync_flags(sync, mode, k == 1));
        ct_schedule_sends(schedule, rank, to);
        ct_schedule_receives(schedule, from, rank);
    }
}

static void generate_direct(const ct_topology *topology, const ct_parameters *parameters,
                            ct_schedule *schedule) {
    generate(parameters, schedule, ct_fits_power_of_two(topology));
}

static void generate_cyclic(const ct_topology *topology, const ct_parameters *parameters,
                            ct_schedule *schedule) {
    (void)topology;
    generate(parameters, schedule, 0);
}

static ct_status combines_cyclic(const ct_topology *topology, const ct_parameters *parameters) {
    int sync = ct_parameter_item(parameters, SYNC);
    int mode = ct_parameter_item(parameters, MODE);
    (void)topology;
    if (sync == CT_SYNC_PAIRWISE) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "--sync pairwise needs partners in pairs: direct on 2^d ranks has them");
    }
    return ct_sync_combines(sync, mode);
}

static ct_status combines_direct(const ct_topology *topology, const ct_parameters *parameters) {
    if (ct_fits_power_of_two(topology)) {
        return ct_sync_combines(ct_parameter_item(parameters, SYNC),
                                ct_parameter_item(parameters, MODE));
    }
    return combines_cyclic(topology, parameters);
}

static ct_promise promise_cyclic(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return (ct_promise){.steps = topology->size - 1, .ports = 1, .lockstep = 1};
}

static ct_promise promise_direct(const ct_topology *topology, const ct_parameters *parameters) {
    ct_promise promise = promise_cyclic(topology, parameters);
    promise.link_load = topology->kind == CT_HYPERCUBE && topology->size > 1;
    return promise;
}

static double sync_s(const ct_topology *topology, const ct_parameters *parameters,
                     const ct_machine *machine) {
    int steps = topology->size - 1;
    return ct_sync_cost_s(machine, topology->size, ct_parameter_item(parameters, SYNC), steps > 0,
                          steps);
}

/* At distance P/2 the partners exchange with each other. */
static double cost_cyclic(const ct_topology *topology, const ct_parameters *parameters,
                          const ct_machine *machine, double block_bytes) {
    int size = topology->size;
    return ct_digit_steps_s(topology, machine, size, size - 1, size % 2 == 0, block_bytes) +
           sync_s(topology, parameters, machine);
}

static double cost_direct(const ct_topology *topology, const ct_parameters *parameters,
                          const ct_machine *machine, double block_bytes) {
    return ct_digit_phase_s(topology, machine, topology->size, 1, block_bytes) +
           sync_s(topology, parameters, machine);
}

const ct_algorithm ct_row_direct = {
    .name = "direct",
    .summary = "every block straight to its destination, one partner a step",
    .sizes = "any number of ranks (paired by XOR for 2^d)",
    .source = "Bokhari 1993, section 2; Nicol, Bokhari 1994, section 2",
    .formula = "(P-1)(lambda + m tau + delta) + Q",
    .parameters = {&ct_parameter_sync, &ct_parameter_mode},
    .combines = combines_direct,
    .promise = promise_direct,
    .cost = cost_direct,
    .knows_nodes = 1,
    .generate = generate_direct,
};

const ct_algorithm ct_row_cyclic = {
    .name = "cyclic",
    .summary = "every block straight to its destination, k ahead in step k",
    .sizes = "any number of ranks",
    .source = "Bokhari 1993, section 2",
    .formula = "(P-1)(lambda + m tau + delta) + Q",
    .parameters = {&ct_parameter_sync, &ct_parameter_mode},
    .combines = combines_cyclic,
    .promise = promise_cyclic,
    .cost = cost_cyclic,
    .knows_nodes = 1,
    .is_cyclic = 1,
    .generate = generate_cyclic,
};
