/* Ensembles: the schedules of all ranks, and the mates of their moves. */
#include "check/ensemble.h"

#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

ct_status ct_ensemble_create(int size, ct_schedule **schedules, ct_ensemble **ensemble) {
    if (size < 1) {
        return ct_raise(CT_ERROR_ARGUMENT, "an ensemble of %d schedules", size);
    }
    for (int rank = 0; rank < size; rank++) {
        const ct_schedule *schedule = schedules[rank];
        if (schedule == NULL || schedule->size != size || schedule->rank != rank ||
            schedule->seconds != schedules[0]->seconds) {
            return ct_raise(CT_ERROR_ARGUMENT,
                            "an ensemble of %d schedules: entry %d is not that of rank %d of %d",
                            size, rank, rank, size);
        }
    }
    ct_ensemble *created = calloc(1, sizeof *created);
    ct_schedule **taken = calloc((size_t)size, sizeof(ct_schedule *));
    if (created == NULL || taken == NULL) {
        free(created);
        free(taken);
        return ct_raise(CT_ERROR_MEMORY, "no memory for an ensemble of %d schedules", size);
    }
    for (int rank = 0; rank < size; rank++) {
        taken[rank] = schedules[rank];
        schedules[rank] = NULL;
    }
    created->size = size;
    created->schedules = taken;
    *ensemble = created;
    return CT_OK;
}

void ct_ensemble_destroy(ct_ensemble **ensemble) {
    if (ensemble == NULL || *ensemble == NULL) {
        return;
    }
    for (int rank = 0; rank < (*ensemble)->size; rank++) {
        ct_schedule_destroy(&(*ensemble)->schedules[rank]);
    }
    free((*ensemble)->schedules);
    free((*ensemble)->first_move);
    free((*ensemble)->send_mate);
    free((*ensemble)->receive_mate);
    free(*ensemble);
    *ensemble = NULL;
}

/* Enough moves that the first ranks, such as a root, do not bias the estimate. */
enum { TELLING_MOVES = 1 << 20 };

/* CT_ERROR_UNSUPPORTED for too many moves, extrapolated from the first `ranks` ranks; without any,
 * from one move a rank. */
static ct_status check_extent(const ct_algorithm *algorithm, const ct_topology *topology, int ranks,
                              ptrdiff_t moves) {
    char where[CT_TOPOLOGY_TEXT];
    double estimate = ranks == 0 ? topology->size : (double)moves / ranks * topology->size;
    if ((ranks > 0 && moves < TELLING_MOVES) || estimate <= CT_MOVES_MOST) {
        return CT_OK;
    }
    ct_topology_format(topology, where);
    return ct_raise(CT_ERROR_UNSUPPORTED,
                    "%s on %s: schedules of all ranks together have about %.3g moves, at most %d "
                    "are allowed",
                    algorithm->name, where, estimate, CT_MOVES_MOST);
}

ct_status ct_ensemble_generate(const ct_algorithm *algorithm, const ct_topology *topology,
                               const ct_parameters *parameters, ct_ensemble **ensemble) {
    ct_status status = CT_OK;
    ct_schedule **schedules = NULL;
    ptrdiff_t moves = 0;
    CT_TRY(check_extent(algorithm, topology, 0, 0));
    schedules = calloc((size_t)topology->size, sizeof(ct_schedule *));
    if (schedules == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d schedules", topology->size);
    }
    for (int rank = 0; rank < topology->size; rank++) {
        CT_TRY(ct_algorithm_generate(algorithm, topology, parameters, rank, &schedules[rank]));
        moves += schedules[rank]->move_count;
        CT_TRY(check_extent(algorithm, topology, rank + 1, moves));
    }
    CT_TRY(ct_ensemble_create(topology->size, schedules, ensemble));
cleanup:
    for (int rank = 0; schedules != NULL && rank < topology->size; rank++) {
        ct_schedule_destroy(&schedules[rank]);
    }
    free(schedules);
    return status;
}

