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
    int row; /* index in the algorithm table, the same on all ranks; -1: the MPI library */
} ct_ranked;

enum { CT_RANKED_MOST = 130 };

/* Which candidates to list. */
typedef struct ct_scope {
    int root;               /* where the model's movement has one */
    int has_shared;         /* ranks of a node can copy through shared memory */
    ct_transport transport; /* as requested */
    int exhaustive;
    int has_library; /* the MPI library's own exchange can do it */
} ct_scope;

/* Offers every candidate that can run, with its prediction: each row and transport with its best
 * parameters or, in exhaustive planning, all worth trying; and the MPI library if it can do it. */
void ct_ranking_list(const ct_model *model, const ct_scope *scope, ct_ranking *ranking);

/* Predicted seconds of a choice, contention included. Takes some tens of milliseconds on a topology
 * with links. */
double ct_choice_predict(const ct_model *model, const ct_choice *choice);

/* Sets the parameters with the least prediction, which it returns, for the choice's row and
 * transport. Contention may change the order: candidates are examined in the order without it until
 * the next cannot win. */
double ct_choice_tune(const ct_model *model, ct_choice *choice);

#endif
