/*
 * Torus exchange, who talks to whom. In phase p a rank exchanges with its mirror image in one
 * coordinate of its 2^p x 2^p submesh, then in the other; groups of ranks that have one mirror pair
 * in every row and every column take turns, half of them starting with the first coordinate and
 * half with the second, so that no link is used twice.
 *
 *   8x8, group of each rank in phase 3 (T2), row y = 0 at the top
 *   1 4 3 2 2 3 4 1     turn 1: groups 1 (x, then y) and 2 (y, then x)
 *   3 1 2 4 4 2 1 3     turn 2: groups 3 and 4
 *   4 2 1 3 3 1 2 4
 *   2 3 4 1 1 4 3 2     the lower half is the upper one upside down
 *
 * With x > 0 only ranks whose lowest x Gray bits agree take part in phases x+2 and later, so that
 * there are 2^x times fewer turns. In phase d the wrap-around links carry half of the messages, and
 * the groups of phase d-1 suffice. The send phase hands blocks on by one Gray bit at a time from
 * the ranks that took part to those that did not.
 *
 * Preconditions and cost are in torus.c. Source: Suh, Shin, An, sections 3 and 4, repaired: phase p
 * complements the low p bits of a coordinate; step s of the send phase, with q = x+2-s, the low q-1
 * bits; group 2 has x + y = 2^(p-1) - 1; phase p >= x+2 has 2^(p-1-x) groups.
 */
#include "algorithms/torus/torus.h"

/* The groups of phase `phase` are those of this level: the last one gets by with the level below,
 * thanks to the wrap-around links. */
static int level_of(const ct_torus *torus, int phase) {
    return phase > 1 && phase == ct_torus_longer(torus) ? phase - 1 : phase;
}

static int groups(const ct_torus *torus, int phase) {
    int free_bits = level_of(torus, phase) - 1 - torus->late;
    return free_bits > 0 ? 1 << free_bits : 1;
}

static int turns(const ct_torus *torus, int phase) {
    if (phase <= ct_torus_shorter(torus)) {
        int count = phase < 1 ? 0 : groups(torus, phase);
        return count > 1 ? count / 2 : count;
    }
    int sending = ct_torus_longer(torus) + 1;
    return phase < sending ? groups(torus, phase) : phase == sending ? torus->late : 0;
}

/* Goes to the step after `step`, the first one after {0}. False past the last. */
static int next(const ct_torus *torus, ct_torus_step *step) {
    if (step->half == 1) {
        step->half = 2;
        return 1;
    }
    if (step->turn == turns(torus, step->phase)) {
        step->phase++;
        step->turn = 0;
    }
    step->turn++;
    step->half = step->phase <= ct_torus_shorter(torus);
    return step->turn <= turns(torus, step->phase);
}

/* Number j of the group G_level(j) of a rank, level >= 2. */
static int group_of(const ct_torus *torus, int level, int rank) {
    int x = ct_torus_coordinate(torus, rank, 0);
    int y = ct_torus_coordinate(torus, rank, 1);
    int size = 1 << level;
    int diagonal = (y - x) & (size - 1);
    int even = diagonal % 2 == 0 ? diagonal : (x + y + 1) & (size - 1);
    if (even == 0 || even == size / 2) {
        return even == 0 ? 1 : 2;
    }
    int minus = even > size / 2;
    int k = (minus ? size - even : even) / 2;
    return 2 * k + (minus == (y % 2 == 0) ? 1 : 2);
}

/* Whether a rank begins with the first coordinate (1) or the second (0); -1 when it is idle. Both
 * coordinates take part. */
static int begins_with_first(const ct_torus *torus, const ct_torus_step *step, int rank) {
    int level = level_of(torus, step->phase);
    int late = torus->late;
    if (groups(torus, step->phase) > 1) {
        int group = group_of(torus, level, rank);
        int k = group <= 2 ? 0 : (group - 1) / 2;
        int in_turn = (k & ct_torus_low_bits(late)) == 0 && k >> late == step->turn - 1;
        return in_turn ? group % 2 : -1;
    }
    if (ct_torus_agree(torus, rank, level - 1 < late ? level - 1 : late)) {
        return 1;
    }
    int others = torus->rule == CT_TORUS_RULE_A && level >= 2 && level <= late + 1;
    return others && ct_torus_agree(torus, rank, level - 2) ? 0 : -1;
}

/* Along which coordinate a rank exchanges, -1 when it is idle. */
static int axis_of(const ct_torus *torus, const ct_torus_step *step, int rank) {
    if (step->half > 0) {
        int first = begins_with_first(torus, step, rank);
        return first < 0 ? -1 : first != (step->half == 1);
    }
    int axis = step->phase > torus->bits[0];
    int group = ct_torus_gray(torus, rank, axis) >> torus->late & (groups(torus, step->phase) - 1);
    return ct_torus_agree(torus, rank, torus->late) && group == step->turn - 1 ? axis : -1;
}

/* Whom a rank sends to and receives from, CT_NOBODY for nobody. */
static void find_peers(const ct_torus *torus, const ct_torus_step *step, int rank, int *send_to,
                       int *receive_from) {
    *send_to = *receive_from = CT_NOBODY;
    if (step->phase <= ct_torus_longer(torus)) {
        int axis = axis_of(torus, step, rank);
        if (axis >= 0) {
            int shift = axis == 0 ? 0 : torus->bits[0];
            *send_to = *receive_from = rank ^ ct_torus_low_bits(step->phase) << shift;
        }
        return;
    }
    int bit = torus->late - step->turn; /* of the Gray code of the first coordinate */
    if (ct_torus_agree(torus, rank, bit)) {
        int *peer = ct_torus_agree(torus, rank, bit + 1) ? send_to : receive_from;
        *peer = rank ^ ct_torus_low_bits(bit + 1);
    }
}

void ct_torus_generate(const ct_torus *torus, ct_schedule *schedule) {
    int rank = schedule->rank;
    int phase = 0; /* of the last move */
    ct_torus_step step = {0};
    for (int number = 1; next(torus, &step); number++) {
        int to = CT_NOBODY;
        int from = CT_NOBODY;
        ct_product out;
        ct_product in;
        find_peers(torus, &step, rank, &to, &from);
        if (to != CT_NOBODY && !ct_torus_message(torus, &step, rank, to, schedule, &out)) {
            to = CT_NOBODY;
        }
        if (from != CT_NOBODY && !ct_torus_message(torus, &step, from, rank, schedule, &in)) {
            from = CT_NOBODY;
        }
        if (to == CT_NOBODY && from == CT_NOBODY) {
            continue;
        }
        ct_schedule_move(schedule, number, to, from, phase < step.phase ? CT_MOVE_PHASE : 0);
        phase = step.phase;
        if (to != CT_NOBODY) {
            ct_schedule_sends(schedule, out.origins, out.destinations);
        }
        if (from != CT_NOBODY) {
            ct_schedule_receives(schedule, in.origins, in.destinations);
        }
    }
}
