/*
 * A ranking: candidates of one kind, best first.
 *
 * A candidate is a struct of plain data that begins with its ct_standing. Predictions that differ
 * by rounding only count as equal; such candidates stay in the order in which they were offered.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_TUNE_RANKING_H
#define CT_TUNE_RANKING_H

#include <cornerturn/status.h>
#include <stddef.h>

/* Predicted and measured time of a candidate. */
typedef struct ct_standing {
    double predicted_s;
    double measured_s; /* < 0: not measured */
    int lasted;        /* if measured: grows with the stages it survived */
} ct_standing;

typedef struct ct_ranking {
    void *ranked; /* owned */
    size_t bytes; /* of a candidate */
    int count, most;
} ct_ranking;

/* An empty ranking of at most `most` candidates. CT_ERROR_MEMORY. */
ct_status ct_ranking_create(size_t bytes, int most, ct_ranking *ranking);
void ct_ranking_destroy(ct_ranking *ranking);

void *ct_ranking_at(const ct_ranking *ranking, int place);

/* Inserts a copy of a candidate by prediction; beyond `most` drops the last one. */
void ct_ranking_offer(ct_ranking *ranking, const void *candidate);

/* Removes the candidate at `place`. */
void ct_ranking_drop(ct_ranking *ranking, int place);

/* Sorts: measured ones first, by `lasted`, then by time; the others by prediction. */
void ct_ranking_sort(ct_ranking *ranking);

#endif
