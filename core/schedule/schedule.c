/* The schedule container: growth, first failure, sets of ranks. */
#include <cornerturn/schedule.h>

#include "base/entries.h"
#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>

/* Grows an array for one more entry of `entry_bytes`. False on failure, which the schedule
 * stores. */
static int grow(ct_schedule *schedule, void **entries, int count, int *capacity,
                size_t entry_bytes) {
    if (schedule->failure == CT_OK && !ct_entries_grow(entries, count, capacity, entry_bytes)) {
        schedule->failure =
            ct_raise(CT_ERROR_MEMORY, "schedule of rank %d: no memory for %d entries",
                     schedule->rank, count + 1);
    }
    return schedule->failure == CT_OK;
}

static void misuse(ct_schedule *schedule, const char *what) {
    if (schedule->failure == CT_OK) {
        schedule->failure = ct_raise(CT_ERROR_INTERNAL, "schedule of rank %d of %d, move %d: %s",
                                     schedule->rank, schedule->size, schedule->move_count, what);
    }
}

ct_status ct_schedule_create(int size, int rank, int moves, ct_schedule **schedule) {
    if (schedule == NULL || size < 1 || rank < 0 || rank >= size || moves < 0) {
        return ct_raise(CT_ERROR_ARGUMENT, "schedule for rank %d of %d: rank must be 0 .. size-1",
                        rank, size);
    }
    ct_schedule *created = calloc(1, sizeof *created);
    if (created == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for a schedule");
    }
    created->size = size;
    created->rank = rank;
    created->seconds = size;
    if (moves > 0) {
        created->moves = malloc((size_t)moves * sizeof *created->moves);
        if (created->moves == NULL) {
            free(created);
            return ct_raise(CT_ERROR_MEMORY, "no memory for a schedule of %d moves", moves);
        }
        created->move_capacity = moves;
    }
    *schedule = created;
    return CT_OK;
}

void ct_schedule_destroy(ct_schedule **schedule) {
    if (schedule == NULL || *schedule == NULL) {
        return;
    }
    free((*schedule)->moves);
    free((*schedule)->products);
    free((*schedule)->lists);
    free((*schedule)->runs);
    free(*schedule);
    *schedule = NULL;
}

void ct_schedule_move(ct_schedule *schedule, int step, int send_to, int receive_from,
                      unsigned flags) {
    if (send_to >= schedule->size || receive_from >= schedule->size || send_to < CT_NOBODY ||
        receive_from < CT_NOBODY) {
        misuse(schedule, "peer out of range");
    }
    if (step < (schedule->move_count > 0 ? schedule->moves[schedule->move_count - 1].step : 1)) {
        misuse(schedule, "steps must start at 1 and never decrease");
    }
    if (!grow(schedule, (void **)&schedule->moves, schedule->move_count, &schedule->move_capacity,
              sizeof *schedule->moves)) {
        return;
    }
    schedule->moves[schedule->move_count++] = (ct_move){.step = step,
                                                        .send_to = send_to,
                                                        .receive_from = receive_from,
                                                        .first_product = schedule->product_count,
                                                        .flags = (uint16_t)flags};
}

void ct_schedule_rail(ct_schedule *schedule, int rail) {
    if (schedule->move_count == 0 || rail < 0 || rail > UINT16_MAX) {
        misuse(schedule, "a rail needs a move and is 0 .. 65535");
        return;
    }
    schedule->moves[schedule->move_count - 1].rail = (uint16_t)rail;
}

/* Whether a set is one rank below `extent` or an existing list. */
static int known(const ct_schedule *schedule, ct_rank_set set, int extent) {
    return set >= 0 ? set < extent : ~set < schedule->list_count;
}

static void add_product(ct_schedule *schedule, ct_rank_set origins, ct_rank_set destinations) {
    if (schedule->move_count == 0) {
        misuse(schedule, "a product needs a move");
    }
    if (!known(schedule, origins, schedule->size) ||
        !known(schedule, destinations, schedule->seconds)) {
        misuse(schedule, "origin or destination out of range");
    }
    if (grow(schedule, (void **)&schedule->products, schedule->product_count,
             &schedule->product_capacity, sizeof *schedule->products)) {
        schedule->products[schedule->product_count++] = (ct_product){origins, destinations};
    }
}

