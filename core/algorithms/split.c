/*
 * The split point: over how many bits one phase costs as much as two phases over half of them.
 *
 *   (2^s - 2^(s/2+1) + 1)(lambda + delta) = (2^d + 2^(d-s) - 2^(d-s/2+1)) m tau + 2^d m rho + Q(d)
 *
 * The left factor is (2^(s/2) - 1)^2 and grows with s as fast as the one of m tau, which is
 * 2^d (1 - 2^(-s/2))^2, falls behind: so the ratio of the two costs that makes s a solution falls
 * with s, and bisection finds it. Its values at s = d and s = 2 are the bounds of Lemma 1.
 * Source: Nicol, Bokhari 1994, Lemma 1.
 */
#include <cornerturn/hull.h>

#include <math.h>

/* (lambda + delta) / (m tau) for which `s` solves the equation. */
static double ratio_at(const ct_machine *machine, int dimension, double bytes, double s) {
    double sent_s = bytes * machine->byte_s;
    double root = exp2(s / 2);
    double size = exp2(dimension);
    double transmitted = size * (1 - 1 / root) * (1 - 1 / root);
    double permuted = size * machine->permute_byte_s / machine->byte_s;
    double synchronised = ct_machine_barrier_s(machine, 1 << dimension) / sent_s;
    return (transmitted + permuted + synchronised) / ((root - 1) * (root - 1));
}

ct_split ct_hull_split(const ct_machine *machine, int dimension, double bytes) {
    ct_split split = {
        .ratio = ct_machine_message_s(machine, 1 << dimension, 0) / (bytes * machine->byte_s),
        .lower = ratio_at(machine, dimension, bytes, dimension),
        .upper = ratio_at(machine, dimension, bytes, 2),
    };
    split.exists = split.lower <= split.ratio && split.ratio <= split.upper;
    if (split.exists) {
        double low = 2;
        double high = dimension;
        for (int halving = 0; halving < 60; halving++) {
            double middle = (low + high) / 2;
            if (ratio_at(machine, dimension, bytes, middle) > split.ratio) {
                low = middle;
            } else {
                high = middle;
            }
        }
        split.s = high;
    }
    return split;
}
