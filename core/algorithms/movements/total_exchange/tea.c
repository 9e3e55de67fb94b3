/*
 * Total exchange (TEA), an all-gather over all links at once: token T reaches rank B in the step
 * that is their distance, from the neighbours that lie between. TEA1 sends it from each of them;
 * TEA2 from one, chosen so that all links carry as much (tokens.c).
 *
 *   P = 8, what rank 000 receives
 *              from 001      from 010      from 100
 *   TEA1 1     001           010           100
 *        2     011 101       011 110       101 110
 *        3     111           111           111
 *   TEA2 1     001           010           100
 *        2     011           110           101
 *        3     111
 *
 * 2^d ranks with d ports, vectors of m bytes. TEA1 brings a token at distance i i times.
 * --steps full: both directions of a link in one step, d steps. half: ranks with an even number of
 * bits set send, then the others, 2d steps. grouped: the same, but the sender of step h gives what
 * is at distance h-1 and h from the receiver, d+1 steps. (The paper's loop for this ends a step
 * early for even d; its count of start-ups is right.)
 * Cost d (lambda + delta) + n m tau with d ports, n = 2^(d-1) for TEA1, about 2^d/d for TEA2. Where
 * the directions take turns n is doubled and there are 2d start-ups, d+1 grouped (Saad, Schultz
 * 1985, equations 4.4 and 4.5).
 */
#include "algorithms/movements/total_exchange/tea.h"

static const char *const step_names[] = {"full", "half", "grouped", NULL};

static const ct_parameter parameter_steps = {
    .name = "steps",
    .summary = "both directions of a link at once, or in turns, or in turns and merged",
    .allowed = "full, half or grouped",
    .choices = step_names,
};

static int is_odd(int rank) {
    int odd = 0;
    for (; rank != 0; rank &= rank - 1) {
        odd = !odd;
    }
    return odd;
}

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_token_copies copies, ct_schedule *schedule) {
    ct_words words;
    int rank = schedule->rank;
    int dimension = ct_topology_dimension(topology);
    int steps = ct_parameter_item(parameters, 0);
    schedule->failure = ct_words_create(dimension, copies, &words);
    if (schedule->failure != CT_OK) {
        return;
    }
    for (int step = 1; step <= ct_tea_step_count(dimension, steps); step++) {
        ct_tea_stage at = ct_tea_stage_of(steps, step);
        int sends = is_odd(rank) ? at.from_odd : at.from_even;
        int receives = is_odd(rank) ? at.from_even : at.from_odd;
        for (int bit = 0; bit < dimension; bit++) {
            int peer = rank ^ 1 << bit;
            ct_rank_set sent = 0;
            ct_rank_set received = 0;
            int out = sends &&
                      ct_words_tokens(&words, peer, bit, at.nearest, at.farthest, schedule, &sent);
            int in = receives && ct_words_tokens(&words, rank, bit, at.nearest, at.farthest,
                                                 schedule, &received);
            if (out || in) {
                ct_schedule_move(schedule, step, out ? peer : CT_NOBODY, in ? peer : CT_NOBODY,
                                 ct_cube_flags(schedule));
            }
            if (out) {
                ct_schedule_sends(schedule, sent, 0);
            }
            if (in) {
                ct_schedule_receives(schedule, received, 0);
            }
        }
    }
    ct_words_clear(&words);
}

static void generate_tea1(const ct_topology *topology, const ct_parameters *parameters,
                          ct_schedule *schedule) {
    generate(topology, parameters, CT_TOKEN_EACH_BIT, schedule);
}

static void generate_tea2(const ct_topology *topology, const ct_parameters *parameters,
                          ct_schedule *schedule) {
    generate(topology, parameters, CT_TOKEN_ONCE, schedule);
}

static ct_pattern pattern_tea1(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    (void)parameters;
    return (ct_pattern){.kind = CT_ALL_GATHER, .packets = 1, .repeats = 1};
}

static ct_pattern pattern_tea2(const ct_topology *topology, const ct_parameters *parameters) {
    (void)topology;
    (void)parameters;
    return (ct_pattern){.kind = CT_ALL_GATHER, .packets = 1};
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    int dimension = ct_topology_dimension(topology);
    return ct_cube_promise(topology, ct_tea_step_count(dimension, ct_parameter_item(parameters, 0)),
                           dimension);
}

static double cost_tea1(const ct_topology *topology, const ct_parameters *parameters,
                        const ct_machine *machine, double block_bytes) {
    return ct_tea_s(topology, ct_parameter_item(parameters, 0), CT_TOKEN_EACH_BIT, machine,
                    block_bytes);
}

static double cost_tea2(const ct_topology *topology, const ct_parameters *parameters,
                        const ct_machine *machine, double block_bytes) {
    return ct_tea_s(topology, ct_parameter_item(parameters, 0), CT_TOKEN_ONCE, machine,
                    block_bytes);
}

const ct_algorithm ct_row_tea1 = {
    .name = "tea1",
    .summary = "all-gather over all links at once, with redundant copies",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 4.3, Total Exchange (Non-Optimal)",
    .formula = "d (lambda + delta) + 2^(d-1) m tau, with d ports",
    .fits = ct_fits_power_of_two,
    .parameters = {&parameter_steps},
    .pattern = pattern_tea1,
    .promise = promise,
    .cost = cost_tea1,
    .generate = generate_tea1,
};

const ct_algorithm ct_row_tea2 = {
    .name = "tea2",
    .summary = "all-gather over all links at once, every token once",
    .sizes = "2^d ranks",
    .source = "Saad, Schultz 1985, section 4.3, Total Exchange (Optimal)",
    .formula =
        "d (lambda + delta) + n m tau, n the necklaces of d bits less 1, about 2^d/d, with d ports",
    .fits = ct_fits_power_of_two,
    .parameters = {&parameter_steps},
    .pattern = pattern_tea2,
    .promise = promise,
    .cost = cost_tea2,
    .generate = generate_tea2,
};
