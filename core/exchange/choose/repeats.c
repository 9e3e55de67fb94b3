#include "exchange/choose/repeats.h"

#include "base/mpi.h"
#include "exchange/choose/listing.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

/* Whether two schedules are the same exchange, synchronisation included. */
static int is_same(const ct_schedule *a, const ct_schedule *b) {
    const unsigned minded = CT_MOVE_FENCE | CT_MOVE_PAIRWISE | CT_MOVE_READY;
    if (a == NULL || b == NULL || !ct_schedule_equal(a, b)) {
        return 0;
    }
    for (int i = 0; i < a->move_count; i++) {
        if (((a->moves[i].flags ^ b->moves[i].flags) & minded) != 0) {
            return 0;
        }
    }
    return 1;
}

/* Marks in `same`, a row for each candidate, which earlier ones are identical on this rank.
 * Candidates that cannot be generated are left for ct_prepared_create to reject. */
static void compare(const ct_exchange_plan *plan, const ct_ranking *ranking,
                    ct_schedule **schedules, unsigned char *same) {
    for (int i = 0; i < ranking->count; i++) {
        const ct_ranked *candidate = ct_ranking_at(ranking, i);
        const ct_choice *choice = &candidate->choice;
        if (choice->row == NULL ||
            ct_algorithm_generate(choice->row, &plan->topology, &choice->parameters, plan->rank,
                                  &schedules[i]) != CT_OK) {
            continue;
        }
        for (int j = 0; j < i; j++) {
            const ct_ranked *earlier = ct_ranking_at(ranking, j);
            same[(ptrdiff_t)i * ranking->count + j] =
                choice->transport == earlier->choice.transport &&
                is_same(schedules[i], schedules[j]);
        }
    }
}

ct_status ct_ranking_drop_repeats(const ct_exchange_plan *plan, ct_ranking *ranking) {
    const int count = ranking->count;
    const size_t pairs = (size_t)count * (size_t)count;
    ct_schedule **schedules = calloc((size_t)count, sizeof *schedules);
    unsigned char *same = calloc(pairs, sizeof *same);
    ct_status status = CT_OK;
    CT_TRY(ct_agree(plan->comm,
                    schedules != NULL && same != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for %d candidates", count)));
    compare(plan, ranking, schedules, same);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, same, (int)pairs, MPI_UNSIGNED_CHAR, MPI_MIN, plan->comm));
    for (int i = count - 1; i > 0; i--) { /* from the end, so that earlier places do not move */
        if (memchr(same + (size_t)i * (size_t)count, 1, (size_t)count) != NULL) {
            ct_ranking_drop(ranking, i);
        }
    }
cleanup:
    for (int i = 0; schedules != NULL && i < count; i++) {
        ct_schedule_destroy(&schedules[i]);
    }
    free(schedules);
    free(same);
    return status;
}
