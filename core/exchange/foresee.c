/* What an exchange would take, before there are ranks that plan it. */
#include "exchange/choice.h"

#include <math.h>
#include <stdlib.h>

/* The nodes of the ranks as the lowest rank on each, in the first of three rows of `numbers`;
 * returns the most ranks of one. */
static int find_leaders(const int *node, int size, int *numbers) {
    int *leader = numbers;
    int *first = numbers + size; /* of each node */
    int *count = numbers + 2 * (ptrdiff_t)size;
    int most = 0;
    for (int i = 0; i < size; i++) {
        count[i] = 0;
    }
    for (int rank = 0; rank < size; rank++) {
        const int at = node[rank];
        first[at] = count[at]++ == 0 ? rank : first[at];
        leader[rank] = first[at];
        most = count[at] > most ? count[at] : most;
    }
    return most;
}

static double least_of_all(const ct_model *model, const ct_scope *scope) {
    ct_ranking ranking = {.ranked = calloc(CT_RANKING_ROOM, sizeof *ranking.ranked)};
    double least_s = HUGE_VAL;
    if (ranking.ranked != NULL) {
        ct_ranking_list(model, scope, &ranking);
        least_s = ranking.ranked[0].predicted_s;
    }
    free(ranking.ranked);
    return least_s;
}

double ct_exchange_foresee(const ct_calibration *calibration, const ct_prospect *prospect) {
    const ct_exchange_options *options = prospect->options;
    const int size = prospect->size;
    int *numbers = malloc(3 * (size_t)size * sizeof *numbers);
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
    model.node_ranks = find_leaders(prospect->node, size, numbers);
    int ready = ct_network_of(numbers, size, &model.topology, numbers + size,
                              numbers + 2 * (ptrdiff_t)size) == CT_OK;
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
