/* Dependency rounds: how often a rank waits for a block that it forwards. */
#include <cornerturn/schedule.h>

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct arrivals {
    int *round; /* by second coordinate: the last round that received such a block; 0: none */
    int now;
} arrivals;

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

static int has_arrived(const arrivals *a, int seconds, const ct_run *run) {
    ring_walk walk = walk_of(run, seconds);
    for (int k = 0; k < run->count; k++, step(&walk)) {
        if (a->round[walk.at] == a->now) {
            return 1;
        }
    }
    return 0;
}

static void mark(arrivals *a, int seconds, const ct_run *run) {
    ring_walk walk = walk_of(run, seconds);
    for (int k = 0; k < run->count; k++, step(&walk)) {
        a->round[walk.at] = a->now;
    }
}

/* Whether any destination of some products arrived in the current round; with `is_arriving`, all of
 * them do. */
static int visit(arrivals *a, const ct_schedule *schedule, int first, int products,
                 int is_arriving) {
    for (int p = first; p < first + products; p++) {
        ct_run single;
        const ct_run *runs = NULL;
        int count = ct_schedule_runs(schedule, schedule->products[p].destinations, &single, &runs);
        for (int r = 0; r < count; r++) {
            if (is_arriving) {
                mark(a, schedule->seconds, &runs[r]);
            } else if (has_arrived(a, schedule->seconds, &runs[r])) {
                return 1;
            }
        }
    }
    return 0;
}

ct_status ct_schedule_rounds(const ct_schedule *schedule, int *rounds) {
    arrivals a = {.round = calloc((size_t)schedule->seconds, sizeof *a.round), .now = 1};
    if (a.round == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the rounds of %d ranks", schedule->size);
    }
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        int is_fenced = i > 0 && (move->flags & CT_MOVE_FENCE) != 0;
        a.now += is_fenced || visit(&a, schedule, move->first_product, move->send_products, 0);
        rounds[i] = a.now;
        (void)visit(&a, schedule, move->first_product + move->send_products, move->receive_products,
                    1);
    }
    free(a.round);
    return CT_OK;
}
