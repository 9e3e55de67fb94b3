#include "exchange/choose/listing.h"

#include "price/contention.h"

#include <math.h>
#include <string.h>

/* The MPI library's exchange is assumed to load links as the direct exchange does. */
static double predict_library(const ct_model *model) {
    ct_model contended = *model;
    if (model->movement == CT_EXCHANGE) {
        const ct_algorithm *row = ct_algorithm_find("direct");
        ct_parameters parameters;
        ct_parameters_default(row, &model->topology, &parameters);
        contended.contention = ct_contention(model, row, &parameters, 0);
    }
    return ct_predict_library(&contended);
}

double ct_choice_predict(const ct_model *model, const ct_choice *choice) {
    if (choice->row == NULL) {
        return predict_library(model);
    }
    ct_model contended = *model;
    const int shared = choice->transport == CT_TRANSPORT_SHARED;
    contended.contention = ct_contention(model, choice->row, &choice->parameters, shared);
    return ct_predict(&contended, choice->row, &choice->parameters, shared);
}

/* Parameters of a row whose contention is counted, over all ranks: fewer for more ranks, so that
 * planning time is bounded. */
enum { COMPARED_MOST = 128, COMPARED_RANKS = 1 << 15 };

static int compared(const ct_topology *topology) {
    int most = COMPARED_RANKS / topology->size;
    most = most < COMPARED_MOST ? most : COMPARED_MOST;
    return most > 1 && ct_topology_links(topology) > 0 ? most : 1;
}

/* Contention only adds to a prediction: schedules are generated only for those parameters whose
 * lower bound is below what the best without contention take with it. On a chain of 4096 ranks,
 * where some have four million barriers, choosing takes 0.75 s instead of 1.26. */
double ct_choice_tune(const ct_model *model, ct_choice *choice) {
    ct_predicted best[COMPARED_MOST];
    ct_choice tried = *choice;
    const int shared = choice->transport == CT_TRANSPORT_SHARED;
    const int most = compared(&model->topology);
    int count = 0;
    ct_predict_best(model, choice->row, shared, most > 1 ? CT_PREDICTED_LEAST : HUGE_VAL, most,
                    best, &count);
    if (count == 0) {
        return HUGE_VAL;
    }
    const ct_parameters first = best[0].parameters;
    choice->parameters = first;
    double least_s = ct_choice_predict(model, choice);
    if (most > 1) {
        ct_predict_best(model, choice->row, shared, least_s, most, best, &count);
    }
    for (int i = 0; i < count && ct_predicted_less(best[i].seconds, least_s); i++) {
        if (memcmp(&best[i].parameters, &first, sizeof first) == 0) {
            continue;
        }
        tried.parameters = best[i].parameters;
        double tried_s = ct_choice_predict(model, &tried);
        if (ct_predicted_less(tried_s, least_s)) {
            *choice = tried;
            least_s = tried_s;
        }
    }
    return least_s;
}

/* Offers a candidate, with the movement's root. */
static void enlist(const ct_scope *scope, ct_ranking *ranking, const ct_ranked *candidate) {
    ct_ranked rooted = *candidate;
    ct_choice_root(&rooted.choice, scope->root);
    ct_ranking_offer(ranking, &rooted);
}

/* Offers a row with one transport. */
static void enlist_row(const ct_model *model, const ct_scope *scope, ct_ranked *candidate,
                       ct_ranking *ranking) {
    ct_choice *choice = &candidate->choice;
    candidate->standing.predicted_s = ct_choice_tune(model, choice);
    if (model->setting_count > 0 && isinf(candidate->standing.predicted_s)) {
        return; /* the settings rule it out */
    }
    enlist(scope, ranking, candidate);
    int more = scope->exhaustive &&
               ct_parameters_first_choice(choice->row, &model->topology, &choice->parameters);
    for (int i = 0; more && i < CT_PREDICTED_MOST; i++) {
        candidate->standing.predicted_s = ct_choice_predict(model, choice);
        enlist(scope, ranking, candidate);
        more = ct_parameters_next_choice(choice->row, &model->topology, &choice->parameters);
    }
}

void ct_ranking_list(const ct_model *model, const ct_scope *scope, ct_ranking *ranking) {
    for (int row = 0; ct_algorithm_at(row) != NULL; row++) {
        ct_ranked candidate = {.standing.measured_s = -1, .row = row};
        candidate.choice.row = ct_algorithm_at(row);
        if (!ct_row_serves(candidate.choice.row, model->movement, &model->topology) ||
            !ct_algorithm_can_run(candidate.choice.row, &model->topology)) {
            continue;
        }
        if (scope->has_shared) {
            candidate.choice.transport = CT_TRANSPORT_SHARED;
            enlist_row(model, scope, &candidate, ranking);
        }
        if (!scope->has_shared || scope->transport == CT_TRANSPORT_AUTO) {
            candidate.choice.transport =
                scope->has_shared ? CT_TRANSPORT_MESSAGES : CT_TRANSPORT_AUTO;
            enlist_row(model, scope, &candidate, ranking);
        }
    }
    if (!scope->has_library) {
        return;
    }
    ct_ranked library = {.standing = {predict_library(model), -1, 0}, .row = -1};
    ranking->count -= ranking->count == ranking->most; /* drop the last: the library is always
                                                          offered */
    ct_ranking_offer(ranking, &library);
}
