#include "apps/exchange/explore/blocks.h"

#include "base/fail.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { PRODUCTS_MOST = 60000, RUNS_MOST = 200000, SLOTS = 1 << 17 };

/* The sets of all schedules, equal ones once, by a hash of their runs. */
typedef struct sets {
    ct_run *runs;
    int *first; /* of a set in runs; one more than sets */
    int *slots; /* number of a set + 1; 0: free */
    int count, run_count;
    bool is_full;
} sets;

static unsigned hash_of(const ct_run *runs, int count) {
    unsigned hash = 2166136261u;
    for (int i = 0; i < count; i++) {
        const int word[3] = {runs[i].first, runs[i].count, runs[i].stride};
        for (int k = 0; k < 3; k++) {
            hash = (hash ^ (unsigned)word[k]) * 16777619u;
        }
    }
    return hash ^ hash >> 15;
}

static bool is_set(const sets *s, int number, const ct_run *runs, int count) {
    return s->first[number + 1] - s->first[number] == count &&
           memcmp(s->runs + s->first[number], runs, (size_t)count * sizeof *runs) == 0;
}

/* What stands for a set in the page. */
static int name_of(sets *s, const ct_schedule *schedule, ct_rank_set set) {
    ct_run single;
    const ct_run *runs = NULL;
    if (set >= 0) {
        return set;
    }
    const int count = ct_schedule_runs(schedule, set, &single, &runs);
    unsigned slot = hash_of(runs, count) % SLOTS;
    for (; s->slots[slot] != 0; slot = (slot + 1) % SLOTS) {
        if (is_set(s, s->slots[slot] - 1, runs, count)) {
            return -s->slots[slot];
        }
    }
    if (s->run_count + count > RUNS_MOST || s->count + 1 >= SLOTS / 2) {
        s->is_full = true;
        return 0;
    }
    memcpy(s->runs + s->run_count, runs, (size_t)count * sizeof *runs);
    s->run_count += count;
    s->first[++s->count] = s->run_count;
    s->slots[slot] = s->count;
    return -s->count;
}

/* Whether a message is the one block that its sender has for its receiver. */
static bool is_own(const ct_schedule *schedule, const ct_move *move) {
    const ct_product *product = &schedule->products[move->first_product];
    return move->send_products == 1 && product->origins == schedule->rank &&
           product->destinations == move->send_to;
}

/* Finds all sets; false where there is too much to write. */
static bool collect(sets *s, const ct_ensemble *ensemble) {
    ptrdiff_t products = 0;
    for (int rank = 0; rank < ensemble->size; rank++) {
        const ct_schedule *schedule = ensemble->schedules[rank];
        for (int i = 0; i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            if (move->send_to == CT_NOBODY || is_own(schedule, move)) {
                continue;
            }
            products += move->send_products;
            for (int k = 0; k < move->send_products; k++) {
                const ct_product *product = &schedule->products[move->first_product + k];
                (void)name_of(s, schedule, product->origins);
                (void)name_of(s, schedule, product->destinations);
            }
            if (products > PRODUCTS_MOST || s->is_full) {
                return false;
            }
        }
    }
    return true;
}

static void write_sets(FILE *out, const sets *s) {
    for (int i = 0; i < s->count; i++) {
        (void)fprintf(out, "%s[", i > 0 ? "," : "");
        for (int k = s->first[i]; k < s->first[i + 1]; k++) {
            (void)fprintf(out, "%s%d,%d,%d", k > s->first[i] ? "," : "", s->runs[k].first,
                          s->runs[k].count, s->runs[k].stride);
        }
        (void)fprintf(out, "]");
    }
}

static void write_message(FILE *out, sets *s, const ct_schedule *schedule, const ct_move *move) {
    if (is_own(schedule, move)) {
        (void)fprintf(out, "0");
        return;
    }
    for (int k = 0; k < move->send_products; k++) {
        const ct_product *product = &schedule->products[move->first_product + k];
        const int origins = name_of(s, schedule, product->origins);
        const int destinations = name_of(s, schedule, product->destinations);
        (void)fprintf(out, "%s%d,%d", k > 0 ? "," : "[", origins, destinations);
    }
    (void)fprintf(out, "%s", move->send_products > 0 ? "]" : "[]");
}

/* Whether all messages of a step are single blocks of their senders; in *most the moves of the rank
 * that has most of them. */
static bool is_own_step(const ct_ensemble *ensemble, int number, int *cursors, int *most) {
    bool is = true;
    *most = 0;
    for (int rank = 0; rank < ensemble->size; rank++) {
        int count = 0;
        const ct_move *moves = ct_ensemble_moves(ensemble, rank, number, &cursors[rank], &count);
        *most = count > *most ? count : *most;
        for (int i = 0; i < count; i++) {
            is &= moves[i].send_to == CT_NOBODY || is_own(ensemble->schedules[rank], &moves[i]);
        }
    }
    return is;
}

static void write_step(FILE *out, sets *s, const ct_ensemble *ensemble, int number, int *cursors) {
    int places = 0;
    int written = 0;
    if (is_own_step(ensemble, number, cursors, &places)) {
        (void)fprintf(out, "0");
        return;
    }
    (void)fprintf(out, "[");
    for (int place = 0; place < places; place++) {
        for (int rank = 0; rank < ensemble->size; rank++) {
            int count = 0;
            const ct_move *moves =
                ct_ensemble_moves(ensemble, rank, number, &cursors[rank], &count);
            if (place < count && moves[place].send_to != CT_NOBODY) {
                (void)fprintf(out, "%s", written++ > 0 ? "," : "");
                write_message(out, s, ensemble->schedules[rank], &moves[place]);
            }
        }
    }
    (void)fprintf(out, "]");
}

ct_status exchange_write_blocks(FILE *out, const ct_ensemble *ensemble) {
    ct_status status = CT_OK;
    const int steps = ct_ensemble_steps(ensemble);
    int *cursors = calloc((size_t)ensemble->size, sizeof *cursors);
    sets s = {.runs = malloc(RUNS_MOST * sizeof *s.runs),
              .first = calloc(SLOTS, sizeof *s.first),
              .slots = calloc(SLOTS, sizeof *s.slots)};
    if (cursors == NULL || s.runs == NULL || s.first == NULL || s.slots == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the blocks of %d ranks", ensemble->size);
    }
    if (!collect(&s, ensemble)) {
        (void)fprintf(out, "null");
        goto cleanup;
    }
    (void)fprintf(out, "{\"sets\":[");
    write_sets(out, &s);
    (void)fprintf(out, "],\"steps\":[");
    for (int number = 1; number <= steps; number++) {
        (void)fprintf(out, "%s", number > 1 ? "," : "");
        write_step(out, &s, ensemble, number, cursors);
    }
    (void)fprintf(out, "]}");
cleanup:
    free(cursors);
    free(s.runs);
    free(s.first);
    free(s.slots);
    return status;
}
