#include "algorithms/exchange/lagged/sums.h"

#include "base/entries.h"
#include "base/fail.h"

#include <stdlib.h>

static int item(const ct_value *value, int index) {
    return value->item[index < value->count ? index : value->count - 1];
}

void ct_sums_make(int size, const ct_value *groups, const ct_value *lags, ct_sums *sums) {
    sums->size = size;
    sums->groups = sums->shifts = 0;
    sums->below[0] = 1;
    for (int i = 1; sums->below[i - 1] < size && i <= CT_SUMS_MOST; i++) {
        const int lag = item(lags, i - 1);
        const int64_t left = size - sums->below[i - 1];
        sums->groups = i;
        sums->from[i] = i > lag ? i - lag : 0;
        const int64_t reach = ct_sums_reach(sums, i);
        const int64_t enough = (left + reach - 1) / reach;
        sums->count[i] = (int)(item(groups, i - 1) < enough ? item(groups, i - 1) : enough);
        sums->before[i] = sums->shifts;
        sums->below[i] = sums->below[i - 1] + sums->count[i] * reach;
        sums->shifts += sums->count[i];
    }
}

/* How many sums above a group are made of groups up to each, in `whole`. */
static void count_above(const ct_sums *sums, int group, int64_t whole[CT_SUMS_MOST + 1]) {
    for (int i = 0; i <= group; i++) {
        whole[i] = 1;
    }
    for (int i = group + 1; i <= sums->groups; i++) {
        whole[i] =
            whole[i - 1] + (sums->from[i] >= group ? sums->count[i] * whole[sums->from[i]] : 0);
    }
}

/* Sums of shifts that may go on top of the group's, 0 included: how many are below `limit`. */
static int64_t sums_above(const ct_sums *sums, int group, int64_t limit) {
    int64_t whole[CT_SUMS_MOST + 1];
    int64_t total = 0;
    if (limit <= 0) {
        return 0;
    }
    count_above(sums, group, whole);
    for (int top = sums->groups; limit > 0;) {
        while (top > group && (sums->below[top - 1] >= limit || sums->from[top] < group)) {
            top--;
        }
        if (top <= group) { /* only the sum of none */
            return total + 1;
        }
        const int64_t reach = ct_sums_reach(sums, top);
        const int64_t over = limit - sums->below[top - 1];
        const int64_t full = over / reach < sums->count[top] ? over / reach : sums->count[top];
        total += whole[top - 1] + full * whole[sums->from[top]];
        if (full == sums->count[top]) {
            return total;
        }
        limit = over - full * reach;
        top = sums->from[top];
    }
    return total;
}

ct_sums_extent ct_sums_extent_of(const ct_sums *sums, int group, int index) {
    const int64_t reach = ct_sums_reach(sums, group);
    const int64_t left = sums->size - ct_sums_shift(sums, group, index); /* distances from it on */
    const int64_t whole = sums_above(sums, group, left - reach + 1);
    const int64_t begun = sums_above(sums, group, left);
    ct_sums_extent extent = {whole, 0};
    if (begun > whole) { /* the last of them ends at the size */
        int64_t low = left - reach + 1 > 0 ? left - reach + 1 : 0;
        int64_t high = left - 1;
        while (low < high) { /* where it is */
            const int64_t middle = low + (high - low + 1) / 2;
            if (sums_above(sums, group, middle) < begun) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        extent.rest = left - low;
    }
    return extent;
}

/* Ascending sums as runs. */
typedef struct listing {
    const ct_sums *sums;
    int group;
    ct_run *runs;
    int count, capacity;
    ct_status status;
} listing;

static void append(listing *l, int64_t sum) {
    ct_run *last = l->count > 0 ? &l->runs[l->count - 1] : NULL;
    const int64_t behind = last != NULL ? last->first + (int64_t)last->count * last->stride : 0;
    if (last != NULL && last->count == 1) {
        last->stride = (int)(sum - last->first);
        last->count = 2;
    } else if (last != NULL && behind == sum) {
        last->count++;
    } else if (ct_entries_grow((void **)&l->runs, l->count, &l->capacity, sizeof *l->runs)) {
        l->runs[l->count++] = (ct_run){(int)sum, 1, 1};
    } else {
        l->status = ct_raise(CT_ERROR_MEMORY, "no memory for %d runs of distances", l->count + 1);
    }
}

/* Lists the sum `base` and those that add shifts of groups up to `top`, ascending. */
static void list_from(listing *l, int64_t base, int top) {
    append(l, base);
    for (int i = l->group + 1; i <= top && l->status == CT_OK; i++) {
        if (l->sums->from[i] < l->group) {
            continue;
        }
        for (int v = 0; v < l->sums->count[i]; v++) {
            const int64_t sum = base + ct_sums_shift(l->sums, i, v);
            if (sum >= l->sums->size) {
                return;
            }
            list_from(l, sum, l->sums->from[i]);
        }
    }
}

ct_status ct_sums_list(const ct_sums *sums, int group, ct_run **runs, int *count) {
    listing l = {.sums = sums, .group = group};
    list_from(&l, 0, sums->groups);
    *runs = l.runs;
    *count = l.count;
    return l.status;
}
