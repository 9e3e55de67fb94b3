/* Distances with more than one way. */
#include "algorithms/exchange/lagged/sums.h"
#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

int ct_sums_overlap_most(const ct_sums *sums) {
    const int last = sums->groups;
    return last > 0 ? (int)(sums->below[last] - sums->size) : 0;
}

static int group_of(const ct_sums *sums, int number) {
    int group = 1;
    while (number >= sums->before[group] + sums->count[group]) {
        group++;
    }
    return group;
}

int64_t ct_sums_shift_at(const ct_sums *sums, int overlap, int number) {
    const int group = group_of(sums, number);
    return ct_sums_shift(sums, group, number - sums->before[group]) -
           (number == sums->shifts - 1 ? overlap : 0);
}

/* A sum is walked from its largest shift downwards. */
typedef struct walk {
    int64_t rest;
    int group, shift;
} walk;

static int next_shift(const ct_sums *sums, walk *w) {
    if (w->rest == 0) {
        return 0;
    }
    while (w->rest < sums->below[w->group - 1]) {
        w->group--;
    }
    const int64_t over = w->rest - sums->below[w->group - 1];
    const int64_t reach = ct_sums_reach(sums, w->group);
    w->shift = sums->before[w->group] + (int)(over / reach);
    w->rest = over % reach;
    return 1;
}

static walk walk_of(const ct_sums *sums, int64_t sum) {
    return (walk){sum, sums->groups, 0};
}

/* Shifts of a sum, the first counting 2.2, the last 3. */
static int weight(const ct_sums *sums, int64_t sum, int *has_last) {
    int total = 0;
    walk w = walk_of(sums, sum);
    *has_last = 0;
    while (next_shift(sums, &w)) {
        *has_last |= w.shift == sums->shifts - 1;
        total += w.shift == sums->shifts - 1 ? 30 : w.shift == 0 ? 22 : 10;
    }
    return total;
}

/* The sum that each distance goes by, as if the last shift were not less. */
static void choose(const ct_sums *sums, int overlap, int64_t *sum, int *least) {
    for (int64_t tried = 1; tried < sums->below[sums->groups]; tried++) {
        int has_last = 0;
        const int now = weight(sums, tried, &has_last);
        const int64_t distance = (tried - (has_last ? overlap : 0)) % sums->size;
        if (distance > 0 && (sum[distance] == 0 || now < least[distance])) {
            sum[distance] = tried;
            least[distance] = now;
        }
    }
}

/* Adds a sum's shifts to their places, `next` by shift; without ways it counts them. */
static void add(const ct_sums *sums, int overlap, int64_t sum, int *next, ct_way *ways) {
    int64_t high = 0;
    walk w = walk_of(sums, sum);
    while (next_shift(sums, &w)) {
        if (ways != NULL) {
            ways[next[w.shift]] = (ct_way){w.shift, (int)w.rest, (int)high};
        }
        next[w.shift]++;
        high += ct_sums_shift_at(sums, overlap, w.shift);
    }
}

/* Sums are added in ascending order: those alike above a shift follow one another. */
static void add_all(const ct_sums *sums, int overlap, const int64_t *sum, int *next, ct_way *ways) {
    for (int64_t tried = 1; tried < sums->below[sums->groups]; tried++) {
        int has_last = 0;
        (void)weight(sums, tried, &has_last);
        if (sum[(tried - (has_last ? overlap : 0)) % sums->size] == tried) {
            add(sums, overlap, tried, next, ways);
        }
    }
}

ct_status ct_sums_ways(const ct_sums *sums, int overlap, ct_way **ways, int *count) {
    const size_t size = (size_t)sums->size;
    const size_t shifts = (size_t)sums->shifts;
    int64_t *sum = calloc(size, sizeof *sum);
    int *least = malloc(size * sizeof *least);
    int *next = calloc(shifts + 1, sizeof *next);
    ct_status status = CT_OK;
    *count = 0;
    if (sum == NULL || least == NULL || next == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the ways of %d distances", sums->size);
    }
    choose(sums, overlap, sum, least);
    add_all(sums, overlap, sum, next, NULL);
    for (size_t i = 0; i < shifts; i++) {
        const int shift_count = next[i];
        next[i] = *count;
        *count += shift_count;
    }
    *ways = malloc(((size_t)*count + 1) * sizeof **ways);
    if (*ways == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the ways of %d distances", sums->size);
    }
    add_all(sums, overlap, sum, next, *ways);
cleanup:
    free(sum);
    free(least);
    free(next);
    return status;
}
