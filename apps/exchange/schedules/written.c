#include "apps/exchange/schedules/written.h"

#include "base/escape.h"
#include "base/fail.h"
#include "check/ensemble.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEP, FROM, TO, ORIGIN, DESTINATION, COLUMNS };
enum { RANKS_MOST = 1 << 12, STEPS_MOST = 1 << 20 };

static const char header[] = "step,from,to,origin,destination";

typedef struct entry {
    int value[COLUMNS];
    int line;
} entry;

typedef struct written {
    const char *path;
    int size; /* ranks */
    entry *entries;
    int count, capacity;
} written;

static ct_status add(written *w, const entry *e) {
    if (w->count == w->capacity) {
        const int capacity = 2 * w->capacity + 256;
        entry *more = realloc(w->entries, (size_t)capacity * sizeof *more);
        if (more == NULL) {
            return ct_raise(CT_ERROR_MEMORY, "%s: no memory for %d lines", ct_escaped(w->path),
                            capacity);
        }
        w->entries = more;
        w->capacity = capacity;
    }
    w->entries[w->count++] = *e;
    return CT_OK;
}

/* Exactly COLUMNS integers. */
static ct_status parse_line(const written *w, const char *text, entry *e) {
    static const char *const names[] = {"step", "rank", "rank", "rank", "rank"};
    const char *rest = text;
    for (int i = 0; i < COLUMNS; i++) {
        char *end = NULL;
        errno = 0;
        const long value = strtol(rest, &end, 10);
        const int ends = (int)strspn(end, " \t");
        if (end == rest || end[ends] != (i + 1 < COLUMNS ? ',' : '\0')) {
            char excerpt[CT_EXCERPT_BYTES];
            ct_text_excerpt(text, excerpt);
            return ct_raise(CT_ERROR_FILE, "%s, line %d: expected %s, found \"%s\"",
                            ct_escaped(w->path), e->line, header, excerpt);
        }
        const long least = i == STEP ? 1 : 0;
        const long most = i == STEP ? STEPS_MOST : w->size - 1;
        if (errno != 0 || value < least || value > most) {
            return ct_raise(CT_ERROR_FILE, "%s, line %d: %s %ld is none of %ld .. %ld",
                            ct_escaped(w->path), e->line, names[i], value, least, most);
        }
        e->value[i] = (int)value;
        rest = end + ends + 1;
    }
    return CT_OK;
}

static ct_status read_lines(written *w, FILE *file) {
    ct_status status = CT_OK;
    char *text = NULL;
    size_t capacity = 0;
    for (entry e = {.line = 1}; getline(&text, &capacity, file) >= 0; e.line++) {
        text[strcspn(text, "\r\n")] = '\0';
        const char *begin = text + strspn(text, " \t");
        if (*begin != '\0' && *begin != '#' && strcmp(begin, header) != 0) {
            CT_TRY(parse_line(w, begin, &e));
            CT_TRY(add(w, &e));
        }
    }
    if (ferror(file) != 0) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: %s", ct_escaped(w->path), strerror(errno));
    }
cleanup:
    free(text);
    return status;
}

static int compare(const entry *a, const entry *b, int first, int second) {
    const int columns[] = {first, STEP, second};
    for (int i = 0; i < 3; i++) {
        const int difference = a->value[columns[i]] - b->value[columns[i]];
        if (difference != 0) {
            return difference;
        }
    }
    return a->line - b->line;
}

static int by_sender(const void *a, const void *b) {
    return compare(a, b, FROM, TO);
}

static int by_receiver(const void *a, const void *b) {
    return compare(a, b, TO, FROM);
}

/* Entries in the order of one side's ranks, and how far they have been taken. */
typedef struct side {
    entry *entries;
    int count, next, own, peer; /* columns: whose side it is, and the other end */
} side;

static int step_of(const side *s, int rank) {
    return s->next < s->count && s->entries[s->next].value[s->own] == rank
               ? s->entries[s->next].value[STEP]
               : STEPS_MOST + 1;
}

