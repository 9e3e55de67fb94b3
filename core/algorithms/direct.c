/*
 * Direct exchange: every block goes straight to its destination, one partner a step. With P a power
 * of two partners are paired by XOR, otherwise every rank looks k ahead and k behind.
 *
 *   P = 8, partner of each rank (XOR)        P = 5, who rank 0 sends to / receives from
 *   step 0   0 1 2 3 4 5 6 7  (itself)       step 0  0 / 0
 *   step 1   1 0 3 2 5 4 7 6                 step 1  1 / 4
 *   step 2   2 3 0 1 6 7 4 5                 step 2  2 / 3
 *   ..       ..                              ..      ..
 *   step 7   7 6 5 4 3 2 1 0                 step 4  4 / 1
 *
 * Any P. P-1 steps, one block each; a rank's own block needs no message.
 * Cost (P-1)(lambda + m tau + delta) + Q(d); contention-free under e-cube routing with XOR.
 * Source: Bokhari 1993 (paper 002), section 2; Nicol, Bokhari 1994 (paper 000), section 2.
 */
#include "algorithms/table.h"

static void generate(ct_schedule *schedule) {
    int size = schedule->size;
    int rank = schedule->rank;
    int power_of_two = (size & (size - 1)) == 0;
    for (int k = 1; k < size; k++) {
        int to = power_of_two ? rank ^ k : (rank + k) % size;
        int from = power_of_two ? rank ^ k : (rank - k + size) % size;
        ct_schedule_move(schedule, k, to, from, k == 1 ? CT_MOVE_PHASE : 0);
        ct_schedule_sends(schedule, rank, to);
        ct_schedule_receives(schedule, from, rank);
    }
}

const ct_algorithm ct_direct = {
    .name = "direct",
    .summary = "every block straight to its destination, one partner a step",
    .source = "Bokhari 1993; Nicol, Bokhari 1994",
    .generate = generate,
};
