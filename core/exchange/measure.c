/* Timing candidates against each other on scratch arrays. */
#include "base/mpi.h"
#include "exchange/choice.h"
#include "exchange/race.h"
#include <cornerturn/agree.h>
#include <cornerturn/memory.h>

#include <string.h>

/* Those that are ready at once, which takes memory, and those of them that race on against others.
 */
enum { HEAT_MOST = 10, LEADERS = 3, HEAT_LASTS = 1000 /* more than any rounds */ };
static const double heat_budget_s = 0.3;
static const double scratch_most_bytes = 1 << 30; /* a rank */

typedef struct heat {
    ct_exchange_plan *plan;
    void *send, *receive;
    int count;
    int candidate[HEAT_MOST];
    ct_prepared prepared[HEAT_MOST];
} heat;

static ct_status run(void *context, int entrant) {
    const heat *h = context;
    return ct_prepared_execute(h->plan, &h->prepared[entrant], h->send, h->receive);
}

/* Gets candidates from *next on ready until there are enough; those that memory does not suffice
 * for are passed over. Collective. */
static ct_status fill(heat *h, const ct_ranked *candidates, int count, int *next) {
    for (; *next < count && h->count < HEAT_MOST; ++*next) {
        ct_prepared *prepared = &h->prepared[h->count];
        ct_status status = ct_prepared_create(h->plan, &candidates[*next].choice, prepared);
        if (status == CT_OK) {
            h->candidate[h->count++] = *next;
            continue;
        }
        ct_prepared_destroy(prepared);
        if (status != CT_ERROR_MEMORY) {
            return status;
        }
    }
    return CT_OK;
}

/* Lets the leaders of a heat that is over stay. */
static void drop_all_but_leaders(heat *h, const ct_result *results) {
    int kept = 0;
    for (int i = 0; i < h->count; i++) {
        int faster = 0;
        for (int j = 0; j < h->count; j++) {
            faster += ct_result_beats(&results[j], &results[i]);
        }
        if (faster < LEADERS && kept < LEADERS) {
            ct_prepared stays = h->prepared[i];
            h->candidate[kept] = h->candidate[i];
            h->prepared[kept++] = stays;
        } else {
            ct_prepared_destroy(&h->prepared[i]);
        }
    }
    h->count = kept;
}

/* Heats until everybody has been in one, the leaders in all from theirs on. Collective. */
static ct_status run_heats(heat *h, ct_ranked *candidates, int count) {
    ct_status status = CT_OK;
    int next = 0;
    for (int number = 0; next < count; number++) {
        ct_result results[HEAT_MOST];
        CT_TRY(fill(h, candidates, count, &next));
        if (h->count == 0) {
            break;
        }
        ct_race race = {.comm = h->plan->comm,
                        .entrants = h->count,
                        .run = run,
                        .context = h,
                        .budget_s = heat_budget_s,
                        .finalists = LEADERS};
        CT_TRY(ct_race_run(&race, results));
        for (int i = 0; i < h->count; i++) {
            ct_ranked *candidate = &candidates[h->candidate[i]];
            candidate->measured_s = results[i].seconds;
            candidate->lasted = number * HEAT_LASTS + results[i].rounds;
        }
        drop_all_but_leaders(h, results);
    }
cleanup:
    return status;
}

/* What the user will have: arrays of ct_alloc, or not. Their pages exist before they are timed.
 * Collective. */
static ct_status make_arrays(heat *h, ptrdiff_t send_bytes, ptrdiff_t receive_bytes) {
    MPI_Comm owners = h->plan->options.private_arrays ? MPI_COMM_SELF : h->plan->comm;
    ct_status mine = ct_alloc(owners, send_bytes, &h->send);
    if (mine == CT_OK) {
        mine = ct_alloc(owners, receive_bytes, &h->receive);
    }
    ct_status status = ct_agree(h->plan->comm, mine);
    if (status == CT_OK) {
        memset(h->send, 1, (size_t)send_bytes);
        memset(h->receive, 1, (size_t)receive_bytes);
    }
    return status;
}

ct_status ct_exchange_measure(ct_exchange_plan *plan, ct_ranked *candidates, int count) {
    heat h = {.plan = plan};
    ptrdiff_t send_bytes = ct_blocks_end(&plan->send);
    ptrdiff_t receive_bytes = ct_blocks_end(&plan->receive);
    int is_possible = (double)send_bytes + (double)receive_bytes <= scratch_most_bytes;
    ct_status status = CT_OK;
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, &is_possible, 1, MPI_INT, MPI_MIN, plan->comm));
    if (is_possible) {
        status = make_arrays(&h, send_bytes, receive_bytes);
        status = status == CT_OK ? run_heats(&h, candidates, count) : status;
        status = status == CT_ERROR_MEMORY ? CT_OK : status; /* then the model decides */
    }
cleanup:
    for (int i = 0; i < h.count; i++) {
        ct_prepared_destroy(&h.prepared[i]);
    }
    ct_free(&h.send);
    ct_free(&h.receive);
    return status;
}
