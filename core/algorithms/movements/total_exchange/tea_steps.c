/*
 * The steps of the total exchange algorithms, and their time by formula. Across bit 0, where most
 * tokens come, these are at distance i C(d-1, i-1) in TEA1, in TEA2 as many as there are words of
 * weight i when those that are rotations of one another count once. They add up to 2^(d-1), and to
 * about 2^d/d: the paper's bound 2^d/d + d holds up to d = 15, words of short periods add more
 * beyond.
 */
#include "algorithms/movements/total_exchange/tea.h"

/* Words of a length and weight, exact below 2^53. */
static double words_of(int length, int weight) {
    double words = 1;
    for (int i = 1; i <= weight; i++) {
        words = words * (length - weight + i) / i;
    }
    return words;
}

/* Those that repeat themselves after their whole length only, rotations counted once: all words,
 * less those of shorter periods. */
static double aperiodic(int length, int weight) {
    double words = words_of(length, weight);
    for (int period = 1; period < length; period++) {
        if (length % period == 0 && weight * period % length == 0) {
            words -= period * aperiodic(period, weight * period / length);
        }
    }
    return words / length;
}

/* How many words of a weight come across a bit. */
static double words_across(int dimension, ct_token_copies copies, int bit, int weight) {
    double words = 0;
    if (weight < 1 || weight > dimension) {
        return 0;
    }
    if (copies == CT_TOKEN_EACH_BIT) {
        return words_of(dimension - 1, weight - 1);
    }
    for (int period = bit + 1; period <= dimension; period++) {
        if (dimension % period == 0 && weight * period % dimension == 0) {
            words += aperiodic(period, weight * period / dimension);
        }
    }
    return words;
}

ct_tea_stage ct_tea_stage_of(int steps, int step) {
    int even_turn = step % 2 == 1;
    switch (steps) {
    case CT_TEA_HALF:
        return (ct_tea_stage){(step + 1) / 2, (step + 1) / 2, even_turn, !even_turn};
    case CT_TEA_GROUPED:
        return (ct_tea_stage){step - 1, step, even_turn, !even_turn};
    default:
        return (ct_tea_stage){step, step, 1, 1};
    }
}

int ct_tea_step_count(int dimension, int steps) {
    int counts[] = {
        [CT_TEA_FULL] = dimension, [CT_TEA_HALF] = 2 * dimension, [CT_TEA_GROUPED] = dimension + 1};
    return dimension == 0 ? 0 : counts[steps];
}

double ct_tea_s(const ct_topology *topology, int steps, ct_token_copies copies,
                const ct_machine *machine, double vector_bytes) {
    int dimension = ct_topology_dimension(topology);
    int take_turns = steps == CT_TEA_FULL && machine->half_duplex;
    double total_s = 0;
    for (int step = 1; step <= ct_tea_step_count(dimension, steps); step++) {
        ct_tea_stage at = ct_tea_stage_of(steps, step);
        double message_s[CT_AXES_MOST];
        int count = 0;
        for (int bit = 0; bit < dimension; bit++) {
            double tokens = 0;
            for (int weight = at.nearest; weight <= at.farthest; weight++) {
                tokens += words_across(dimension, copies, bit, weight);
            }
            if (tokens > 0) {
                double bytes = tokens * vector_bytes;
                message_s[count++] = take_turns
                                         ? ct_machine_swap_s(machine, topology->size, bytes)
                                         : ct_machine_message_s(machine, topology->size, bytes);
            }
        }
        total_s += ct_cube_step_s(machine, message_s, count);
    }
    return total_s;
}
