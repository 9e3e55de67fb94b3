/* What a rank waits for before it forwards blocks, and how often. */
#include <cornerturn/schedule.h>

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

/* Members follow one another at this distance on the ring of `seconds`, from this place on. */
typedef struct ring_walk {
    int at, stride, end;
} ring_walk;

static ring_walk walk_of(const ct_run *run, int seconds) {
    const int64_t at = run->first % (int64_t)seconds;
    const int64_t stride = run->stride % (int64_t)seconds;
    return (ring_walk){(int)(at < 0 ? at + seconds : at),
                       (int)(stride < 0 ? stride + seconds : stride), seconds};
}

static void step(ring_walk *walk) {
    walk->at = walk->at < walk->end - walk->stride ? walk->at + walk->stride
                                                   : walk->at - (walk->end - walk->stride);
}

/* The last move, from 0, that brought any of the run's destinations, or -1. */
static int last_arrival(const int *arrived, int seconds, const ct_run *run) {
    ring_walk walk = walk_of(run, seconds);
    int last = -1;
    for (int k = 0; k < run->count; k++, step(&walk)) {
        last = arrived[walk.at] > last ? arrived[walk.at] : last;
    }
    return last;
}

static void mark(int *arrived, int seconds, const ct_run *run, int move) {
    ring_walk walk = walk_of(run, seconds);
    for (int k = 0; k < run->count; k++, step(&walk)) {
        arrived[walk.at] = move;
    }
}

/* The last move that brought any destination of some products; with a move >= 0 it brings them. */
static int visit(int *arrived, const ct_schedule *schedule, int first, int products, int move) {
    int last = -1;
    for (int p = first; p < first + products; p++) {
        ct_run single;
        const ct_run *runs = NULL;
        int count = ct_schedule_runs(schedule, schedule->products[p].destinations, &single, &runs);
        for (int r = 0; r < count; r++) {
            if (move >= 0) {
                mark(arrived, schedule->seconds, &runs[r], move);
            } else {
                const int now = last_arrival(arrived, schedule->seconds, &runs[r]);
                last = now > last ? now : last;
            }
        }
    }
    return last;
}

/* Ranks that are marked with the current number. */
typedef struct marks {
    int *number;
    int now, extent;
} marks;

static void mark_set(marks *m, const ct_schedule *schedule, ct_rank_set set) {
    ct_run single;
    const ct_run *runs = NULL;
    const int count = ct_schedule_runs(schedule, set, &single, &runs);
    m->now++;
    for (int r = 0; r < count; r++) {
        mark(m->number, m->extent, &runs[r], m->now);
    }
}

static int has_marked(const marks *m, const ct_schedule *schedule, ct_rank_set set) {
    ct_run single;
    const ct_run *runs = NULL;
    const int count = ct_schedule_runs(schedule, set, &single, &runs);
    for (int r = 0; r < count; r++) {
        ring_walk walk = walk_of(&runs[r], m->extent);
        for (int k = 0; k < runs[r].count; k++, step(&walk)) {
            if (m->number[walk.at] == m->now) {
                return 1;
            }
        }
    }
    return 0;
}

/* Whether a move brings a block that a later one sends. */
static int forwards(marks *origins, marks *destinations, const ct_schedule *schedule,
                    const ct_move *later, const ct_move *move) {
    const ct_product *sent = &schedule->products[later->first_product];
    const ct_product *received = &schedule->products[move->first_product + move->send_products];
    for (int i = 0; i < later->send_products; i++) {
        mark_set(origins, schedule, sent[i].origins);
        mark_set(destinations, schedule, sent[i].destinations);
        for (int k = 0; k < move->receive_products; k++) {
            if (has_marked(destinations, schedule, received[k].destinations) &&
                has_marked(origins, schedule, received[k].origins)) {
                return 1;
            }
        }
    }
    return 0;
}

/* From the last move that brought any of the destinations back to one that brought a block. */
static int find_need(int *arrived, marks *origins, marks *destinations, const ct_schedule *schedule,
                     const ct_move *move) {
    int need = visit(arrived, schedule, move->first_product, move->send_products, -1);
    while (need >= 0 && !forwards(origins, destinations, schedule, move, &schedule->moves[need])) {
        need--;
    }
    return need;
}

static ct_status find_needs(const ct_schedule *schedule, int by_destination, int *needs) {
    const size_t seconds = (size_t)schedule->seconds;
    const size_t size = (size_t)schedule->size;
    int *arrived = calloc(2 * seconds + size, sizeof *arrived); /* by destination: when */
    if (arrived == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the rounds of %d ranks", schedule->size);
    }
    marks destinations = {.number = arrived + seconds, .extent = schedule->seconds};
    marks origins = {.number = arrived + 2 * seconds, .extent = schedule->size};
    for (int second = 0; second < schedule->seconds; second++) {
        arrived[second] = -1;
    }
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        const int is_fenced = i > 0 && (move->flags & CT_MOVE_FENCE) != 0;
        needs[i] = is_fenced ? i - 1
                   : by_destination
                       ? visit(arrived, schedule, move->first_product, move->send_products, -1)
                       : find_need(arrived, &origins, &destinations, schedule, move);
        (void)visit(arrived, schedule, move->first_product + move->send_products,
                    move->receive_products, i);
    }
    free(arrived);
    return CT_OK;
}

ct_status ct_schedule_needs(const ct_schedule *schedule, int *needs) {
    return find_needs(schedule, 0, needs);
}

/* By destinations: ranks whose moves are alike have the same rounds. */
ct_status ct_schedule_rounds(const ct_schedule *schedule, int *rounds) {
    const ct_status status = find_needs(schedule, 1, rounds);
    int round = 1;
    int first = 0; /* move of the round */
    for (int i = 0; status == CT_OK && i < schedule->move_count; i++) {
        if (rounds[i] >= first && i > 0) {
            round++;
            first = i;
        }
        rounds[i] = round;
    }
    return status;
}
