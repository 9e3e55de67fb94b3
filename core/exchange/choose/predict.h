/* Predicts the time of an exchange that has no plan: for planners of transforms and implicit steps,
 * which compare their candidates by it, and for the program's "exchange plan". The model and the
 * candidates are those of "auto". Local. */
#ifndef CT_EXCHANGE_CHOOSE_PREDICT_H
#define CT_EXCHANGE_CHOOSE_PREDICT_H

#include <cornerturn/calibration.h>
#include <cornerturn/candidates.h>
#include <cornerturn/exchange.h>

/* An exchange to be predicted. */
typedef struct ct_prospect {
    const ct_exchange_options *options; /* planning and tuning file are ignored */
    const int *leader;                  /* the lowest rank on the node of each */
    int size, partners;                 /* ranks; the most peers of one */
    double block_bytes;                 /* mean over all pairs of ranks, empty blocks included;
                                           before doubles are rounded, if the options say so */
    ct_pattern_kind movement;           /* 0: a complete exchange */
    int root;                           /* where the movement has one */
    const ct_setting *settings;         /* parameters held to a value in every row that has them */
    int setting_count;
} ct_prospect;

/* Predicted seconds of a plan with these options: of the algorithm that they name or, with "auto",
 * of the one that CT_PLAN_ESTIMATE would choose. Only messages to `partners` peers count. HUGE_VAL
 * without memory, and for an algorithm that does not run on so many ranks. Deterministic: equal on
 * all ranks for equal arguments. `leader` is from ct_network_leaders (network.h) or
 * hypothetical. */
double ct_exchange_predict(const ct_calibration *calibration, const ct_prospect *prospect);

/* The whole ranking, best first, as ct_exchange_score gives it for a plan; the caller frees
 * *scores. CT_ERROR_MEMORY, and as ct_exchange_plan_create for the algorithm. */
ct_status ct_exchange_predict_all(const ct_calibration *calibration, const ct_prospect *prospect,
                                  ct_score **scores, int *count);

#endif
