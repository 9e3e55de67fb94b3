/*
 * Choosing: candidates, their ranking by the model or by the clock, and the words for it.
 *
 * Every number that a decision rests on is the same on all ranks before it is compared: rank 0
 * lists the candidates with its predictions, and times are of the slowest rank.
 */
#ifndef CT_EXCHANGE_CHOICE_H
#define CT_EXCHANGE_CHOICE_H

#include "exchange/plan.h"
#include "exchange/predict.h"

/* A choice with what is known of it. */
typedef struct ct_ranked {
    ct_choice choice;
    int row; /* of the algorithm table, as ranks tell each other; -1: the MPI library */
    double predicted_s, measured_s; /* measured_s < 0: not measured */
    int lasted; /* when measured: the longer it was among the fastest, the greater */
} ct_ranked;

typedef struct ct_ranking {
    int count;
    ct_ranked *ranked; /* with room for one more */
} ct_ranking;

/* Rows and parameters at most; with them the library, and one more. */
enum { CT_EXHAUSTIVE_MOST = 128, CT_RANKING_ROOM = CT_EXHAUSTIVE_MOST + 2 };

/* What candidates are wanted for. */
typedef struct ct_scope {
    int root;               /* where the model's movement has one */
    int has_windows;        /* ranks of a node copy from each other's memory */
    ct_transport transport; /* that is asked for */
    int exhaustive;
} ct_scope;

/* All that could run, by the model alone; `ranking` is empty and has room for CT_RANKING_ROOM.
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

/* All that can run on the plan's ranks, by the model, the library among them: each row by each
 * transport with the parameters that are best for it or, in exhaustive planning, with all worth
 * trying (the best CT_EXHAUSTIVE_MOST of them all). Of those that are the same exchange on every
 * rank it has the first only. `model` is rank 0's. Collective; the caller frees ranked.
 * CT_ERROR_MEMORY. */
ct_status ct_ranking_create(const ct_exchange_plan *plan, const ct_model *model,
                            ct_ranking *ranking);

/* The prediction of any choice, messages sharing the topology's links. Local; takes up to some tens
 * of milliseconds on a topology with links. */
double ct_choice_predict(const ct_model *model, const ct_choice *choice);

/* Gives the choice of a row by a transport the parameters with the least prediction, which it
 * returns. Where links are shared these may be the second best without: some are looked at, as long
 * as the next could be better if they shared none. Local. */
double ct_choice_tune(const ct_model *model, ct_choice *choice);

/* Sorts: measured before unmeasured, by how long they lasted, then by time; the unmeasured by
 * prediction. Equals keep their order. */
void ct_ranking_sort(ct_ranking *ranking);

/* Times the first `count` candidates on scratch arrays of the real sizes and writes down what they
 * took. Where the arrays would be too large nothing is timed. Collective. */
ct_status ct_exchange_measure(ct_exchange_plan *plan, ct_ranked *candidates, int count);

/* Mean bytes of the blocks that go to other ranks; with a root, of those from it or to it. Local.
 */
double ct_exchange_mean_bytes(const ct_exchange_plan *plan);

/* What a choice rests on. */
typedef enum ct_ground { CT_GROUND_ASKED, CT_GROUND_RANKED, CT_GROUND_TUNED } ct_ground;

/* Writes the plan's reason from its scores; `note`, if it is not empty, is said at the end. Local.
 */
void ct_exchange_give_reason(ct_exchange_plan *plan, ct_ground ground, const char *tuning_file,
                             const char *note);

#endif