static const char too_many_products[] = "a message has at most 65535 products";

void ct_schedule_sends(ct_schedule *schedule, ct_rank_set origins, ct_rank_set destinations) {
    add_product(schedule, origins, destinations);
    if (schedule->failure != CT_OK) {
        return;
    }
    ct_move *move = &schedule->moves[schedule->move_count - 1];
    if (move->send_to == CT_NOBODY || move->receive_products > 0) {
        misuse(schedule, "sends need a receiver and come before receives");
    }
    if (move->send_products == UINT16_MAX) {
        misuse(schedule, too_many_products);
        return;
    }
    move->send_products++;
}

void ct_schedule_receives(ct_schedule *schedule, ct_rank_set origins, ct_rank_set destinations) {
    add_product(schedule, origins, destinations);
    if (schedule->failure != CT_OK) {
        return;
    }
    ct_move *move = &schedule->moves[schedule->move_count - 1];
    if (move->receive_from == CT_NOBODY) {
        misuse(schedule, "receives need a sender");
    }
    if (move->receive_products == UINT16_MAX) {
        misuse(schedule, too_many_products);
        return;
    }
    move->receive_products++;
}

/* A single rank or packet needs no list if it is within the modulus. */
static int is_single(const ct_schedule *schedule, ct_run run) {
    return run.count == 1 && run.first >= 0 && run.first < schedule->size &&
           run.first < schedule->seconds;
}

void ct_schedule_set_open(ct_schedule *schedule) {
    if (grow(schedule, (void **)&schedule->lists, schedule->list_count, &schedule->list_capacity,
             sizeof *schedule->lists)) {
        schedule->lists[schedule->list_count++] = (ct_run_list){schedule->run_count, 0};
    }
}

void ct_schedule_set_add(ct_schedule *schedule, ct_run run) {
    if (grow(schedule, (void **)&schedule->runs, schedule->run_count, &schedule->run_capacity,
             sizeof *schedule->runs)) {
        schedule->runs[schedule->run_count++] = run;
        schedule->lists[schedule->list_count - 1].count++;
    }
}

ct_rank_set ct_schedule_set_close(ct_schedule *schedule) {
    if (schedule->failure != CT_OK) {
        return 0;
    }
    ct_run_list list = schedule->lists[schedule->list_count - 1];
    ct_run first = list.count > 0 ? schedule->runs[list.first] : (ct_run){0, 0, 1};
    if (list.count == 1 && is_single(schedule, first)) {
        schedule->list_count--;
        schedule->run_count--;
        return first.first;
    }
    return ~(schedule->list_count - 1);
}

ct_rank_set ct_schedule_set(ct_schedule *schedule, const ct_run *runs, int count) {
    if (count == 1 && is_single(schedule, runs[0])) {
        return runs[0].first;
    }
    ct_schedule_set_open(schedule);
    for (int i = 0; i < count; i++) {
        ct_schedule_set_add(schedule, runs[i]);
    }
    return ct_schedule_set_close(schedule);
}

ct_status ct_schedule_finish(ct_schedule *schedule) {
    ct_entries_trim((void **)&schedule->moves, schedule->move_count, &schedule->move_capacity,
                    sizeof *schedule->moves);
    ct_entries_trim((void **)&schedule->products, schedule->product_count,
                    &schedule->product_capacity, sizeof *schedule->products);
    ct_entries_trim((void **)&schedule->lists, schedule->list_count, &schedule->list_capacity,
                    sizeof *schedule->lists);
    ct_entries_trim((void **)&schedule->runs, schedule->run_count, &schedule->run_capacity,
                    sizeof *schedule->runs);
    return schedule->failure;
}

size_t ct_schedule_bytes(const ct_schedule *schedule) {
    return sizeof *schedule + (size_t)schedule->move_capacity * sizeof *schedule->moves +
           (size_t)schedule->product_capacity * sizeof *schedule->products +
           (size_t)schedule->list_capacity * sizeof *schedule->lists +
           (size_t)schedule->run_capacity * sizeof *schedule->runs;
}
