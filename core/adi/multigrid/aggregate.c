#include "adi/multigrid/aggregate.h"

#include <math.h>

/* The condition number that a pair may have by itself. Lower bounds leave too many rows single,
 * higher ones take more iterations; measured on two-phase fields of 64^3 and 128^3 cells. */
static const double most_condition = 12;
/* Part of the strongest link of both rows that the link of a pair has at least. */
static const double least_strength = 0.25;

/* The condition number of the two-grid method for rows i and j of this link: small where what
 * joins them is stronger than what holds each of them elsewhere. */
static double condition_of(const ct_adi_matrix *m, ptrdiff_t i, ptrdiff_t j, double link) {
    const double free_i = fmax(m->slack[i], 0);
    const double free_j = fmax(m->slack[j], 0);
    const double both = free_i + free_j > 0 ? free_i * free_j / (free_i + free_j) : 0;
    return 2 * m->diagonal[i] * m->diagonal[j] / (m->diagonal[i] + m->diagonal[j]) / (link + both);
}

/* A row so dominated by its diagonal that smoothing reduces its error as fast as a coarse grid
 * could. */
static int needs_no_coarse(const ct_adi_matrix *m, ptrdiff_t i) {
    const double links = m->diagonal[i] - m->slack[i];
    return m->diagonal[i] >= most_condition / (most_condition - 2) * links;
}

static double strongest(const ct_adi_matrix *m, ptrdiff_t i) {
    double most = 0;
    for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
        most = fmax(most, m->link[k]);
    }
    return most;
}

static ptrdiff_t best_partner(const ct_adi_matrix *m, ptrdiff_t i, const int *pair) {
    ptrdiff_t best = -1;
    double least = most_condition;
    const double strong = strongest(m, i);
    for (ptrdiff_t k = m->start[i]; k < m->start[i + 1]; k++) {
        const ptrdiff_t j = m->column[k];
        if (j < m->rows && pair[j] == -2 &&
            m->link[k] >= least_strength * fmax(strong, strongest(m, j))) {
            const double condition = condition_of(m, i, j, m->link[k]);
            if (condition < least * (1 - 1e-12)) {
                least = condition;
                best = j;
            }
        }
    }
    return best;
}

ptrdiff_t ct_adi_aggregate(const ct_adi_matrix *m, int *pair) {
    ptrdiff_t pairs = 0;
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        pair[i] = needs_no_coarse(m, i) ? -1 : -2;
    }
    for (ptrdiff_t i = 0; i < m->rows; i++) {
        if (pair[i] == -2) {
            const ptrdiff_t j = best_partner(m, i, pair);
            pair[i] = (int)pairs;
            if (j >= 0) {
                pair[j] = (int)pairs;
            }
            pairs++;
        }
    }
    return pairs;
}
