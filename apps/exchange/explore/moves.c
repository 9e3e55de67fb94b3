#include "apps/exchange/explore/moves.h"

#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE, RULE, TO, FROM, SENT, RECEIVED, FLAGS, RAIL, KEYS };
enum { BY_SUM, BY_BITS, BY_NAME, RULES };

/* A move of a rank, whose key is that of its group by some rule. */
typedef struct entry {
    int key[KEYS];
    int rank, to, from;
} entry;

typedef struct step {
    entry *entries;
    int count, capacity, size; /* size: ranks of the schedule */
} step;

static int by_key(const void *left, const void *right) {
    const entry *a = left;
    const entry *b = right;
    for (int i = 0; i < KEYS; i++) {
        if (a->key[i] != b->key[i]) {
            return a->key[i] < b->key[i] ? -1 : 1;
        }
    }
    return (a->rank > b->rank) - (a->rank < b->rank);
}

static int same_group(const entry *a, const entry *b) {
    return memcmp(a->key, b->key, sizeof a->key) == 0;
}

static int relative(int rule, int rank, int peer, int size) {
    if (peer == CT_NOBODY) {
        return -1;
    }
    return rule == BY_NAME ? peer : rule == BY_BITS ? rank ^ peer : (peer - rank + size) % size;
}

static ct_status add(step *s, const ct_schedule *schedule, const ct_move *move, int place) {
    if (s->count == s->capacity) {
        const int capacity = 2 * s->capacity + 64;
        entry *more = realloc(s->entries, (size_t)capacity * sizeof *more);
        if (more == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for a step of %d moves", capacity);
        }
        s->entries = more;
        s->capacity = capacity;
    }
    s->entries[s->count++] = (entry){.key = {[PLACE] = place,
                                             [SENT] = (int)ct_schedule_sent(schedule, move),
                                             [RECEIVED] = (int)ct_schedule_received(schedule, move),
                                             [FLAGS] = move->flags,
                                             [RAIL] = move->rail},
                                     .rank = schedule->rank,
                                     .to = move->send_to,
                                     .from = move->receive_from};
    return CT_OK;
}

/* Sorts the moves into groups by a rule; returns how many groups there are. */
static int group_by(step *s, int rule) {
    int groups = s->count > 0;
    for (int i = 0; i < s->count; i++) {
        entry *e = &s->entries[i];
        e->key[RULE] = rule;
        e->key[TO] = relative(rule, e->rank, e->to, s->size);
        e->key[FROM] = relative(rule, e->rank, e->from, s->size);
    }
    qsort(s->entries, (size_t)s->count, sizeof *s->entries, by_key);
    for (int i = 1; i < s->count; i++) {
        groups += !same_group(&s->entries[i - 1], &s->entries[i]);
    }
    return groups;
}

/* The ascending ranks of a group as runs, as a greedy scan finds them. */
static void write_runs(FILE *out, const entry *group, int count) {
    for (int first = 0, length = 0; first < count; first += length) {
        const int stride = first + 1 < count ? group[first + 1].rank - group[first].rank : 1;
        for (length = 1; first + length < count &&
                         group[first + length].rank - group[first + length - 1].rank == stride;) {
            length++;
        }
        (void)fprintf(out, ",%d,%d,%d", group[first].rank, length, stride);
    }
}

static void write_step(FILE *out, step *s) {
    int best = BY_SUM;
    int fewest = 0;
    if (s->entries == NULL) {
        (void)fprintf(out, "[]");
        return;
    }
    for (int rule = 0; rule < RULES; rule++) {
        const int groups = group_by(s, rule);
        if (rule == BY_SUM || groups < fewest) {
            best = rule;
            fewest = groups;
        }
    }
    (void)group_by(s, best);
    const entry *entries = s->entries;
    (void)fprintf(out, "[");
    for (int first = 0, length = 0; first < s->count; first += length) {
        for (length = 1;
             first + length < s->count && same_group(&entries[first], &entries[first + length]);) {
            length++;
        }
        (void)fprintf(out, "%s[", first > 0 ? "," : "");
        for (int i = 0; i < KEYS; i++) {
            (void)fprintf(out, "%s%d", i > 0 ? "," : "", entries[first].key[i]);
        }
        if (length < s->size) {
            write_runs(out, &entries[first], length);
        }
        (void)fprintf(out, "]");
    }
    (void)fprintf(out, "]");
}

ct_status exchange_write_moves(FILE *out, const ct_ensemble *ensemble) {
    ct_status status = CT_OK;
    step s = {.size = ensemble->size};
    const int steps = ct_ensemble_steps(ensemble);
    int *cursors = calloc((size_t)ensemble->size, sizeof *cursors);
    if (cursors == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d ranks", ensemble->size);
    }
    (void)fprintf(out, "[");
    for (int number = 1; number <= steps; number++) {
        s.count = 0;
        for (int rank = 0; rank < ensemble->size; rank++) {
            int count = 0;
            const ct_move *moves =
                ct_ensemble_moves(ensemble, rank, number, &cursors[rank], &count);
            for (int i = 0; i < count; i++) {
                CT_TRY(add(&s, ensemble->schedules[rank], &moves[i], i));
            }
        }
        (void)fprintf(out, "%s", number > 1 ? ",\n" : "");
        write_step(out, &s);
    }
    (void)fprintf(out, "]");
cleanup:
    free(s.entries);
    free(cursors);
    return status;
}
