/*
 * Asynchronous ranks: every rank runs its steps independently, one in flight. A message begins when
 * both its ends have begun their steps; a step ends with its messages.
 */
#include "price/replay/price.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct runner {
    double now_s, permute_s, barrier_s;
    ct_rank_step step;                /* current; empty at first and at the end */
    int cursor;                       /* next move */
    int at_barrier, underway, queued; /* waiting before the step; in the step */
} runner;

typedef struct simulation {
    ct_pricing *pricing;
    runner *runners;
    int *queue; /* ranks that may be able to continue, a ring of `size` entries */
    int first, count;
    int at_barrier;
} simulation;

static void enqueue(simulation *r, int rank) {
    int size = r->pricing->ensemble->size;
    if (!r->runners[rank].queued) {
        r->runners[rank].queued = 1;
        r->queue[(int)(((int64_t)r->first + r->count++) % size)] = rank;
    }
}

static void begin(simulation *r, runner *one) {
    ct_price_begin(r->pricing, &one->step, one->now_s);
    one->underway = 1;
    for (int i = 0; i < one->step.count; i++) { /* ranks that waited for this one */
        const ct_move *move = &one->step.moves[i];
        if (move->send_to != CT_NOBODY) {
            enqueue(r, move->send_to);
        }
        if (move->receive_from != CT_NOBODY) {
            enqueue(r, move->receive_from);
        }
    }
}

static void finish(simulation *r, runner *one) {
    double permute_s = 0;
    one->now_s = ct_price_end(r->pricing, &one->step);
    permute_s = ct_price_permute(r->pricing, &one->step);
    one->now_s += permute_s;
    one->permute_s += permute_s;
    one->cursor += one->step.count;
    one->step.count = 0;
    one->underway = 0;
}

/* Advances a rank until it must wait. */
static void advance(simulation *r, int rank) {
    const ct_schedule *schedule = r->pricing->ensemble->schedules[rank];
    runner *one = &r->runners[rank];
    while (!one->at_barrier) {
        if (one->underway) {
            if (!ct_price_ready(r->pricing, &one->step)) {
                return;
            }
            finish(r, one);
        }
        if (one->cursor == schedule->move_count) {
            return;
        }
        one->step.moves =
            ct_ensemble_moves(r->pricing->ensemble, rank, schedule->moves[one->cursor].step,
                              &one->cursor, &one->step.count);
        if (ct_price_fenced(&one->step)) {
            one->at_barrier = 1;
            r->at_barrier++;
        } else {
            begin(r, one);
        }
    }
}

/* Releases all ranks from the barrier. */
static void leave_barrier(simulation *r) {
    int size = r->pricing->ensemble->size;
    double barrier_s = ct_machine_barrier_s(r->pricing->machine, size);
    double last_s = 0;
    for (int rank = 0; rank < size; rank++) {
        last_s = r->runners[rank].now_s > last_s ? r->runners[rank].now_s : last_s;
    }
    r->at_barrier = 0;
    for (int rank = 0; rank < size; rank++) {
        runner *one = &r->runners[rank];
        one->at_barrier = 0;
        one->now_s = last_s + barrier_s;
        one->barrier_s += barrier_s;
        begin(r, one);
        enqueue(r, rank);
    }
}

static ct_status run(simulation *r) {
    int size = r->pricing->ensemble->size;
    for (int rank = 0; rank < size; rank++) {
        r->runners[rank].step.rank = rank;
        enqueue(r, rank);
    }
    while (r->count > 0) {
        int rank = r->queue[r->first];
        r->first = (r->first + 1) % size;
        r->count--;
        r->runners[rank].queued = 0;
        advance(r, rank);
        if (r->count == 0 && r->at_barrier == size) {
            leave_barrier(r);
        }
    }
    for (int rank = 0; rank < size; rank++) {
        const ct_schedule *schedule = r->pricing->ensemble->schedules[rank];
        if (r->runners[rank].cursor < schedule->move_count) {
            return ct_raise(CT_ERROR_INTERNAL, "a deadlock has no price: rank %d waits in step %d",
                            rank, schedule->moves[r->runners[rank].cursor].step);
        }
    }
    return CT_OK;
}

ct_status ct_price_free(ct_pricing *pricing, ct_price *price) {
    ct_status status = CT_OK;
    int size = pricing->ensemble->size;
    double busiest_s = 0;
    simulation r = {.pricing = pricing};
    r.runners = calloc((size_t)size, sizeof *r.runners);
    r.queue = calloc((size_t)size, sizeof *r.queue);
    if (r.runners == NULL || r.queue == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to price %d ranks", size);
    }
    CT_TRY(ct_price_messages(pricing, 0, &busiest_s));
    CT_TRY(run(&r));
    const runner *last = &r.runners[0];
    for (int rank = 1; rank < size; rank++) {
        last = r.runners[rank].now_s > last->now_s ? &r.runners[rank] : last;
    }
    price->total_s = last->now_s > busiest_s ? last->now_s : busiest_s;
    price->permute_s = last->permute_s;
    price->barrier_s = last->barrier_s;
    price->message_s = price->total_s - last->permute_s - last->barrier_s;
cleanup:
    free(r.runners);
    free(r.queue);
    return status;
}
