/*
 * Choosing the algorithm of an exchange: its candidates, their predictions, and how the contest
 * (contest.h) of them runs.
 */
#ifndef CT_EXCHANGE_CHOICE_H
#define CT_EXCHANGE_CHOICE_H

#include "exchange/plan.h"
#include "price/predict.h"
#include "tune/contest.h"

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
    int has_windows;        /* ranks of a node copy from each other's memory */
    ct_transport transport; /* that is asked for */
    int exhaustive;
} ct_scope;

/* Offers all that could run, by the model: each row by each transport with the parameters that are
 * best for it or, in exhaustive planning, with all worth trying; the library is always among them.
 * Local. */
void ct_ranking_list(const ct_model *model, const ct_scope *scope, ct_ranking *ranking);

/* An exchange that is not planned yet. */
typedef struct ct_prospect {
    const ct_exchange_options *options; /* algorithm, transport, private_arrays, window, topology */
    const int *leader;                  /* the lowest rank on the node of each */
    int size, partners;                 /* ranks, and the most of them that one has something for */
    double block_bytes;                 /* mean between each two, nothing included */
} ct_prospect;

/* What it takes by the model. HUGE_VAL for want of memory and for an algorithm that is not for so
 * many ranks. Local. */
double ct_exchange_foresee(const ct_calibration *calibration, const ct_prospect *prospect);

/* The prediction of any choice, messages sharing the topology's links. Local; takes up to some tens
 * of milliseconds on a topology with links. */
double ct_choice_predict(const ct_model *model, const ct_choice *choice);

/* Gives the choice of a row by a transport the parameters with the least prediction, which it
 * returns. Where links are shared these may be the second best without: some are looked at, as long
 * as the next could be better if they shared none. Local. */
double ct_choice_tune(const ct_model *model, ct_choice *choice);

/* Arrays of the real sizes, and candidates of a plan that run on them. */
typedef struct ct_trials {
    ct_exchange_plan *plan;
    void *send, *receive;
    ct_prepared prepared[CT_SEATS_MOST];
} ct_trials;

/* What the contest asks for (contest.h). Where the arrays would be too large, opening fails with
 * CT_ERROR_MEMORY. Collective. */
ct_status ct_trials_open(ct_trials *trials);
void ct_trials_close(ct_trials *trials);
ct_status ct_trials_prepare(ct_trials *trials, const ct_choice *choice, int seat);
ct_status ct_trials_run(ct_trials *trials, int seat);
void ct_trials_discard(ct_trials *trials, int seat);

/* Drops candidates that are, on every rank, the same exchange as an earlier one. Collective.
 * CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status ct_ranking_drop_repeats(const ct_exchange_plan *plan, ct_ranking *ranking);

/* Mean bytes of the blocks that go to other ranks; with a root, of those from it or to it. Local.
 */
double ct_exchange_mean_bytes(const ct_exchange_plan *plan);

#endif