/* The next message of a rank if it is one of this step: its blocks are entries[first .. next-1]. */
static int take_message(side *s, int rank, int step, int *first) {
    *first = s->next;
    if (step_of(s, rank) != step) {
        return CT_NOBODY;
    }
    const int peer = s->entries[s->next].value[s->peer];
    while (step_of(s, rank) == step && s->entries[s->next].value[s->peer] == peer) {
        s->next++;
    }
    return peer;
}

static ct_status build_rank(side *sends, side *receives, int size, int rank,
                            ct_schedule **schedule) {
    ct_schedule *s = NULL;
    const ct_status status = ct_schedule_create(size, rank, 16, &s);
    *schedule = s;
    if (status != CT_OK) {
        return status;
    }
    for (;;) {
        const int to_send = step_of(sends, rank);
        const int to_receive = step_of(receives, rank);
        const int step = to_send < to_receive ? to_send : to_receive;
        if (step > STEPS_MOST) {
            return ct_schedule_finish(s);
        }
        int sent = 0;
        int received = 0;
        const int to = take_message(sends, rank, step, &sent);
        const int from = take_message(receives, rank, step, &received);
        ct_schedule_move(s, step, to, from, s->move_count == 0 ? CT_MOVE_PHASE : 0);
        for (int i = sent; i < sends->next; i++) {
            const int *value = sends->entries[i].value;
            ct_schedule_sends(s, value[ORIGIN], value[DESTINATION]);
        }
        for (int i = received; i < receives->next; i++) {
            const int *value = receives->entries[i].value;
            ct_schedule_receives(s, value[ORIGIN], value[DESTINATION]);
        }
    }
}

static ct_status build(const written *w, ct_ensemble **ensemble) {
    const size_t bytes = (size_t)w->count * sizeof(entry) + 1;
    side sends = {.entries = w->entries, .count = w->count, .own = FROM, .peer = TO};
    side receives = {.entries = malloc(bytes), .count = w->count, .own = TO, .peer = FROM};
    ct_schedule **schedules = calloc((size_t)w->size, sizeof(ct_schedule *));
    ct_status status = CT_OK;
    if (receives.entries == NULL || schedules == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "%s: no memory for its schedules", ct_escaped(w->path));
    }
    if (w->count > 0) {
        memcpy(receives.entries, w->entries, (size_t)w->count * sizeof(entry));
        qsort(sends.entries, (size_t)w->count, sizeof(entry), by_sender);
        qsort(receives.entries, (size_t)w->count, sizeof(entry), by_receiver);
    }
    for (int rank = 0; rank < w->size; rank++) {
        CT_TRY(build_rank(&sends, &receives, w->size, rank, &schedules[rank]));
    }
    CT_TRY(ct_ensemble_create(w->size, schedules, ensemble));
cleanup:
    for (int rank = 0; schedules != NULL && rank < w->size; rank++) {
        ct_schedule_destroy(&schedules[rank]);
    }
    free(schedules);
    free(receives.entries);
    return status;
}

ct_status exchange_read_schedule(const char *path, const ct_topology *topology,
                                 ct_ensemble **ensemble) {
    written w = {.path = path, .size = topology->size};
    ct_status status = CT_OK;
    FILE *file = NULL;
    if (topology->size > RANKS_MOST) {
        CT_FAIL(CT_ERROR_UNSUPPORTED, "%d ranks: schedules are read for at most %d", topology->size,
                RANKS_MOST);
    }
    file = fopen(path, "re");
    if (file == NULL) {
        CT_FAIL(CT_ERROR_FILE, "cannot read %s: %s", ct_escaped(path), strerror(errno));
    }
    CT_TRY(read_lines(&w, file));
    CT_TRY(build(&w, ensemble));
cleanup:
    if (file != NULL) {
        (void)fclose(file);
    }
    free(w.entries);
    return status;
}
