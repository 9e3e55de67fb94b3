/* Distances as sums of shifts, for exchanges in which a message forwards only what came some
 * messages before it. Shifts come in groups; those of a group are multiples of one reach apart:
 *
 *   distances below N_i are sums of shifts of the groups up to i, at most one of each group,
 *   N_0 = 1, N_i = N_(i-1) + count_i N_(from_i):   shift v of group i is N_(i-1) + v N_(from_i)
 *
 * and goes on top of any distance below N_(from_i). Groups of r - 1 with from_i = i - 1 write
 * numbers in base r, groups of 1 with from_i = i - 2 as sums of Fibonacci numbers of which no two
 * are neighbours (Zeckendorf). */
#ifndef CT_ALGORITHMS_EXCHANGE_LAGGED_SUMS_H
#define CT_ALGORITHMS_EXCHANGE_LAGGED_SUMS_H

#include <cornerturn/algorithm.h>

#include <stdint.h>

enum { CT_SUMS_MOST = 512, CT_SUMS_LAG_MOST = 16 };

typedef struct ct_sums {
    int size;   /* distances are below it */
    int groups; /* 1 .. groups */
    int shifts; /* of all groups */
    int count[CT_SUMS_MOST + 1], from[CT_SUMS_MOST + 1];
    int before[CT_SUMS_MOST + 1];    /* shifts of the groups before */
    int64_t below[CT_SUMS_MOST + 1]; /* N; the last is at least the size */
} ct_sums;

/* Group i has groups[i] shifts and goes on top of those up to i - lags[i], the last items of both
 * being repeated until all distances are there. */
void ct_sums_make(int size, const ct_value *groups, const ct_value *lags, ct_sums *sums);

static inline int64_t ct_sums_reach(const ct_sums *sums, int group) {
    return sums->below[sums->from[group]];
}

static inline int64_t ct_sums_shift(const ct_sums *sums, int group, int index) {
    return sums->below[group - 1] + index * ct_sums_reach(sums, group);
}

/* The distances that take a shift: for each of `whole` sums above all that the group goes on top
 * of, for the next of these sums perhaps the first `rest`. */
typedef struct ct_sums_extent {
    int64_t whole, rest;
} ct_sums_extent;

ct_sums_extent ct_sums_extent_of(const ct_sums *sums, int group, int index);

/* All sums above the group, ascending and below the size, as runs in *runs, which the caller frees.
 * O(their number). */
ct_status ct_sums_list(const ct_sums *sums, int group, ct_run **runs, int *count);

/* By how much the last shift can be less than the numbers above say, with all distances still
 * there: some then have two ways, and more that go once round. */
int ct_sums_overlap_most(const ct_sums *sums);

/* One shift, from 0, of the way of a distance: how far a block has come before it, and has to go
 * after it. */
typedef struct ct_way {
    int shift;
    int low, high;
} ct_way;

/* The ways of all distances with the last shift `overlap` less, by shift and then `high`, in *ways,
 * which the caller frees. Of a distance's ways the one with the fewest shifts is taken, the first
 * and the last shift counting for more: these have the most blocks, and are waited for at the end.
 * O(size) and the number of shifts of all. */
ct_status ct_sums_ways(const ct_sums *sums, int overlap, ct_way **ways, int *count);

/* The shift of a number, counted through all groups, with the last `overlap` less. */
int64_t ct_sums_shift_at(const ct_sums *sums, int overlap, int number);

/* Groups, lags and overlap with which blocks of so many bytes are at their destinations first, by a
 * search of bounded work. */
void ct_sums_tune(const ct_machine *machine, int size, double block_bytes, ct_value *groups,
                  ct_value *lags, int *overlap);

#endif
