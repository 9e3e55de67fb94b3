/* The best groups and lags for a start-up and the time of a block. */
#include "algorithms/exchange/lagged/sums.h"
#include "machine/port.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* Groups and lags that are searched, the last being repeated; and shifts that are timed in a
 * descent, some 0.1 us each. */
enum { SEARCHED = 6, TIMED_MOST = 1 << 17 };

/* Ranks up to which overlaps are tried: schedules of all ranks are made to count contention, and
 * those with several ways have many products. */
enum { OVERLAP_MOST = 512 };

typedef struct guess {
    ct_value groups, lags;
    double seconds;
} guess;

typedef struct search {
    int size;
    double start_up_s, envelope_s, block_s;
    ct_port port;
    int left; /* shifts that may be timed */
    ct_sums sums;
    guess best;
} search;

/* Seconds until everything has arrived everywhere, or more than `most_s`. */
static double time_of(search *s, double most_s) {
    const ct_sums *sums = &s->sums;
    ct_port *port = &s->port;
    ct_port_reset(port);
    for (int i = 1; i <= sums->groups; i++) {
        const int needed = sums->from[i] == 0 ? 0 : sums->before[sums->from[i] + 1];
        for (int v = 0; v < sums->count[i] && port->now_s < most_s; v++) {
            const ct_sums_extent extent = ct_sums_extent_of(sums, i, v);
            const int64_t blocks = extent.whole * ct_sums_reach(sums, i) + extent.rest;
            ct_port_await(port, needed);
            ct_port_spend(port, s->start_up_s);
            ct_port_post(port, s->envelope_s + (double)blocks * s->block_s);
        }
    }
    if (port->now_s < most_s) {
        ct_port_await(port, sums->shifts);
    }
    return port->now_s;
}

/* The same where distances have several ways. */
static double time_of_ways(search *s, int overlap) {
    ct_port *port = &s->port;
    ct_way *ways = NULL;
    int count = 0;
    const ct_status status = ct_sums_ways(&s->sums, overlap, &ways, &count);
    ct_port_reset(port);
    for (int i = 0, end = 0; status == CT_OK && i < count; i = end) {
        while (end < count && ways[end].shift == ways[i].shift) {
            end++;
        }
        ct_port_await(port, ways[i].shift - 1); /* groups of one shift, lag 2 */
        ct_port_spend(port, s->start_up_s);
        ct_port_post(port, s->envelope_s + (end - i) * s->block_s);
    }
    if (status == CT_OK) {
        ct_port_await(port, s->sums.shifts);
    }
    free(ways);
    return status == CT_OK ? port->now_s : HUGE_VAL;
}

/* Whether a guess, whose seconds are set, takes less than another. */
static int is_better(search *s, guess *tried, double than_s) {
    int is_good = 1;
    for (int i = 0; i < SEARCHED; i++) {
        is_good &= tried->groups.item[i] >= 1 && tried->groups.item[i] <= s->size;
    }
    if (!is_good) {
        return 0;
    }
    ct_sums_make(s->size, &tried->groups, &tried->lags, &s->sums);
    if (s->sums.shifts > s->left) {
        s->left = 0;
        return 0;
    }
    s->left -= s->sums.shifts;
    tried->seconds = time_of(s, than_s);
    return tried->seconds < than_s * (1 - 1e-9);
}

/* Groups larger or smaller, or one larger for another. Whether that found a better guess. */
static int change_groups(search *s, int by, guess *now) {
    int found = 0;
    for (int i = 0; i < SEARCHED; i++) {
        for (int other = -2; other < SEARCHED; other++) {
            guess tried = *now;
            tried.groups.item[i] += other == -2 ? -by : by;
            if (other >= 0) {
                tried.groups.item[other] -= by;
            }
            if (other != i && is_better(s, &tried, now->seconds)) {
                *now = tried;
                found = 1;
            }
        }
    }
    return found;
}

