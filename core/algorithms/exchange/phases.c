/*
 * Exchanges in phases. Before the phase of a digit, block (o, d) is at the rank that has d's digits
 * above it and o's digits from it downwards; so a message is one product of two runs, whatever the
 * radix:
 *
 *   origins        every rank that agrees with the sender in this digit and below: a stride
 *   destinations   every rank that agrees with the receiver in this digit and above: a range
 */
#include "algorithms/exchange/phases.h"

static const char *const transit_names[] = {"strided", "shuffled", NULL};

const ct_parameter ct_parameter_transit = {
    .name = "transit",
    .summary = "where blocks lie between phases",
    .allowed = "strided (they stay, messages gather them) or shuffled (permuted after every phase, "
               "messages contiguous)",
    .choices = transit_names,
};

ct_digit_peers ct_digit_peers_in(int step, int radix, int digit) {
    if (ct_is_power_of_two(radix)) {
        return (ct_digit_peers){digit ^ step, digit ^ step};
    }
    int to = digit < radix - step ? digit + step : digit - (radix - step);
    int from = digit < step ? digit + (radix - step) : digit - step;
    return (ct_digit_peers){to, from};
}

int ct_digit_swaps(int radix) {
    return ct_is_power_of_two(radix) ? radix - 1 : radix % 2 == 0;
}

double ct_digit_steps_s(const ct_topology *topology, const ct_machine *machine, int span, int steps,
                        int swaps, double bytes) {
    int turns = machine->half_duplex ? steps + swaps : steps;
    int inside = ct_topology_has_nodes(topology) && span > 0 && /* always: for the analyser */
                 ct_topology_node_ranks(topology) % span == 0;
    return turns * (inside ? machine->local_start_up_s + bytes * machine->local_byte_s
                           : ct_machine_message_s(machine, topology->size, bytes));
}

/* The two sides of a message in the phase of a digit of this weight; `span` is the weight above. */
static ct_rank_set origins(ct_schedule *schedule, int sender, int span) {
    return ct_schedule_strided(schedule, sender % span, schedule->size / span, span);
}

static ct_rank_set destinations(ct_schedule *schedule, int receiver, int weight) {
    return ct_schedule_range(schedule, receiver - receiver % weight, weight);
}

static int steps_of(const ct_phases *phases) {
    int steps = 0;
    for (int i = 0; i < phases->count; i++) {
        steps += phases->radix[i] - 1;
    }
    return steps;
}

/* The permutation after a single phase is the identity. */
static int shuffles(const ct_phases *phases) {
    return phases->shuffled && phases->count > 1;
}

void ct_phases_generate(const ct_phases *phases, ct_schedule *schedule) {
    int rank = schedule->rank;
    int weight = schedule->size;
    int step = 1;
    for (int i = 0; i < phases->count; i++) {
        int radix = phases->radix[i];
        int span = weight;
        weight /= radix;
        int digit = rank / weight % radix;
        ct_rank_set mine = origins(schedule, rank, span);
        ct_rank_set to_me = destinations(schedule, rank, weight);
        for (int k = 1; k < radix; k++, step++) {
            ct_digit_peers peers =
                ct_digit_peers_in(phases->far_first ? radix - k : k, radix, digit);
            int to = rank + (peers.to - digit) * weight;
            int from = rank + (peers.from - digit) * weight;
            unsigned flags = ct_sync_flags(phases->sync, phases->mode, k == 1);
            if (k == radix - 1 && shuffles(phases)) {
                flags |= CT_MOVE_SHUFFLE;
            }
            ct_schedule_move(schedule, step, to, from, flags);
            ct_schedule_sends(schedule, mine, destinations(schedule, to, weight));
            ct_schedule_receives(schedule, origins(schedule, from, span), to_me);
        }
    }
}

ct_promise ct_phases_promise(const ct_phases *phases, const ct_topology *topology) {
    int paired = topology->kind == CT_HYPERCUBE && topology->size > 1;
    return (ct_promise){.steps = steps_of(phases), .link_load = paired, .ports = 1, .lockstep = 1};
}

/* Paired by XOR, the steps up to 2, 4, 8, .. stay inside ever larger groups. */
double ct_digit_phase_s(const ct_topology *topology, const ct_machine *machine, int radix,
                        int weight, double bytes) {
    if (!ct_is_power_of_two(radix)) {
        return ct_digit_steps_s(topology, machine, radix * weight, radix - 1, ct_digit_swaps(radix),
                                bytes);
    }
    double total_s = 0;
    for (int steps = 1; steps < radix; steps *= 2) {
        total_s += ct_digit_steps_s(topology, machine, 2 * steps * weight, steps, steps, bytes);
    }
    return total_s;
}

double ct_phases_cost_s(const ct_phases *phases, const ct_topology *topology,
                        const ct_machine *machine, double block_bytes) {
    int size = topology->size;
    int weight = size;
    double total_s =
        size == 1 ? 0
                  : ct_sync_cost_s(machine, size, phases->sync, phases->count, steps_of(phases));
    for (int i = 0; i < phases->count; i++) {
        int radix = phases->radix[i];
        int blocks = size / radix;
        weight /= radix;
        total_s += ct_digit_phase_s(topology, machine, radix, weight, blocks * block_bytes);
    }
    if (shuffles(phases)) {
        total_s += phases->count * (block_bytes * size * machine->permute_byte_s);
    }
    return total_s;
}
