/* The candidates of an exchange on all ranks, in order. */
#include "base/mpi.h"
#include "exchange/choice.h"
#include <cornerturn/agree.h>

#include <stdlib.h>
#include <string.h>

double ct_exchange_mean_bytes(const ct_exchange_plan *plan) {
    int has_root = plan->movement != CT_EXCHANGE && plan->movement != CT_ALL_GATHER;
    double blocks = (plan->size - 1.0) * (has_root ? 1 : plan->size);
    return blocks > 0 ? plan->total_bytes / blocks : 0;
}

/* Whether `a` comes before `b`. */
static int comes_before(const ct_ranked *a, const ct_ranked *b) {
    if ((a->measured_s >= 0) != (b->measured_s >= 0)) {
        return a->measured_s >= 0;
    }
    if (a->measured_s < 0) {
        return ct_predicted_less(a->predicted_s, b->predicted_s);
    }
    return a->lasted != b->lasted ? a->lasted > b->lasted : a->measured_s < b->measured_s;
}

void ct_ranking_sort(ct_ranking *ranking) {
    ct_ranked *ranked = ranking->ranked;
    for (int i = 1; i < ranking->count; i++) {
        ct_ranked moved = ranked[i];
        int place = i;
        for (; place > 0 && comes_before(&moved, &ranked[place - 1]); place--) {
            ranked[place] = ranked[place - 1];
        }
        ranked[place] = moved;
    }
}

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

/* Marks in `same`, a row for each candidate, which earlier ones are the same on this rank. What
 * cannot be generated is left for ct_prepared_create to complain of. */
static void compare(const ct_exchange_plan *plan, const ct_ranking *ranking,
                    ct_schedule **schedules, unsigned char *same) {
    for (int i = 0; i < ranking->count; i++) {
        const ct_choice *choice = &ranking->ranked[i].choice;
        if (choice->row == NULL ||
            ct_algorithm_generate(choice->row, &plan->topology, &choice->parameters, plan->rank,
                                  &schedules[i]) != CT_OK) {
            continue;
        }
        for (int j = 0; j < i; j++) {
            same[(ptrdiff_t)i * ranking->count + j] =
                choice->transport == ranking->ranked[j].choice.transport &&
                is_same(schedules[i], schedules[j]);
        }
    }
}

/* Drops those that are, on every rank, the same as an earlier one (with two ranks all rows are).
 * Collective. */
static ct_status drop_repeats(const ct_exchange_plan *plan, ct_ranking *ranking) {
    const size_t count = (size_t)ranking->count;
    ct_schedule **schedules = calloc(count, sizeof *schedules);
    unsigned char *same = calloc(count * count, sizeof *same);
    ct_status status = CT_OK;
    int kept = 0;
    CT_TRY(ct_agree(plan->comm,
                    schedules != NULL && same != NULL
                        ? CT_OK
                        : ct_raise(CT_ERROR_MEMORY, "no memory for %zu candidates", count)));
    compare(plan, ranking, schedules, same);
    CT_MPI(MPI_Allreduce(MPI_IN_PLACE, same, (int)(count * count), MPI_UNSIGNED_CHAR, MPI_MIN,
                         plan->comm));
    for (size_t i = 0; i < count; i++) {
        if (memchr(same + i * count, 1, count) == NULL) {
            ranking->ranked[kept++] = ranking->ranked[i];
        }
    }
    ranking->count = kept;
cleanup:
    for (size_t i = 0; schedules != NULL && i < count; i++) {
        ct_schedule_destroy(&schedules[i]);
    }
    free(schedules);
    free(same);
    return status;
}

ct_status ct_ranking_create(const ct_exchange_plan *plan, const ct_model *model,
                            ct_ranking *ranking) {
    ct_status status = CT_OK;
    *ranking = (ct_ranking){.ranked = calloc(CT_RANKING_ROOM, sizeof *ranking->ranked)};
    CT_TRY(ct_agree(plan->comm, ranking->ranked != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for candidates")));
    if (plan->rank == 0) {
        const ct_scope scope = {plan->root, plan->has_windows, plan->options.transport,
                                plan->options.planning == CT_PLAN_EXHAUSTIVE};
        ct_ranking_list(model, &scope, ranking);
    }
    CT_MPI(MPI_Bcast(&ranking->count, 1, MPI_INT, 0, plan->comm));
    CT_MPI(MPI_Bcast(ranking->ranked, ranking->count * (int)sizeof *ranking->ranked, MPI_BYTE, 0,
                     plan->comm));
    for (int i = 0; i < ranking->count; i++) {
        int row = ranking->ranked[i].row;
        ranking->ranked[i].choice.row = row >= 0 ? ct_algorithm_at(row) : NULL;
    }
    CT_TRY(drop_repeats(plan, ranking));
cleanup:
    if (status != CT_OK) {
        free(ranking->ranked);
        *ranking = (ct_ranking){.count = 0};
    }
    return status;
}