/* All sends, by receiver, then sender, then order of moves. */
typedef struct inbox {
    ptrdiff_t *first; /* by receiver, size + 1 entries, in the arrays below */
    ptrdiff_t *move;
    int *from;
    ptrdiff_t *next; /* by sender: its next send in the current inbox */
} inbox;

static void empty(inbox *in) {
    free(in->first);
    free(in->move);
    free(in->from);
    free(in->next);
}

static ct_status sort_sends(const ct_ensemble *ensemble, inbox *in) {
    int size = ensemble->size;
    ptrdiff_t moves = ensemble->first_move[size];
    in->first = calloc((size_t)size + 2, sizeof *in->first);
    in->next = calloc((size_t)size, sizeof *in->next);
    in->move = calloc((size_t)moves + 1, sizeof *in->move);
    in->from = calloc((size_t)moves + 1, sizeof *in->from);
    if (in->first == NULL || in->next == NULL || in->move == NULL || in->from == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to match %td moves", moves);
    }
    for (int pass = 0; pass < 2; pass++) { /* count, then place; first[to + 1] is the place */
        for (int rank = 0; rank < size; rank++) {
            const ct_schedule *schedule = ensemble->schedules[rank];
            for (int i = 0; i < schedule->move_count; i++) {
                int to = schedule->moves[i].send_to;
                if (to == CT_NOBODY) {
                    continue;
                }
                if (pass == 0) {
                    in->first[to + 2]++;
                } else {
                    ptrdiff_t place = in->first[to + 1]++;
                    in->move[place] = ensemble->first_move[rank] + i;
                    in->from[place] = rank;
                }
            }
        }
        for (int to = 0; pass == 0 && to < size; to++) {
            in->first[to + 2] += in->first[to + 1];
        }
    }
    return CT_OK;
}

static const ct_move *move_of(const ct_ensemble *ensemble, int rank, ptrdiff_t number) {
    return &ensemble->schedules[rank]->moves[number - ensemble->first_move[rank]];
}

/* Matches the receives of one rank. */
static ct_status match_rank(ct_ensemble *ensemble, inbox *in, int rank) {
    const ct_schedule *schedule = ensemble->schedules[rank];
    ptrdiff_t first = in->first[rank];
    ptrdiff_t end = in->first[rank + 1];
    for (int from = 0; from < ensemble->size; from++) {
        in->next[from] = end;
    }
    for (ptrdiff_t k = end - 1; k >= first; k--) {
        in->next[in->from[k]] = k;
    }
    for (int i = 0; i < schedule->move_count; i++) {
        int from = schedule->moves[i].receive_from;
        if (from == CT_NOBODY) {
            continue;
        }
        ptrdiff_t k = in->next[from];
        if (k >= end || in->from[k] != from) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: waits for a message from rank %d that is never sent",
                            rank, schedule->moves[i].step, from);
        }
        int rail = move_of(ensemble, from, in->move[k])->rail;
        if (rail != schedule->moves[i].rail) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: waits on rail %d for what rank %d sends on rail %d",
                            rank, schedule->moves[i].step, schedule->moves[i].rail, from, rail);
        }
        in->next[from]++;
        ensemble->receive_mate[ensemble->first_move[rank] + i] = in->move[k];
        ensemble->send_mate[in->move[k]] = ensemble->first_move[rank] + i;
    }
    for (ptrdiff_t k = first; k < end; k++) {
        if (ensemble->send_mate[in->move[k]] < 0) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: sends to rank %d, which never receives it",
                            in->from[k], move_of(ensemble, in->from[k], in->move[k])->step, rank);
        }
    }
    return CT_OK;
}

