/*
 * Torus exchange, steps and cost in closed form.
 *
 *   largest message of each step in blocks, x > 0, P = 2^(a+b)
 *   phase 1           P/2, then P - 8 (A), P - 2 (B), P (C)
 *   phase p = 2 .. x  2^(p-2) P - 8^(p-1), then 2^(p-1) P - 9 8^(p-1)    (A)
 *                     2^(p-2) P,           then 2^(p-1) P - 2 8^(p-1)    (B)
 *                     2^(p-2) P,           then 2^(p-1) P                (C)
 *   phase x+1         2^(x-1) P - 8^x twice (A), 2^(x-1) P (B, C)
 *   later phases      2^(x-1) P a step
 *   send phase        2^(q-2) (P - 4^q), q = x+1 .. 2 (A), P - 4^(q-1) (B), P (C)
 *   x = 0: P/2 blocks a step
 *
 *   8x8 (x = 0) 6 steps, 192 blocks; 16x16: T2 12, 1536, T1 9, 2136 (A), 2170 (B), 2176 (C)
 *
 * Preconditions are in torus.c. Steps and volume: 3 2^(m-x-2) + 3x with m = max(a, b), one less
 * where x is min(a, b). Where the two directions of a pair take turns both messages count; only in
 * the second halves of phases <= x do they differ.
 *
 * Source: Suh, Shin, An, sections 3 and 4 and Table 1. The paper charges the second step of
 * phase p of T1 p P blocks where 2^(p-1) P are due, and T1.x the steps of all groups, most of which
 * have nothing to do for x > 1.
 */
#include "algorithms/torus/torus.h"

#include <math.h>

int ct_torus_steps(const ct_torus *torus) {
    int longer = ct_torus_longer(torus);
    int shorter = ct_torus_shorter(torus);
    if (longer < 3 && longer == shorter) {
        return 2 * longer;
    }
    return (3 << (longer - torus->late - 2)) + 3 * torus->late - (torus->late == shorter);
}

typedef struct tariff {
    const ct_machine *machine;
    int size;
    double block_bytes;
} tariff;

static double message_s(const tariff *t, double blocks) {
    return ct_machine_message_s(t->machine, t->size, blocks * t->block_bytes);
}

/* An exchange of unequal messages, `back` being the smaller. */
static double exchange_s(const tariff *t, double blocks, double back) {
    return message_s(t, blocks) + (t->machine->half_duplex && back > 0 ? message_s(t, back) : 0);
}

/* The two halves of phase p <= x. */
static double early_phase_s(const tariff *t, int rule, int phase) {
    double cube = ldexp(1, 3 * (phase - 1)); /* 8^(p-1) */
    double full = ldexp(t->size, phase - 1); /* 2^(p-1) P */
    double sparing = rule == CT_TORUS_RULE_A && phase > 1 ? cube : 0;
    double first = full / 2 - sparing;
    double back = rule == CT_TORUS_RULE_C ? 0 : 2 * cube;
    double spared = back;
    if (rule == CT_TORUS_RULE_A) {
        back = phase == 1 ? 8 : 7 * cube;
        spared = phase == 1 ? 8 : 9 * cube;
    }
    return exchange_s(t, first, first) + exchange_s(t, full - spared, back);
}

double ct_torus_cost_s(const ct_torus *torus, const ct_machine *machine, double block_bytes) {
    int late = torus->late;
    tariff t = {machine, 1 << (torus->bits[0] + torus->bits[1]), block_bytes};
    double block_count = ldexp(t.size, late - 1); /* of a step of a late phase */
    double time_s = 0;
    for (int phase = 1; phase <= late; phase++) {
        time_s += early_phase_s(&t, torus->rule, phase);
    }
    int rest = ct_torus_steps(torus) - 3 * late;
    if (late > 0 && torus->rule == CT_TORUS_RULE_A) { /* phase x+1 */
        double blocks = block_count - ldexp(1, 3 * late);
        time_s += 2 * exchange_s(&t, blocks, blocks);
        rest -= 2;
    }
    time_s += rest * exchange_s(&t, block_count, block_count);
    for (int q = late + 1; q >= 2; q--) {
        int level = q - 2 + ct_torus_spared_levels(torus->rule);
        double spared = torus->rule == CT_TORUS_RULE_C ? 0 : ldexp(1, 2 * level);
        time_s += message_s(&t, ldexp(t.size - spared, q - 2));
    }
    return time_s;
}
