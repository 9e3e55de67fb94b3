/* One step of one rank: when it is ready, and when it ends. */
#include "price/replay/price.h"

/* Ports of one direction: each message takes the first free one. More ports than this count as
 * unlimited. */
enum { PORTS_MOST = 64 };

typedef struct ports {
    double free_s[PORTS_MOST];
    int count; /* 0: unlimited, free from now_s on */
    double now_s, end_s;
} ports;

static ports ports_of(const ct_machine *machine, double now_s) {
    ports p = {
        .count = machine->ports > PORTS_MOST ? 0 : machine->ports, .now_s = now_s, .end_s = now_s};
    for (int i = 0; i < p.count; i++) {
        p.free_s[i] = now_s;
    }
    return p;
}

static void use_port(ports *p, double ready_s, double duration_s) {
    int first = 0;
    double free_s = p->now_s;
    for (int i = 1; i < p->count; i++) {
        first = p->free_s[i] < p->free_s[first] ? i : first;
    }
    if (p->count > 0) {
        free_s = p->free_s[first];
    }
    double begin_s = free_s > ready_s ? free_s : ready_s;
    if (p->count > 0) {
        p->free_s[first] = begin_s + duration_s;
    }
    p->end_s = begin_s + duration_s > p->end_s ? begin_s + duration_s : p->end_s;
}

int ct_price_fenced(const ct_rank_step *step) {
    for (int i = 0; i < step->count; i++) {
        if ((step->moves[i].flags & CT_MOVE_FENCE) != 0) {
            return 1;
        }
    }
    return 0;
}

void ct_price_begin(ct_pricing *pricing, const ct_rank_step *step, double now_s) {
    for (int i = 0; i < step->count; i++) {
        pricing->begun_s[ct_ensemble_number(pricing->ensemble, step->rank, &step->moves[i])] =
            now_s;
    }
}

int ct_price_ready(const ct_pricing *pricing, const ct_rank_step *step) {
    for (int i = 0; i < step->count; i++) {
        ptrdiff_t number = ct_ensemble_number(pricing->ensemble, step->rank, &step->moves[i]);
        ptrdiff_t sent = pricing->ensemble->send_mate[number];
        ptrdiff_t received = pricing->ensemble->receive_mate[number];
        if ((sent >= 0 && pricing->begun_s[sent] < 0) ||
            (received >= 0 && pricing->begun_s[received] < 0)) {
            return 0;
        }
    }
    return 1;
}

/* Half-duplex: time of the opposite message on the same rail, 0 without one. */
static double opposite_s(const ct_pricing *pricing, const ct_rank_step *step, const ct_move *move,
                         int sends) {
    int peer = sends ? move->send_to : move->receive_from;
    if (!pricing->machine->half_duplex) {
        return 0;
    }
    for (int i = 0; i < step->count; i++) {
        ptrdiff_t number = ct_ensemble_number(pricing->ensemble, step->rank, &step->moves[i]);
        if (step->moves[i].rail != move->rail) {
            continue;
        }
        if (sends && step->moves[i].receive_from == peer) {
            return pricing->duration_s[pricing->ensemble->receive_mate[number]];
        }
        if (!sends && step->moves[i].send_to == peer) {
            return pricing->duration_s[number];
        }
    }
    return 0;
}

double ct_price_end(const ct_pricing *pricing, const ct_rank_step *step) {
    const ct_ensemble *ensemble = pricing->ensemble;
    ptrdiff_t first = ct_ensemble_number(ensemble, step->rank, step->moves);
    double now_s = pricing->begun_s[first];
    ports out = ports_of(pricing->machine, now_s);
    ports in = ports_of(pricing->machine, now_s);
    for (int i = 0; i < step->count; i++) {
        ptrdiff_t sent = ensemble->send_mate[first + i];
        ptrdiff_t received = ensemble->receive_mate[first + i];
        if (sent >= 0) {
            use_port(&out, pricing->begun_s[sent],
                     pricing->duration_s[first + i] +
                         opposite_s(pricing, step, &step->moves[i], 1));
        }
        if (received >= 0) {
            use_port(&in, pricing->begun_s[received],
                     pricing->duration_s[received] + opposite_s(pricing, step, &step->moves[i], 0));
        }
    }
    return out.end_s > in.end_s ? out.end_s : in.end_s;
}

double ct_price_permute(ct_pricing *pricing, const ct_rank_step *step) {
    const ct_schedule *schedule = pricing->ensemble->schedules[step->rank];
    ptrdiff_t *held = &pricing->held[step->rank];
    int shuffles = 0;
    for (int i = 0; i < step->count; i++) {
        *held += ct_schedule_received(schedule, &step->moves[i]);
        if (!ct_pattern_copies(pricing->pattern)) {
            *held -= ct_schedule_sent(schedule, &step->moves[i]);
        }
        shuffles += (step->moves[i].flags & CT_MOVE_SHUFFLE) != 0;
    }
    return shuffles == 0
               ? 0
               : shuffles * (double)*held * pricing->token_bytes * pricing->machine->permute_byte_s;
}
