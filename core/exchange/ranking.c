/* The candidates of an exchange, in order. */
#include "base/mpi.h"
#include "exchange/choice.h"
#include "exchange/contention.h"
#include <cornerturn/agree.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

double ct_exchange_mean_bytes(const ct_exchange_plan *plan) {
    int has_root = plan->movement != CT_EXCHANGE && plan->movement != CT_ALL_GATHER;
    double blocks = (plan->size - 1.0) * (has_root ? 1 : plan->size);
    return blocks > 0 ? plan->total_bytes / blocks : 0;
}

/* The MPI library's own exchange shares links as ours does that sends straight to everyone. */
static double predict_library(const ct_model *model) {
    ct_model shared = *model;
    if (model->movement == CT_EXCHANGE) {
        const ct_algorithm *row = ct_algorithm_find("direct");
        ct_parameters parameters;
        ct_parameters_default(row, &model->topology, &parameters);
        shared.contention = ct_contention(model, row, &parameters);
    }
    return ct_predict_library(&shared);
}

double ct_choice_predict(const ct_model *model, const ct_choice *choice) {
    if (choice->row == NULL) {
        return predict_library(model);
    }
    ct_model shared = *model;
    shared.contention = ct_contention(model, choice->row, &choice->parameters);
    return ct_predict(&shared, choice->row, &choice->parameters,
                      choice->transport == CT_TRANSPORT_WINDOWS);
}

/* How many parameters of a row are compared with the links that they share, which is counted for
 * all ranks: with more ranks fewer, so that planning takes no longer. */
enum { COMPARED_MOST = 128, COMPARED_RANKS = 1 << 15 };

static int compared(const ct_topology *topology) {
    int most = COMPARED_RANKS / topology->size;
    most = most < COMPARED_MOST ? most : COMPARED_MOST;
    return most > 1 && ct_topology_links(topology) > 0 ? most : 1;
}

double ct_choice_tune(const ct_model *model, ct_choice *choice) {
    ct_predicted best[COMPARED_MOST];
    ct_choice tried = *choice;
    double least_s = HUGE_VAL;
    const int windows = choice->transport == CT_TRANSPORT_WINDOWS;
    int count = ct_predict_best(model, choice->row, windows, compared(&model->topology), best);
    for (int i = 0; i < count && (i == 0 || ct_predicted_less(best[i].seconds, least_s)); i++) {
        tried.parameters = best[i].parameters;
        double tried_s = ct_choice_predict(model, &tried);
        if (i == 0 || ct_predicted_less(tried_s, least_s)) {
            *choice = tried;
            least_s = tried_s;
        }
    }
    return least_s;
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

/* Puts a candidate before those that are predicted to be slower; what is more than `most` falls off
 * the end. */
static void insert(ct_ranking *ranking, const ct_ranked *candidate, int most) {
    ct_ranked *ranked = ranking->ranked;
    int place = ranking->count;
    while (place > 0 && ct_predicted_less(candidate->predicted_s, ranked[place - 1].predicted_s)) {
        place--;
    }
    if (place == most) {
        return;
    }
    ranking->count += ranking->count < most;
    memmove(&ranked[place + 1], &ranked[place],
            (size_t)(ranking->count - 1 - place) * sizeof *ranked);
    ranked[place] = *candidate;
}

/* Puts a row in its place, with the root that the movement has. */
static void enlist(const ct_exchange_plan *plan, ct_ranking *ranking, const ct_ranked *candidate) {
    ct_ranked rooted = *candidate;
    ct_choice_root(&rooted.choice, plan->root);
    insert(ranking, &rooted, CT_EXHAUSTIVE_MOST);
}

/* A row by one transport. */
static void enlist_row(const ct_exchange_plan *plan, const ct_model *model, ct_ranked *candidate,
                       ct_ranking *ranking) {
    ct_choice *choice = &candidate->choice;
    candidate->predicted_s = ct_choice_tune(model, choice);
    enlist(plan, ranking, candidate);
    int more = plan->options.planning == CT_PLAN_EXHAUSTIVE &&
               ct_parameters_first(choice->row, &plan->topology, &choice->parameters);
    for (int i = 0; more && i < CT_PREDICTED_MOST; i++) {
        candidate->predicted_s = ct_choice_predict(model, choice);
        enlist(plan, ranking, candidate);
        more = ct_parameters_next(choice->row, &plan->topology, &choice->parameters);
    }
}

/* Everything, for rank 0 to tell the others. Local. */
static void list_all(const ct_exchange_plan *plan, const ct_model *model, ct_ranking *ranking) {
    for (int row = 0; ct_algorithm_at(row) != NULL; row++) {
        ct_ranked candidate = {.row = row, .measured_s = -1};
        candidate.choice.row = ct_algorithm_at(row);
        if (!ct_row_serves(candidate.choice.row, plan->movement, &plan->topology) ||
            ct_algorithm_fits(candidate.choice.row, &plan->topology) != CT_OK) {
            continue;
        }
        if (plan->has_windows) {
            candidate.choice.transport = CT_TRANSPORT_WINDOWS;
            enlist_row(plan, model, &candidate, ranking);
        }
        if (!plan->has_windows || plan->options.transport == CT_TRANSPORT_AUTO) {
            candidate.choice.transport =
                plan->has_windows ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO;
            enlist_row(plan, model, &candidate, ranking);
        }
    }
    ct_ranked library = {.row = -1, .measured_s = -1, .predicted_s = predict_library(model)};
    insert(ranking, &library, CT_EXHAUSTIVE_MOST + 1);
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
    const size_t room = CT_EXHAUSTIVE_MOST + 2; /* the library, and one more */
    ct_status status = CT_OK;
    *ranking = (ct_ranking){.ranked = calloc(room, sizeof *ranking->ranked)};
    CT_TRY(ct_agree(plan->comm, ranking->ranked != NULL
                                    ? CT_OK
                                    : ct_raise(CT_ERROR_MEMORY, "no memory for candidates")));
    if (plan->rank == 0) {
        list_all(plan, model, ranking);
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
