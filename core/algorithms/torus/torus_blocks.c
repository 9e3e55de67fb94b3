/*
 * Torus exchange, which blocks a message carries. Phase p brings every block to where Gray bit p-1
 * of both coordinates is that of its target. The target is the destination, except that its lowest
 * Gray bits of x are those of y for blocks that the send phase is to bring home: then a target is
 * always a rank that takes part in the late phases.
 *
 *   4x4 (T2), what rank 0 sends           origins    destinations
 *   step 1  phase 1, x, to 1              0          x = 1 2       (Gray bit 0 of x is 1)
 *   step 2  phase 1, y, to 4              0 1        x = 0 3,  y = 1 2
 *   step 3  phase 2, x, to 3              0 1 4 5    x = 3,    y = 0 3
 *   step 4  phase 2, y, to 12             0 .. 7     x = 0,    y = 3
 *
 * A block of level L (origin and destination share a 2^L x 2^L submesh, and no smaller one) puts
 * off this many bits: rule A (as the paper's T1) L-2, rule B (as its T1.1) L-1, but none below 0
 * and at most x; rule C x. A message is one product. Its origins are a box, or in the send phase
 * all ranks outside a square; its destinations are a union of boxes, one or two a level. The sides
 * of a box are coordinates with some Gray bits given and the others free: two arithmetic runs, or
 * blocks of neighbours. Sender and receiver list a message by the same call.
 *
 * Preconditions and cost are in torus.c. Source: the paper (Suh, Shin, An, sections 3 and 4) does
 * not say which blocks move; rule A attains the least that its pattern of steps allows.
 */
#include "algorithms/torus/torus.h"

static int put_off(const ct_torus *torus, int level) {
    if (torus->rule == CT_TORUS_RULE_C) {
        return torus->late;
    }
    int bits = level - ct_torus_spared_levels(torus->rule);
    return bits < 0 ? 0 : ct_torus_least(bits, torus->late);
}

/* Adds the destinations of blocks that put off `bits` whose target agrees with the rank of the
 * codes `gray` in so many low bits of each coordinate, `right`, and which themselves agree with it
 * from bits `top` on. */
static void add_targets(ct_schedule *schedule, const ct_torus *torus, int bits, const int right[2],
                        const int gray[2], const int top[2]) {
    int taken =
        ct_torus_least(bits, right[0]); /* bits of the target's x that say something about y */
    int twice = ct_torus_low_bits(ct_torus_least(taken, right[1]));
    if (((gray[0] ^ gray[1]) & twice) != 0) {
        return; /* no target is here */
    }
    int low = ct_torus_low_bits(taken);
    int known = right[1] > taken ? right[1] : taken;
    ct_torus_add_box(schedule, torus, ct_torus_side_make(bits, right[0], top[0], gray[0]),
                     ct_torus_side_make(0, known, top[1], (gray[1] & ~low) | (gray[0] & low)));
}

/* Adds the destinations of an exchange step, level by level as seen from the peer `to`: its origins
 * share the submesh of the phase with it. Levels that put off the same begin with one box. */
static void add_destinations(ct_schedule *schedule, const ct_torus *torus, int phase,
                             const int right[2], int to) {
    const int *bits = torus->bits;
    int last = ct_torus_longer(torus);
    int gray[2] = {ct_torus_gray(torus, to, 0), ct_torus_gray(torus, to, 1)};
    int level = phase;
    while (level < last && put_off(torus, level + 1) == put_off(torus, phase)) {
        level++;
    }
    int top[2] = {ct_torus_least(level, bits[0]), ct_torus_least(level, bits[1])};
    add_targets(schedule, torus, put_off(torus, phase), right, gray, top);
    for (level++; level <= last; level++) {
        for (int axis = 0; axis < 2; axis++) { /* x differs in bit level-1, or only y does */
            if (level > bits[axis]) {
                continue;
            }
            int other[2] = {gray[0], gray[1]};
            other[axis] ^= 1 << (level - 1);
            top[0] = ct_torus_least(level - 1, bits[0]);
            top[1] = ct_torus_least(axis == 0 ? level : level - 1, bits[1]);
            add_targets(schedule, torus, put_off(torus, level), right, other, top);
        }
    }
}

static void send_phase_message(const ct_torus *torus, int turn, int from, int to,
                               ct_schedule *schedule, ct_product *message) {
    int bit = torus->late - turn;
    int first = to & ~ct_torus_low_bits(bit);
    message->destinations = ct_schedule_range(schedule, first, 1 << bit);
    if (torus->rule == CT_TORUS_RULE_C) {
        message->origins = ct_schedule_range(schedule, 0, schedule->size);
        return;
    }
    ct_schedule_set_open(schedule);
    ct_torus_add_outside(schedule, torus, from, bit + ct_torus_spared_levels(torus->rule));
    message->origins = ct_schedule_set_close(schedule);
}

int ct_torus_message(const ct_torus *torus, const ct_torus_step *step, int from, int to,
                     ct_schedule *schedule, ct_product *message) {
    int phase = step->phase;
    const int *bits = torus->bits;
    if (phase > ct_torus_longer(torus)) {
        send_phase_message(torus, step->turn, from, to, schedule, message);
        return 1;
    }
    int axis = (from ^ to) >= 1 << bits[0];
    int mixed[2]; /* low bits in which the origins at hand differ, and are all right already */
    int right[2]; /* low bits that are right after the step */
    for (int i = 0; i < 2; i++) {
        mixed[i] = ct_torus_least(step->half == 2 && axis != i ? phase : phase - 1, bits[i]);
        right[i] = i == axis ? phase : mixed[i];
    }
    ct_schedule_set_open(schedule);
    add_destinations(schedule, torus, phase, right, to);
    message->destinations = ct_schedule_set_close(schedule);
    if (ct_schedule_set_size(schedule, message->destinations) == 0) {
        return 0;
    }
    ct_schedule_set_open(schedule);
    ct_torus_add_box(schedule, torus,
                     ct_torus_side_make(mixed[0], bits[0], bits[0], ct_torus_gray(torus, from, 0)),
                     ct_torus_side_make(mixed[1], bits[1], bits[1], ct_torus_gray(torus, from, 1)));
    message->origins = ct_schedule_set_close(schedule);
    return 1;
}
