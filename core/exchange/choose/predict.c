#include "exchange/choose/predict.h"

#include "base/fail.h"
#include "exchange/choose/listing.h"
#include "exchange/network.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A prospect with its model and scope for the listing. */
typedef struct question {
    ct_model model;
    ct_scope scope;
    int automatic;
    ct_choice asked; /* unless automatic */
} question;

/* The share of their bytes that messages between all pairs have, some or all being rounded to
 * floats. `count` is workspace of one a rank. */
static double rounded_share(const ct_prospect *prospect, int *count) {
    const int size = prospect->size;
    double inside = 0; /* pairs of ranks on one node */
    if (prospect->options->precision != CT_MESSAGES_FLOAT_BETWEEN_NODES || size < 2) {
        return prospect->options->precision == CT_MESSAGES_FLOAT ? 0.5 : 1;
    }
    memset(count, 0, (size_t)size * sizeof *count);
    for (int rank = 0; rank < size; rank++) {
        inside += 2.0 * count[prospect->leader[rank]]++;
    }
    return 0.5 + 0.5 * inside / ((double)size * (size - 1));
}

static ct_status read_prospect(const ct_calibration *calibration, const ct_prospect *prospect,
                               question *q) {
    const ct_exchange_options *options = prospect->options;
    const int size = prospect->size;
    int *numbers = malloc(2 * (size_t)size * sizeof *numbers);
    ct_status status = CT_OK;
    *q = (question){.model = {.calibration = calibration,
                              .movement = prospect->movement,
                              .private_arrays = options->private_arrays,
                              .block_bytes = prospect->block_bytes,
                              .partners = prospect->partners,
                              .steps_in_flight = options->steps_in_flight,
                              .settings = prospect->settings,
                              .setting_count = prospect->setting_count},
                    .scope = {.root = prospect->root,
                              .transport = options->transport,
                              .has_library = options->precision == CT_MESSAGES_EXACT}};
    if (numbers == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d ranks", size);
    }
    q->model.block_bytes *= rounded_share(prospect, numbers);
    CT_TRY(ct_network_of(prospect->leader, size, &q->model.topology, &q->model.node_ranks, numbers,
                         numbers + size));
    if (options->topology != NULL && options->topology->size == size) {
        q->model.topology = *options->topology;
    }
    CT_TRY(ct_choice_parse(options->algorithm, prospect->movement, &q->model.topology,
                           &q->automatic, &q->asked));
    if (q->asked.transport != CT_TRANSPORT_AUTO) { /* given in the algorithm's text */
        q->scope.transport = q->asked.transport;
    }
    q->scope.has_shared = q->scope.transport != CT_TRANSPORT_MESSAGES && q->model.node_ranks > 1;
    q->asked.transport = q->scope.has_shared ? CT_TRANSPORT_SHARED : q->scope.transport;
    ct_choice_root(&q->asked, prospect->root);
cleanup:
    free(numbers);
    return status;
}

/* Ranks all candidates, or the one that is named. The caller destroys the ranking, also after a
 * failure. */
static ct_status rank(const question *q, ct_ranking *ranking) {
    const ct_status status = ct_ranking_create(sizeof(ct_ranked), CT_RANKED_MOST, ranking);
    if (status == CT_OK && q->automatic) {
        ct_ranking_list(&q->model, &q->scope, ranking);
    } else if (status == CT_OK) {
        const ct_ranked only = {{ct_choice_predict(&q->model, &q->asked), -1, 0}, q->asked, -1};
        ct_ranking_offer(ranking, &only);
    }
    return status;
}

double ct_exchange_predict(const ct_calibration *calibration, const ct_prospect *prospect) {
    question q;
    ct_ranking ranking = {.count = 0};
    double seconds = HUGE_VAL;
    if (read_prospect(calibration, prospect, &q) == CT_OK && rank(&q, &ranking) == CT_OK) {
        const ct_ranked *best = ct_ranking_at(&ranking, 0);
        seconds = best->standing.predicted_s;
    }
    ct_ranking_destroy(&ranking);
    return prospect->size > 1 ? seconds : 0;
}

ct_status ct_exchange_predict_all(const ct_calibration *calibration, const ct_prospect *prospect,
                                  ct_score **scores, int *count) {
    question q;
    ct_ranking ranking = {.count = 0};
    ct_score *made = NULL;
    ct_status status = CT_OK;
    CT_TRY(read_prospect(calibration, prospect, &q));
    CT_TRY(rank(&q, &ranking));
    made = calloc((size_t)ranking.count, sizeof *made);
    if (made == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d candidates", ranking.count);
    }
    for (int place = 0; place < ranking.count; place++) {
        const ct_ranked *ranked = ct_ranking_at(&ranking, place);
        ct_choice_format(&ranked->choice, &q.model.topology, made[place].algorithm);
        made[place].predicted_s = ranked->standing.predicted_s;
        made[place].measured_s = -1;
    }
    *scores = made;
    *count = ranking.count;
cleanup:
    ct_ranking_destroy(&ranking);
    return status;
}
