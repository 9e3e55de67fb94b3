#include "price/contention.h"

#include "base/entries.h"
#include "base/fail.h"
#include "price/alike.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A port that serialises messages: when its start-ups and its bytes end. */
typedef struct port {
    double started_s, carried_s;
} port;

typedef struct message_time {
    double start_s, bytes_s; /* start-up at the sender, then bytes in the network */
} message_time;

static void post(port *p, message_time message) {
    p->started_s += message.start_s;
    p->carried_s = fmax(p->carried_s, p->started_s) + message.bytes_s;
}

/* The messages in flight. */
typedef struct flight {
    const ct_model *model;
    const ct_curve *local;               /* curve of messages inside nodes */
    double start_s;                      /* start-up of messages between nodes */
    int steps;                           /* of the most advanced rank */
    port busiest;                        /* of a rank that would send each step's largest message */
    port first;                          /* rank 0's */
    double link_s;                       /* when the busiest link ends */
    double busiest_s, first_s, shared_s; /* sums over completed flights */
} flight;

static void complete(flight *f) {
    f->busiest_s += f->busiest.carried_s;
    f->first_s += f->first.carried_s;
    f->shared_s += fmax(f->busiest.carried_s, f->link_s);
    f->busiest = f->first = (port){0, 0};
    f->link_s = 0;
    f->steps = 0;
}

/* Time of a link for bytes that take a port `port_s`. */
static double link_s(const ct_model *model, double port_s) {
    const double speed = model->calibration->link_speed;
    return speed > 0 ? port_s / speed : port_s;
}

static int is_inside(const ct_topology *topology, int from, int to) {
    return ct_topology_has_nodes(topology) &&
           ct_topology_node(topology, from) == ct_topology_node(topology, to);
}

static message_time time_of(const flight *f, const ct_schedule *schedule, const ct_move *move) {
    const ct_curve *distant = &f->model->calibration->distant;
    const double bytes = (double)ct_schedule_sent(schedule, move) * f->model->block_bytes;
    if (is_inside(&f->model->topology, schedule->rank, move->send_to)) {
        return (message_time){ct_curve_at(f->local, bytes), 0};
    }
    return (message_time){f->start_s, fmax(ct_curve_at(distant, bytes) - f->start_s, 0)};
}

/* Load of a link relative to a rank's port, all links being loaded evenly. */
static double even_load(const ct_topology *topology, const ct_schedule *schedule) {
    double links = (double)ct_topology_links(topology) / topology->size;
    double blocks = 0;
    double crossed = 0;
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        if (move->send_to != CT_NOBODY && !is_inside(topology, schedule->rank, move->send_to)) {
            double sent = (double)ct_schedule_sent(schedule, move);
            blocks += sent;
            crossed += sent * ct_topology_distance(topology, schedule->rank, move->send_to);
        }
    }
    return blocks > 0 ? crossed / links / blocks : 0;
}

typedef struct sending {
    int to, round; /* to CT_NOBODY: none */
    message_time time;
} sending;

/* The messages of all ranks. */
typedef struct all_ranks {
    flight *flight;
    int size;
    double *link_s; /* by link: when it ends the bytes of the flight */
    size_t links;
    sending *moves; /* by rank and move */
    int count, capacity;
    int *begin, *next; /* by rank, in `moves`: its first, of size + 1, and its current one */
} all_ranks;

/* Adds a message that starts together with the busiest port's next one. */
static void count_message(const all_ranks *c, int from, const sending *sent) {
    flight *f = c->flight;
    const double started_s = f->busiest.started_s + sent->time.start_s;
    const double carried_s = link_s(f->model, sent->time.bytes_s);
    ct_route route = ct_route_start(&f->model->topology, from, sent->to);
    double latest_s = f->link_s;
    for (ct_route_run run; (run = ct_route_next_run(&route)).count > 0;) {
        double *link = &c->link_s[run.first];
        for (int i = 0; i < run.count; i++, link += run.stride) {
            const double end_s = (*link > started_s ? *link : started_s) + carried_s;
            *link = end_s;
            latest_s = end_s > latest_s ? end_s : latest_s;
        }
    }
    f->link_s = latest_s;
    if (from == 0) {
        post(&f->first, sent->time);
    }
}

static void complete_all(const all_ranks *c) {
    complete(c->flight);
    memset(c->link_s, 0, c->links * sizeof *c->link_s);
}

/* Sends the next move of every rank that has one in this round. Returns how many do. */
static int send_next(const all_ranks *c, int round) {
    flight *f = c->flight;
    message_time largest = {0, 0};
    int moved = 0;
    for (int rank = 0; rank < c->size; rank++) {
        if (c->next[rank] == c->begin[rank + 1]) {
            continue;
        }
        const sending *sent = &c->moves[c->next[rank]];
        if (sent->round != round) {
            continue;
        }
        if (sent->to != CT_NOBODY) {
            count_message(c, rank, sent);
            largest.start_s = fmax(largest.start_s, sent->time.start_s);
            largest.bytes_s = fmax(largest.bytes_s, sent->time.bytes_s);
        }
        c->next[rank]++;
        moved++;
    }
    post(&f->busiest, largest);
    f->steps++;
    return moved;
}

static ct_status append(all_ranks *c, sending sent) {
    if (!ct_entries_grow((void **)&c->moves, c->count, &c->capacity, sizeof *c->moves)) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for %d moves", c->count + 1);
    }
    c->moves[c->count++] = sent;
    return CT_OK;
}

