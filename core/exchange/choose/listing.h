/* The candidates of an exchange with their predictions. Local. */
#ifndef CT_EXCHANGE_CHOOSE_LISTING_H
#define CT_EXCHANGE_CHOOSE_LISTING_H

#include "exchange/choice.h"
#include "price/predict.h"
#include "tune/ranking.h"

/* A candidate. */
typedef struct ct_ranked {
    ct_standing standing;
    ct_choice choice;
    int row; /* of the algorithm table, as ranks tell each other; -1: the MPI library */
} ct_ranked;

enum { CT_RANKED_MOST = 130 };

/* What candidates are wanted for. */
typedef struct ct_scope {
    int root;               /* where the model's movement has one */
    int has_shared;         /* ranks of a node copy from each other's memory */
    ct_transport transport; /* that is asked for */
    int exhaustive;
} ct_scope;

/* Offers all that could run, by the model: each row by each transport with the parameters that are
 * best for it or, in exhaustive planning, with all worth trying; the library is always among them.
 */
void ct_ranking_list(const ct_model *model, const ct_scope *scope, ct_ranking *ranking);

/* The prediction of any choice, messages sharing the topology's links. Takes up to some tens of
 * milliseconds on a topology with links. */
double ct_choice_predict(const ct_model *model, const ct_choice *choice);

/* Gives the choice of a row by a transport the parameters with the least prediction, which it
 * returns. Where links are shared these may be the second best without: some are looked at, as long
 * as the next could be better if they shared none. */
double ct_choice_tune(const ct_model *model, ct_choice *choice);

#endif
