/* Checks of flags: barriers entered by all ranks, pairwise moves in pairs, ready sends with posted
 * receives.
 */
#include "check/check.h"

#include "base/fail.h"

#include <stdlib.h>

/* By move: barriers that its rank has entered before posting the receives of the phase, and before
 * sending. */
typedef struct epochs {
    int *posted, *sent;
} epochs;

static void count_epochs(const ct_ensemble *ensemble, int rank, epochs *e) {
    const ct_schedule *schedule = ensemble->schedules[rank];
    ptrdiff_t first = ensemble->first_move[rank];
    int barriers = 0;
    int posted = 0;
    for (int i = 0; i < schedule->move_count; i++) {
        if ((schedule->moves[i].flags & CT_MOVE_PHASE) != 0) {
            posted = barriers; /* receives are posted, then the barrier is entered */
        }
        barriers += (schedule->moves[i].flags & CT_MOVE_FENCE) != 0;
        e->posted[first + i] = posted;
        e->sent[first + i] = barriers;
    }
}

/* Whether a pairwise move's peer has a pairwise move back. */
static int in_pair(const ct_ensemble *ensemble, const ct_move *move, ptrdiff_t number) {
    ptrdiff_t mate = ensemble->send_mate[number];
    if (move->send_to == CT_NOBODY || move->send_to != move->receive_from ||
        mate != ensemble->receive_mate[number]) {
        return 0;
    }
    const ct_schedule *peer = ensemble->schedules[move->send_to];
    return (peer->moves[mate - ensemble->first_move[move->send_to]].flags & CT_MOVE_PAIRWISE) != 0;
}

static ct_status check_rank(const ct_ensemble *ensemble, int rank, const epochs *e) {
    const ct_schedule *schedule = ensemble->schedules[rank];
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        ptrdiff_t number = ensemble->first_move[rank] + i;
        if ((move->flags & CT_MOVE_FENCE) != 0 && i > 0 && move[-1].step == move->step) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: a fence behind the first move of the step", rank,
                            move->step);
        }
        if (move->send_to == rank || move->receive_from == rank) {
            return ct_raise(CT_ERROR_INTERNAL, "rank %d, step %d: a message to itself", rank,
                            move->step);
        }
        if ((move->flags & CT_MOVE_PAIRWISE) != 0 && !in_pair(ensemble, move, number)) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: a pairwise move to rank %d is not one of a pair",
                            rank, move->step, move->send_to);
        }
        ptrdiff_t mate = ensemble->send_mate[number];
        if ((move->flags & CT_MOVE_READY) != 0 && mate >= 0 && e->sent[number] <= e->posted[mate]) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: a ready send to rank %d, whose receive is not known "
                            "to be posted",
                            rank, move->step, move->send_to);
        }
    }
    return CT_OK;
}

ct_status ct_check_flags(const ct_ensemble *ensemble) {
    ct_status status = CT_OK;
    size_t moves = (size_t)ensemble->first_move[ensemble->size] + 1;
    epochs e = {malloc(moves * sizeof *e.posted), malloc(moves * sizeof *e.sent)};
    if (e.posted == NULL || e.sent == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to check %zu moves", moves);
    }
    for (int rank = 0; rank < ensemble->size; rank++) {
        count_epochs(ensemble, rank, &e);
    }
    for (int rank = 0; rank < ensemble->size; rank++) {
        CT_TRY(check_rank(ensemble, rank, &e));
    }
cleanup:
    free(e.posted);
    free(e.sent);
    return status;
}