/* Appends a rank's moves. Those of a rank like rank 0 have its rounds. */
static ct_status list_moves(all_ranks *c, const ct_schedule *schedule, const ct_schedule *first) {
    const int is_alike = schedule != first && ct_moves_alike(schedule, first);
    ct_status status = CT_OK;
    int *rounds = is_alike ? NULL : malloc(((size_t)schedule->move_count + 1) * sizeof *rounds);
    if (!is_alike && rounds == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d rounds", schedule->move_count);
    }
    CT_TRY(is_alike ? CT_OK : ct_schedule_rounds(schedule, rounds));
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): alike the first, which is listed
        sending sent = {move->send_to, is_alike ? c->moves[i].round : rounds[i], {0, 0}};
        if (move->send_to != CT_NOBODY) {
            sent.time = time_of(c->flight, schedule, move);
        }
        CT_TRY(append(c, sent));
    }
cleanup:
    free(rounds);
    return status;
}

/* Appends moves like rank 0's. */
static ct_status list_shifted(all_ranks *c, const ct_algorithm *row, int rank) {
    ct_status status = CT_OK;
    for (int i = 0; status == CT_OK && i < c->begin[1]; i++) {
        sending shifted = c->moves[i];
        shifted.to = ct_peer_alike(row, &c->flight->model->topology, shifted.to, rank);
        status = append(c, shifted);
    }
    return status;
}

/* Makes one rank's schedule after the other: all of them together leave the caches. */
static ct_status list_all(all_ranks *c, const ct_algorithm *row, const ct_parameters *parameters,
                          const ct_schedule *first) {
    const ct_topology *topology = &c->flight->model->topology;
    const int is_shifted = ct_ranks_alike(row, topology);
    ct_status status = list_moves(c, first, first);
    for (int rank = 1; status == CT_OK && rank < c->size; rank++) {
        ct_schedule *schedule = NULL;
        c->begin[rank] = c->count;
        if (is_shifted) {
            status = list_shifted(c, row, rank);
            continue;
        }
        status = ct_algorithm_generate(row, topology, parameters, rank, &schedule);
        status = status == CT_OK ? list_moves(c, schedule, first) : status;
        ct_schedule_destroy(&schedule);
    }
    c->begin[c->size] = c->count;
    return status;
}

/* Counts all ranks' messages. The i-th messages of all ranks in a round start together: only
 * dependencies synchronise ranks. */
static ct_status count_all(flight *f, const ct_algorithm *row, const ct_parameters *parameters,
                           const ct_schedule *first) {
    all_ranks c = {
        .flight = f, .size = first->size, .links = (size_t)ct_topology_links(&f->model->topology)};
    const size_t size = (size_t)c.size;
    ct_status status = CT_OK;
    c.link_s = calloc(c.links + 1, sizeof *c.link_s);
    c.begin = calloc(2 * size + 1, sizeof *c.begin);
    if (c.link_s == NULL || c.begin == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the loads of %zu links", c.links);
    }
    c.next = c.begin + size + 1;
    CT_TRY(list_all(&c, row, parameters, first));
    memcpy(c.next, c.begin, size * sizeof *c.next);
    for (int round = 1, moved = 1; moved > 0; round++) {
        moved = 0;
        for (int now = 1; now > 0; moved += now) {
            if (f->model->steps_in_flight > 0 && f->steps == f->model->steps_in_flight) {
                complete_all(&c);
            }
            now = send_next(&c, round);
        }
        complete_all(&c);
    }
cleanup:
    free(c.link_s);
    free(c.begin);
    free(c.moves);
    return status;
}

/* Counts rank 0's messages and assumes evenly loaded links. */
static ct_status count_first(flight *f, const ct_schedule *schedule) {
    const double load = even_load(&f->model->topology, schedule);
    ct_status status = CT_OK;
    int *rounds = malloc(((size_t)schedule->move_count + 1) * sizeof *rounds);
    if (rounds == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for %d rounds", schedule->move_count);
    }
    CT_TRY(ct_schedule_rounds(schedule, rounds));
    for (int i = 0; i < schedule->move_count; i++) {
        const ct_move *move = &schedule->moves[i];
        if ((i > 0 && rounds[i] > rounds[i - 1]) ||
            (f->model->steps_in_flight > 0 && f->steps == f->model->steps_in_flight)) {
            complete(f);
        }
        if (move->send_to != CT_NOBODY) {
            const message_time message = time_of(f, schedule, move);
            post(&f->first, message);
            f->busiest = f->first;
            f->link_s =
                fmax(f->link_s, f->first.started_s) + load * link_s(f->model, message.bytes_s);
        }
        f->steps++;
    }
    complete(f);
cleanup:
    free(rounds);
    return status;
}

double ct_contention(const ct_model *model, const ct_algorithm *row,
                     const ct_parameters *parameters, int shared) {
    const ct_topology *topology = &model->topology;
    flight f = {.model = model, .local = ct_local_curve(model, shared)};
    double alone_s = 0;
    ct_schedule *schedule = NULL;
    ct_status status = CT_OK;
    if (ct_topology_links(topology) == 0 || model->calibration->distant.knots == 0 ||
        ct_predict_is_long(topology, row, parameters)) {
        return 1;
    }
    f.start_s = ct_curve_at(&model->calibration->distant, 0);
    CT_TRY(ct_algorithm_generate(row, topology, parameters, 0, &schedule));
    if ((double)schedule->move_count * topology->size > CT_CONTENTION_MOVES) {
        CT_TRY(count_first(&f, schedule));
    } else {
        CT_TRY(count_all(&f, row, parameters, schedule));
    }
    alone_s = row->pattern == NULL ? f.first_s : f.busiest_s;
cleanup:
    ct_schedule_destroy(&schedule);
    return alone_s > 0 && isfinite(alone_s) ? f.shared_s / alone_s : 1;
}
