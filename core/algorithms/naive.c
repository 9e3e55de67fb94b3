/*
 * Naive exchange: every rank sends to 0, 1, .. P-1 in rank order, nothing synchronised. The
 * baseline the papers measure against: in step k everybody addresses rank k.
 *
 *   P = 4, who each rank sends to
 *   step 1   - 0 0 0
 *   step 2   1 - 1 1
 *   step 3   2 2 - 2
 *   step 4   3 3 3 -
 *
 * Any P. P steps of which each rank is idle in one; one block a message. Meant to run with all
 * receives posted before the first send. No contention promise.
 * Source: Bokhari, Nicol (paper 004), section 2.
 */
#include "algorithms/table.h"

static void generate(ct_schedule *schedule) {
    int rank = schedule->rank;
    for (int peer = 0; peer < schedule->size; peer++) {
        if (peer == rank) {
            continue;
        }
        ct_schedule_move(schedule, peer + 1, peer, peer,
                         schedule->move_count == 0 ? CT_MOVE_PHASE : 0);
        ct_schedule_sends(schedule, rank, peer);
        ct_schedule_receives(schedule, peer, rank);
    }
}

const ct_algorithm ct_naive = {
    .name = "naive",
    .summary = "everybody sends to 0, 1, .. P-1 in rank order, unsynchronised (baseline)",
    .source = "Bokhari, Nicol (mesh paper)",
    .generate = generate,
};
