/* The parts of the pricer, each a file. */
#ifndef CT_PRICE_REPLAY_PRICE_H
#define CT_PRICE_REPLAY_PRICE_H

#include <cornerturn/price.h>

typedef struct ct_pricing {
    const ct_ensemble *ensemble; /* matched */
    const ct_topology *topology;
    const ct_pattern *pattern;
    const ct_machine *machine;
    double token_bytes;
    double *duration_s; /* by move number: time of the message it sends */
    double *begun_s;    /* by move number: when its rank began the step; negative: not yet */
    ptrdiff_t *held;    /* by rank: tokens held after its completed steps */
} ct_pricing;

/* The moves of one rank in one step. */
typedef struct ct_rank_step {
    int rank;
    const ct_move *moves;
    int count;
} ct_rank_step;

/* Fills duration_s, with links shared by the messages of a step or (`share` 0) without sharing.
 * *busiest_s: total busy time of the most loaded link. CT_ERROR_MEMORY. */
ct_status ct_price_messages(ct_pricing *pricing, int share, double *busiest_s);

/* Whether any of the moves has a fence. */
int ct_price_fenced(const ct_rank_step *step);

/* Sets begun_s of the moves. */
void ct_price_begin(ct_pricing *pricing, const ct_rank_step *step, double now_s);

/* Whether both ends of all messages of a rank's step have begun. */
int ct_price_ready(const ct_pricing *pricing, const ct_rank_step *step);

/* When the messages of a rank's step end, its ports serialising them. The step is ready. */
double ct_price_end(const ct_pricing *pricing, const ct_rank_step *step);

/* Ends the step: counts the tokens that change hands. Returns the time of permutations after it. */
double ct_price_permute(ct_pricing *pricing, const ct_rank_step *step);

/* The model of ranks that do not wait for each other's steps. */
ct_status ct_price_free(ct_pricing *pricing, ct_price *price);

#endif
