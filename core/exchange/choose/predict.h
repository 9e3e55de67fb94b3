/* What an exchange takes that has no plan yet: how planners of larger things (transforms, implicit
 * steps) compare their own candidates, and how "exchange plan" ranks without ranks. The model and
 * the list of candidates are those of "auto". Local. */
#ifndef CT_EXCHANGE_CHOOSE_PREDICT_H
#define CT_EXCHANGE_CHOOSE_PREDICT_H

#include <cornerturn/calibration.h>
#include <cornerturn/candidates.h>
#include <cornerturn/exchange.h>

/* An exchange that is not planned yet. */
typedef struct ct_prospect {
    const ct_exchange_options *options; /* but for its planning and tuning file */
    const int *leader;                  /* the lowest rank on the node of each */
    int size, partners;                 /* ranks, and the most of them that one has something for */
    double block_bytes;                 /* mean between each two, nothing included */
    ct_pattern_kind movement;           /* 0: a complete exchange */
    int root;                           /* where the movement has one */
    const ct_setting *settings;         /* parameters held to a value in every row that has them */
    int setting_count;
} ct_prospect;

/* Predicts what a plan with these options takes: of the algorithm that they name or, with "auto",
 * of the one that planning by estimate chooses. Blocks between ranks of one node go through shared
 * memory or by messages, as the options say; of a rank with few partners (a halo) only their blocks
 * count. HUGE_VAL for want of memory and for an algorithm that is not for so many ranks. The same
 * on all ranks that ask the same. `leader` comes from ct_network_leaders (network.h), or from any
 * other idea of which ranks would share a node. */
double ct_exchange_predict(const ct_calibration *calibration, const ct_prospect *prospect);

/* The whole ranking, best first, as ct_exchange_score has it of a plan; the caller frees *scores.
 * CT_ERROR_MEMORY, and as ct_exchange_plan_create for the algorithm. */
ct_status ct_exchange_predict_all(const ct_calibration *calibration, const ct_prospect *prospect,
                                  ct_score **scores, int *count);

#endif