static int change_lags(search *s, guess *now) {
    int found = 0;
    for (int i = 1; i < SEARCHED; i++) {
        for (int lag = 1; lag <= SEARCHED; lag++) {
            guess tried = *now;
            tried.lags.item[i] = lag;
            if (is_better(s, &tried, now->seconds)) {
                *now = tried;
                found = 1;
            }
        }
    }
    return found;
}

static void descend(search *s, guess now) {
    int by = 1;
    s->left = TIMED_MOST;
    if (!is_better(s, &now, HUGE_VAL)) {
        return;
    }
    while (by <= s->size / 8) {
        by *= 2;
    }
    while (by > 0) {
        int found = change_groups(s, by, &now);
        found |= by <= 2 && change_lags(s, &now);
        by = found ? by : by / 2;
    }
    if (now.seconds < s->best.seconds) {
        s->best = now;
    }
}

/* Where descents begin: sums of Lucas's numbers, two shifts of shares of the root of P, and few
 * blocks that do not go directly. */
static void descend_from_all(search *s) {
    static const struct {
        double share[SEARCHED];
        int is_of_root;
        int lag[SEARCHED];
    } starts[] = {
        {{0, 0, 0, 0, 0, 0}, 0, {1, 2, 2, 2, 2, 2}},
        {{0.5, 0.8125, 0.3125, 0.4375, 0.6875, 0.25}, 1, {1, 2, 2, 2, 5, 5}},
        {{0, 0.25, 0.1, 1, 1, 1}, 0, {1, 2, 2, 4, 4, 4}},
    };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        guess first = {.groups.count = SEARCHED, .lags.count = SEARCHED};
        for (int k = 0; k < SEARCHED; k++) {
            const double of = starts[i].is_of_root ? sqrt(s->size) : s->size;
            const int count = (int)(starts[i].share[k] * of);
            const int least = k == 0 && s->size > 1 ? 2 : 1;
            first.groups.item[k] = count > least ? count : least;
            first.lags.item[k] = starts[i].lag[k];
        }
        descend(s, first);
    }
}

/* The best with one shift a group, lag 2 and some overlap; 0 where there is none. */
static int best_overlap(search *s, guess *found) {
    const int step = s->size / 128 > 1 ? s->size / 128 : 1;
    guess tried = {.groups = {.count = 1, .item = {1}}, .lags = {.count = 2, .item = {1, 2}}};
    int best = 0;
    ct_sums_make(s->size, &tried.groups, &tried.lags, &s->sums);
    for (int overlap = step; overlap <= ct_sums_overlap_most(&s->sums); overlap += step) {
        tried.seconds = time_of_ways(s, overlap);
        if (tried.seconds < found->seconds * (1 - 1e-9)) {
            *found = tried;
            best = overlap;
        }
    }
    return best;
}

/* Leaves out repetitions of the last item. */
static void shorten(ct_value *value) {
    while (value->count > 1 && value->item[value->count - 1] == value->item[value->count - 2]) {
        value->item[--value->count] = 0;
    }
}

void ct_sums_tune(const ct_machine *machine, int size, double block_bytes, ct_value *groups,
                  ct_value *lags, int *overlap) {
    const double start_up_s = ct_machine_message_s(machine, size, 0);
    const double envelope_s = fmin(CT_ENVELOPE_BYTES * machine->byte_s, start_up_s);
    search s = {.size = size,
                .start_up_s = start_up_s - envelope_s,
                .envelope_s = envelope_s,
                .block_s = block_bytes * machine->byte_s,
                .best.seconds = HUGE_VAL};
    if (size > 1 && ct_port_create(size < TIMED_MOST ? size : TIMED_MOST, &s.port) == CT_OK) {
        descend_from_all(&s);
        *overlap = size <= OVERLAP_MOST ? best_overlap(&s, &s.best) : 0;
    }
    if (s.best.seconds < HUGE_VAL) {
        *groups = s.best.groups;
        *lags = s.best.lags;
        shorten(groups);
        shorten(lags);
    }
    ct_port_destroy(&s.port);
}
