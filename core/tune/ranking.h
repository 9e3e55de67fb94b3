/*
 * A ranking: candidates of one kind, best first.
 *
 * A candidate is a struct of plain data that begins with its ct_standing. By prediction, those that
 * differ by rounding only are equals and keep the order in which they were offered.
 *
 * Local, pure and free of MPI.
 */
#ifndef CT_TUNE_RANKING_H
#define CT_TUNE_RANKING_H

#include <cornerturn/status.h>
#include <stddef.h>

/* What is known of a candidate. */
typedef struct ct_standing {
    double predicted_s;
    double measured_s; /* < 0: not measured */
    int lasted;        /* when measured: the longer it was among the fastest, the greater */
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

/* Puts a copy of a candidate in its place by prediction; beyond `most` the last one falls off. */
void ct_ranking_offer(ct_ranking *ranking, const void *candidate);

/* Takes the candidate at `place` out. */
void ct_ranking_drop(ct_ranking *ranking, int place);

/* Sorts: measured before unmeasured, by how long they lasted, then by time; the unmeasured by
 * prediction. */
void ct_ranking_sort(ct_ranking *ranking);

#endif
