/*
 * Progress: checks that all ranks terminate with synchronous sends.
 *
 * Every rank posts its steps in order and has at most `in_flight_most` of them unfinished. More
 * steps in flight only let a rank post earlier; other waits of an executor, for data to arrive,
 * exist with one step in flight too. So a schedule that terminates with one step in flight does so
 * with any number.
 */
#include <cornerturn/check.h>

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct runner {
    int posted, done; /* moves posted, and the leading complete ones */
    int in_flight;    /* steps between the two */
    int at_barrier, queued;
} runner;

typedef struct progress {
    const ct_ensemble *ensemble;
    int in_flight_most;
    runner *runners;
    unsigned char *open; /* by move: sides not complete; OPEN_UNPOSTED before it is posted */
    int *queue;          /* ranks that may be able to go on, a ring of `size` entries */
    int queue_first, queue_count;
    int at_barrier;
} progress;

enum { OPEN_UNPOSTED = 255 };

static void enqueue(progress *p, int rank) {
    if (!p->runners[rank].queued) {
        p->runners[rank].queued = 1;
        p->queue[(int)(((int64_t)p->queue_first + p->queue_count++) % p->ensemble->size)] = rank;
    }
}

static void post(progress *p, int rank, ptrdiff_t number, const ct_move *move) {
    const ptrdiff_t mates[] = {p->ensemble->send_mate[number], p->ensemble->receive_mate[number]};
    const int peers[] = {move->send_to, move->receive_from};
    p->open[number] = (unsigned char)((mates[0] >= 0) + (mates[1] >= 0));
    for (int side = 0; side < 2; side++) {
        if (mates[side] >= 0 && p->open[mates[side]] != OPEN_UNPOSTED) {
            p->open[number]--;
            p->open[mates[side]]--;
            enqueue(p, peers[side]);
        }
    }
    p->runners[rank].posted++;
}

/* Skips leading moves that are complete. */
static void retire(progress *p, int rank) {
    runner *r = &p->runners[rank];
    const ct_move *moves = p->ensemble->schedules[rank]->moves;
    while (r->done < r->posted && p->open[p->ensemble->first_move[rank] + r->done] == 0) {
        r->done++;
        r->in_flight -= r->done == r->posted || moves[r->done].step != moves[r->done - 1].step;
    }
}

/* Whether any move of the step has a fence. */
static int fenced(const ct_schedule *schedule, int first) {
    for (int i = first; i < schedule->move_count; i++) {
        if (schedule->moves[i].step != schedule->moves[first].step) {
            return 0;
        }
        if ((schedule->moves[i].flags & CT_MOVE_FENCE) != 0) {
            return 1;
        }
    }
    return 0;
}

static void begin(progress *p, int rank) {
    const ct_schedule *schedule = p->ensemble->schedules[rank];
    runner *r = &p->runners[rank];
    int step = schedule->moves[r->posted].step;
    r->in_flight++;
    while (r->posted < schedule->move_count && schedule->moves[r->posted].step == step) {
        post(p, rank, p->ensemble->first_move[rank] + r->posted, &schedule->moves[r->posted]);
    }
    retire(p, rank);
}

/* Posts as many steps as it may. */
static void advance(progress *p, int rank) {
    const ct_schedule *schedule = p->ensemble->schedules[rank];
    runner *r = &p->runners[rank];
    retire(p, rank);
    while (r->posted < schedule->move_count && !r->at_barrier) {
        int fence = fenced(schedule, r->posted);
        if (r->in_flight >= (fence ? 1 : p->in_flight_most)) {
            return;
        }
        if (fence) {
            r->at_barrier = 1;
            p->at_barrier++;
        } else {
            begin(p, rank);
        }
    }
}

static void run(progress *p) {
    int size = p->ensemble->size;
    for (int rank = 0; rank < size; rank++) {
        enqueue(p, rank);
    }
    while (p->queue_count > 0) {
        int rank = p->queue[p->queue_first];
        p->queue_first = (p->queue_first + 1) % size;
        p->queue_count--;
        p->runners[rank].queued = 0;
        advance(p, rank);
        if (p->queue_count == 0 && p->at_barrier == size) {
            p->at_barrier = 0;
            for (int each = 0; each < size; each++) {
                p->runners[each].at_barrier = 0;
                begin(p, each);
                enqueue(p, each);
            }
        }
    }
}

/* Raises what the first unfinished rank waits for. */
static ct_status report(const progress *p) {
    for (int rank = 0; rank < p->ensemble->size; rank++) {
        const runner *r = &p->runners[rank];
        const ct_schedule *schedule = p->ensemble->schedules[rank];
        if (r->at_barrier) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "deadlock: rank %d waits at the barrier before step %d, which not all "
                            "ranks enter",
                            rank, schedule->moves[r->posted].step);
        }
        if (r->done < schedule->move_count) {
            const ct_move *move = &schedule->moves[r->done];
            ptrdiff_t sent = p->ensemble->send_mate[p->ensemble->first_move[rank] + r->done];
            int on_send = sent >= 0 && p->open[sent] == OPEN_UNPOSTED;
            return ct_raise(CT_ERROR_INTERNAL,
                            "deadlock: with %d steps in flight rank %d waits in step %d to %s rank "
                            "%d",
                            p->in_flight_most, rank, move->step,
                            on_send ? "send to" : "receive from",
                            on_send ? move->send_to : move->receive_from);
        }
    }
    return CT_OK;
}

ct_status ct_check_progress(ct_ensemble *ensemble, int steps_in_flight) {
    ct_status status = CT_OK;
    progress p = {.ensemble = ensemble, .in_flight_most = steps_in_flight};
    if (steps_in_flight < 1) {
        return ct_raise(CT_ERROR_ARGUMENT, "%d steps in flight: at least 1 is", steps_in_flight);
    }
    CT_TRY(ct_ensemble_match(ensemble));
    size_t moves = (size_t)ensemble->first_move[ensemble->size];
    p.runners = calloc((size_t)ensemble->size, sizeof *p.runners);
    p.queue = calloc((size_t)ensemble->size, sizeof *p.queue);
    p.open = malloc(moves + 1);
    if (p.runners == NULL || p.queue == NULL || p.open == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to follow %zu moves", moves);
    }
    memset(p.open, OPEN_UNPOSTED, moves + 1);
    run(&p);
    status = report(&p);
cleanup:
    free(p.runners);
    free(p.queue);
    free(p.open);
    return status;
}
