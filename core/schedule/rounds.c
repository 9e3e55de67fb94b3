/* Dependency rounds: how often a rank waits for a block that it forwards. */
#include <cornerturn/schedule.h>

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

typedef struct arrivals {
    int *round; /* by second coordinate: the last round that received such a block; 0: none */
    int now;
} arrivals;

/* Finds, or with `mark` records, arrivals of the current round among the members of a run. */
static int visit_run(arrivals *a, int seconds, const ct_run *run, int mark) {
    int found = 0;
    for (int k = 0; k < run->count; k++) {
        int64_t member = (run->first + (int64_t)k * run->stride) % seconds;
        int *round = &a->round[member < 0 ? member + seconds : member];
        found |= *round == a->now;
        *round = mark ? a->now : *round;
    }
    return found;
}

/* The same for all destinations of some products. */
static int visit(arrivals *a, const ct_schedule *schedule, int first, int products, int mark) {
    int found = 0;
    for (int p = first; p < first + products; p++) {
        ct_run single;
        const ct_run *runs = NULL;
        int count = ct_schedule_runs(schedule, schedule->products[p].destinations, &single, &runs);
        for (int r = 0; r < count; r++) {
            found |= visit_run(a, schedule->seconds, &runs[r], mark);
        }
    }
    return found;
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
