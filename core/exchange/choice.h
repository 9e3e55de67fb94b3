/*
 * Choosing: candidates, their ranking by the model or by the clock, and the words for it.
 *
 * Every number that a decision rests on is the same on all ranks before it is compared: rank 0
 * lists the candidates with its predictions, times are of the slowest rank.
 */
#ifndef CT_EXCHANGE_CHOICE_H
#define CT_EXCHANGE_CHOICE_H

#include "exchange/plan.h"
#include "exchange/predict.h"
#include "exchange/tuned.h"

/* A choice with what is known of it. */
typedef struct ct_ranked {
    ct_choice choice;
    int row; /* of the algorithm table; -1: the MPI library. Ranks send each other this */
    double predicted_s, measured_s; /* measured_s < 0: not measured */
    int lasted; /* when measured: greater for those that were in the race for longer */
} ct_ranked;

typedef struct ct_ranking {
    int count;
    ct_ranked *ranked;
} ct_ranking;

/* All that can run on the plan's ranks, by the model, the library among them: each row with the
 * parameters that are best for each transport or, for exhaustive planning, with all worth trying
 * (the best CT_EXHAUSTIVE_MOST); of those that are the same exchange, the first. `model` is rank
 * 0's. Collective; the caller frees ranked. CT_ERROR_MEMORY. */
enum { CT_EXHAUSTIVE_MOST = 128 };
ct_status ct_ranking_create(const ct_exchange_plan *plan, const ct_model *model,
                            ct_ranking *ranking);

/* A ranking of one. CT_ERROR_MEMORY, on this rank. */
ct_status ct_ranking_of_one(const ct_choice *choice, const ct_model *model, ct_ranking *ranking);

/* Sorts: measured before unmeasured, by how long they were in the race, then by time; the
 * unmeasured by prediction. Equals keep their order. */
void ct_ranking_sort(ct_ranking *ranking);

/* Puts the candidate of this label first, or the choice itself where it is none of them. Returns 0,
 * changing nothing, when there is no room for it. */
int ct_ranking_prefer(ct_ranking *ranking, const ct_ranked *preferred,
                      const ct_topology *topology);

/* Times the first `count` candidates on scratch arrays of the real sizes and writes down what they
 * took. *possible is 0, and nothing timed, where the arrays would be too large. Collective. */
ct_status ct_exchange_measure(ct_exchange_plan *plan, ct_ranked *candidates, int count,
                              int *possible);

/* Mean bytes of the blocks that go to other ranks. Local. */
double ct_exchange_mean_bytes(const ct_exchange_plan *plan);

/* Writes the plan's reason from its scores. `tuned`: the first was found in a tuning file; `asked`:
 * it was asked for. `note` (NULL: none) is said at the end. Local. */
typedef enum ct_ground { CT_GROUND_ASKED, CT_GROUND_RANKED, CT_GROUND_TUNED } ct_ground;
void ct_exchange_give_reason(ct_exchange_plan *plan, ct_ground ground, const char *note);

#endif
