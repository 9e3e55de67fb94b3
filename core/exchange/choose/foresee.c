#include "exchange/choose/foresee.h"

#include "exchange/choose/listing.h"
#include "exchange/network.h"

#include <math.h>
#include <stdlib.h>

static double least_of_all(const ct_model *model, const ct_scope *scope) {
    ct_ranking ranking;
    double least_s = HUGE_VAL;
    if (ct_ranking_create(sizeof(ct_ranked), CT_RANKED_MOST, &ranking) == CT_OK) {
        ct_ranking_list(model, scope, &ranking);
        const ct_ranked *best = ct_ranking_at(&ranking, 0);
        least_s = best->standing.predicted_s;
    }
    ct_ranking_destroy(&ranking);
    return least_s;
}

double ct_exchange_foresee(const ct_calibration *calibration, const ct_prospect *prospect) {
    const ct_exchange_options *options = prospect->options;
    const int size = prospect->size;
    int *numbers = malloc(2 * (size_t)size * sizeof *numbers);
    ct_model model = {.calibration = calibration,
                      .movement = CT_EXCHANGE,
                      .private_arrays = options->private_arrays,
                      .block_bytes = prospect->block_bytes,
                      .partners = prospect->partners,
                      .window = options->window};
    ct_scope scope = {.transport = options->transport};
    ct_choice asked = {.row = NULL};
    double seconds = HUGE_VAL;
    int automatic = 0;
    if (numbers == NULL) {
        return seconds;
    }
    int ready = ct_network_of(prospect->leader, size, &model.topology, &model.node_ranks, numbers,
                              numbers + size) == CT_OK;
    if (options->topology != NULL && options->topology->size == size) {
        model.topology = *options->topology;
    }
    ready = ready && ct_choice_parse(options->algorithm, CT_EXCHANGE, &model.topology, &automatic,
                                     &asked) == CT_OK;
    if (asked.transport != CT_TRANSPORT_AUTO) { /* the algorithm's text says so */
        scope.transport = asked.transport;
    }
    scope.has_windows = scope.transport != CT_TRANSPORT_MESSAGES && model.node_ranks > 1;
    if (ready && automatic) {
        seconds = least_of_all(&model, &scope);
    } else if (ready) {
        asked.transport = scope.has_windows ? CT_TRANSPORT_WINDOWS : CT_TRANSPORT_MESSAGES;
        seconds = ct_choice_predict(&model, &asked);
    }
    free(numbers);
    return size > 1 ? seconds : 0;
}
