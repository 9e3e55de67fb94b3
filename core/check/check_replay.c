/*
 * Replay: checks that every rank holds what it sends.
 *
 * Since both ends of a message name the same blocks, and nothing deadlocks, each rank can be
 * followed by itself: it holds what it started with and received in earlier steps, less what it
 * sent if a send moves tokens.
 */
#include "check/check.h"

#include "base/fail.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct replay {
    const ct_ensemble *ensemble;
    const ct_pattern *pattern;
    ct_check_report *report;
    uint64_t *held; /* a bit a token: origin * seconds + second */
    size_t words;
    int size, seconds, copies;
    int rank;
    ptrdiff_t held_count;
} replay;

static size_t token(const replay *r, int origin, int second) {
    return (size_t)origin * (size_t)r->seconds + (size_t)second;
}

static int holds(const replay *r, size_t place) {
    return (int)(r->held[place / 64] >> place % 64 & 1);
}

static void set(replay *r, size_t place, int value) {
    uint64_t bit = (uint64_t)1 << place % 64;
    r->held[place / 64] = value ? r->held[place / 64] | bit : r->held[place / 64] & ~bit;
    r->held_count += value ? 1 : -1;
}

static ct_status send(replay *r, const ct_schedule *schedule, const ct_move *move) {
    ct_block_walk walk = ct_blocks_sent(schedule, move);
    for (int origin, second; ct_block_next(&walk, &origin, &second);) {
        size_t place = token(r, origin, second);
        if (!holds(r, place)) {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: sends block (%d, %d) to rank %d without holding it",
                            r->rank, move->step, origin, second, move->send_to);
        }
        if (!r->copies) {
            set(r, place, 0);
        }
    }
    return CT_OK;
}

/* Receives the blocks of a move, comparing each with the one that the sender names. */
static ct_status receive(replay *r, const ct_schedule *schedule, const ct_move *move) {
    const ct_schedule *sender = r->ensemble->schedules[move->receive_from];
    ptrdiff_t number = r->ensemble->first_move[r->rank] + (move - schedule->moves);
    ptrdiff_t mate =
        r->ensemble->receive_mate[number] - r->ensemble->first_move[move->receive_from];
    ct_block_walk sent = ct_blocks_sent(sender, &sender->moves[mate]);
    ct_block_walk walk = ct_blocks_received(schedule, move);
    for (int origin, second, sent_origin, sent_second;;) {
        int more = ct_block_next(&walk, &origin, &second);
        int more_sent = ct_block_next(&sent, &sent_origin, &sent_second);
        if (more != more_sent || (more && (origin != sent_origin || second != sent_second))) {
            char wanted[48] = "no further block";
            char found[48] = "no further block";
            if (more) {
                (void)snprintf(wanted, sizeof wanted, "block (%d, %d)", origin, second);
            }
            if (more_sent) {
                (void)snprintf(found, sizeof found, "block (%d, %d)", sent_origin, sent_second);
            }
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: expects %s from rank %d, which sends %s in its step "
                            "%d",
                            r->rank, move->step, wanted, move->receive_from, found,
                            sender->moves[mate].step);
        }
        if (!more) {
            return CT_OK;
        }
        size_t place = token(r, origin, second);
        if (!holds(r, place)) {
            set(r, place, 1);
        } else if (r->pattern->repeats) {
            r->report->repeats++;
        } else {
            return ct_raise(CT_ERROR_INTERNAL,
                            "rank %d, step %d: receives block (%d, %d) from rank %d a second time",
                            r->rank, move->step, origin, second, move->receive_from);
        }
    }
}

/* Replays a rank; the sends of a step precede its receives. */
static ct_status follow(replay *r) {
    ct_status status = CT_OK;
    const ct_schedule *schedule = r->ensemble->schedules[r->rank];
    for (int i = 0, end = 0; i < schedule->move_count; i = end) {
        for (end = i;
             end < schedule->move_count && schedule->moves[end].step == schedule->moves[i].step;
             end++) {
            CT_TRY(send(r, schedule, &schedule->moves[end]));
        }
        for (int k = i; k < end; k++) {
            if (schedule->moves[k].receive_from != CT_NOBODY) {
                CT_TRY(receive(r, schedule, &schedule->moves[k]));
            }
        }
        if (r->held_count > r->report->most_held) {
            r->report->most_held = r->held_count;
        }
    }
cleanup:
    return status;
}

static void begin(replay *r, int rank) {
    ct_holding start = ct_pattern_start(r->pattern, r->size, rank);
    memset(r->held, 0, r->words * sizeof *r->held);
    r->rank = rank;
    r->held_count = 0;
    for (int o = 0; o < start.origins; o++) {
        for (int s = 0; s < start.seconds; s++) {
            set(r, token(r, start.first_origin + o, start.first_second + s), 1);
        }
    }
    if (r->held_count > r->report->most_held) {
        r->report->most_held = r->held_count;
    }
}

static int is_within(const ct_holding *holding, int origin, int second) {
    return origin >= holding->first_origin && origin < holding->first_origin + holding->origins &&
           second >= holding->first_second && second < holding->first_second + holding->seconds;
}

static ct_status end(const replay *r) {
    ct_holding wanted = ct_pattern_end(r->pattern, r->size, r->rank);
    for (int o = 0; o < wanted.origins; o++) {
        for (int s = 0; s < wanted.seconds; s++) {
            int origin = wanted.first_origin + o;
            int second = wanted.first_second + s;
            if (!holds(r, token(r, origin, second))) {
                return ct_raise(CT_ERROR_INTERNAL, "rank %d: block (%d, %d) never arrives", r->rank,
                                origin, second);
            }
        }
    }
    ptrdiff_t count = (ptrdiff_t)wanted.origins * wanted.seconds;
    if (!r->copies && r->held_count != count) {
        size_t left = 0;
        while (!holds(r, left) || is_within(&wanted, (int)(left / (size_t)r->seconds),
                                            (int)(left % (size_t)r->seconds))) {
            left++;
        }
        return ct_raise(CT_ERROR_INTERNAL,
                        "rank %d: ends with %td blocks instead of %td: block (%zu, %zu) never left",
                        r->rank, r->held_count, count, left / (size_t)r->seconds,
                        left % (size_t)r->seconds);
    }
    return CT_OK;
}

ct_status ct_replay(const ct_ensemble *ensemble, const ct_pattern *pattern,
                    ct_check_report *report) {
    ct_status status = CT_OK;
    replay r = {.ensemble = ensemble,
                .pattern = pattern,
                .report = report,
                .size = ensemble->size,
                .seconds = ensemble->schedules[0]->seconds,
                .copies = ct_pattern_copies(pattern)};
    r.words = token(&r, r.size, 0) / 64 + 1;
    r.held = malloc(r.words * sizeof *r.held);
    if (r.held == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to replay %d ranks", r.size);
    }
    for (int rank = 0; rank < r.size; rank++) {
        begin(&r, rank);
        CT_TRY(follow(&r));
        CT_TRY(end(&r));
    }
cleanup:
    free(r.held);
    return status;
}