ct_status ct_ensemble_match(ct_ensemble *ensemble) {
    ct_status status = CT_OK;
    inbox in = {0};
    int size = ensemble->size;
    if (ensemble->first_move != NULL) {
        return CT_OK;
    }
    ensemble->first_move = calloc((size_t)size + 1, sizeof *ensemble->first_move);
    if (ensemble->first_move == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory to match %d schedules", size);
    }
    for (int rank = 0; rank < size; rank++) {
        ensemble->first_move[rank + 1] =
            ensemble->first_move[rank] + ensemble->schedules[rank]->move_count;
    }
    size_t bytes = ((size_t)ensemble->first_move[size] + 1) * sizeof(ptrdiff_t);
    ensemble->send_mate = malloc(bytes);
    ensemble->receive_mate = malloc(bytes);
    if (ensemble->send_mate == NULL || ensemble->receive_mate == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to match %td moves", ensemble->first_move[size]);
    }
    memset(ensemble->send_mate, 0xff, bytes); /* -1 each */
    memset(ensemble->receive_mate, 0xff, bytes);
    CT_TRY(sort_sends(ensemble, &in));
    for (int rank = 0; rank < size; rank++) {
        CT_TRY(match_rank(ensemble, &in, rank));
    }
cleanup:
    empty(&in);
    if (status != CT_OK) {
        free(ensemble->first_move);
        free(ensemble->send_mate);
        free(ensemble->receive_mate);
        ensemble->first_move = ensemble->send_mate = ensemble->receive_mate = NULL;
    }
    return status;
}

int ct_ensemble_steps(const ct_ensemble *ensemble) {
    int last = 0;
    for (int rank = 0; rank < ensemble->size; rank++) {
        const ct_schedule *schedule = ensemble->schedules[rank];
        if (schedule->move_count > 0 && schedule->moves[schedule->move_count - 1].step > last) {
            last = schedule->moves[schedule->move_count - 1].step;
        }
    }
    return last;
}

int ct_ensemble_rails(const ct_ensemble *ensemble) {
    int rails = 1;
    for (int rank = 0; rank < ensemble->size; rank++) {
        const ct_schedule *schedule = ensemble->schedules[rank];
        for (int i = 0; i < schedule->move_count; i++) {
            rails = schedule->moves[i].rail < rails ? rails : schedule->moves[i].rail + 1;
        }
    }
    return rails;
}

ptrdiff_t ct_ensemble_number(const ct_ensemble *ensemble, int rank, const ct_move *move) {
    return ensemble->first_move[rank] + (move - ensemble->schedules[rank]->moves);
}

int ct_ensemble_lockstep(const ct_ensemble *ensemble) {
    for (int rank = 0; rank < ensemble->size; rank++) {
        const ct_schedule *schedule = ensemble->schedules[rank];
        for (int i = 0; i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            ptrdiff_t mate = ensemble->send_mate[ensemble->first_move[rank] + i];
            if (mate >= 0 && move_of(ensemble, move->send_to, mate)->step != move->step) {
                return 0;
            }
        }
    }
    return 1;
}

const ct_move *ct_ensemble_moves(const ct_ensemble *ensemble, int rank, int step, int *cursor,
                                 int *count) {
    const ct_schedule *schedule = ensemble->schedules[rank];
    while (*cursor < schedule->move_count && schedule->moves[*cursor].step < step) {
        ++*cursor;
    }
    int end = *cursor;
    while (end < schedule->move_count && schedule->moves[end].step == step) {
        end++;
    }
    *count = end - *cursor;
    return *count > 0 ? schedule->moves + *cursor : NULL;
}

void ct_ensemble_sends(const ct_ensemble *ensemble, int step, int *cursors, ct_send_visitor *visit,
                       void *context) {
    for (int rank = 0; rank < ensemble->size; rank++) {
        int count = 0;
        const ct_move *moves = ct_ensemble_moves(ensemble, rank, step, &cursors[rank], &count);
        for (int i = 0; i < count; i++) {
            if (moves[i].send_to != CT_NOBODY) {
                visit(context, rank, &moves[i]);
            }
        }
    }
}
