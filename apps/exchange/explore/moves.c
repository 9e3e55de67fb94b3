#include "apps/exchange/explore/moves.h"

#include "base/fail.h"

#include <stdlib.h>
#include <string.h>

enum { PLACE, RULE, TO, FROM, SENT, RECEIVED, FLAGS, RAIL, KEYS };
enum { BY_SUM, BY_BITS, BY_NAME, RULES };

/* A move of a rank: all but the rank is its group. */
typedef struct entry {
    int key[KEYS];
    int rank;
} entry;

typedef struct step {
    entry *entries[RULES]; /* the same moves by each rule, sorted */
    int count, capacity;
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

static ct_status grow(step *s) {
    s->capacity = 2 * s->capacity + 64;
    for (int rule = 0; rule < RULES; rule++) {
        entry *more = realloc(s->entries[rule], (size_t)s->capacity * sizeof *more);
        if (more == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "no memory for a step of %d moves", s->capacity);
        }
        s->entries[rule] = more;
    }
    return CT_OK;
}

static void add(step *s, const ct_schedule *schedule, const ct_move *move, int place) {
    for (int rule = 0; rule < RULES && s->entries[rule] != NULL; rule++) {
        s->entries[rule][s->count] = (entry){
            .key = {[PLACE] = place,
                    [RULE] = rule,
                    [TO] = relative(rule, schedule->rank, move->send_to, schedule->size),
                    [FROM] = relative(rule, schedule->rank, move->receive_from, schedule->size),
                    [SENT] = (int)ct_schedule_sent(schedule, move),
                    [RECEIVED] = (int)ct_schedule_received(schedule, move),
                    [FLAGS] = move->flags,
                    [RAIL] = move->rail},
            .rank = schedule->rank};
    }
    s->count++;
}

static int count_groups(const entry *entries, int count) {
    int groups = count > 0;
    for (int i = 1; i < count; i++) {
        groups += !same_group(&entries[i - 1], &entries[i]);
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

static void write_step(FILE *out, step *s, int size) {
    for (int rule = 0; rule < RULES; rule++) {
        if (s->entries[rule] != NULL) {
            qsort(s->entries[rule], (size_t)s->count, sizeof *s->entries[rule], by_key);
        }
    }
    int rule = 0;
    for (int other = 1; other < RULES; other++) {
        if (count_groups(s->entries[other], s->count) < count_groups(s->entries[rule], s->count)) {
            rule = other;
        }
    }
    const entry *entries = s->entries[rule];
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
        if (length < size) {
            write_runs(out, &entries[first], length);
        }
        (void)fprintf(out, "]");
    }
    (void)fprintf(out, "]");
}

ct_status exchange_write_moves(FILE *out, const ct_ensemble *ensemble) {
    ct_status status = CT_OK;
    step s = {.count = 0};
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
                CT_TRY(s.count == s.capacity ? grow(&s) : CT_OK);
                add(&s, ensemble->schedules[rank], &moves[i], i);
            }
        }
        (void)fprintf(out, "%s", number > 1 ? ",\n" : "");
        write_step(out, &s, ensemble->size);
    }
    (void)fprintf(out, "]");
cleanup:
    for (int rule = 0; rule < RULES; rule++) {
        free(s.entries[rule]);
    }
    free(cursors);
    return status;
}
