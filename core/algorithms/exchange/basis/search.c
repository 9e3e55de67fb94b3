/* Vectors with which an exchange takes the least time, by simulated annealing (Kirkpatrick, Gelatt,
 * Vecchi 1983): a displacement that is no sum counts as a message more. */
#include "algorithms/exchange/basis/search.h"

#include "algorithms/exchange/basis/ways.h"
#include "base/arithmetic/random.h"
#include "machine/port.h"

#include <math.h>
#include <stdint.h>

/* Bounds of the work, about 0.1 s: entries of tables and tries; beyond so many ranks there are too
 * few tries to find good vectors. */
enum { ENTRIES_MOST = 1 << 26, TRIES_MOST = 10000, SIZE_MOST = 256 };

/* Messages are sought so that each has about the time of a start-up: with two vectors a block this
 * many. With fewer than the least, blocks take many vectors and `lagged` has better numbers. With
 * more than the most, which the list has hardly room for, bytes limit and collide on links: on a
 * Paragon of 16x16, simulated, 31 messages of 768-byte blocks took 11.2 ms, rows and columns 9.5,
 * but of 600 bytes 7.3 and 7.8. */
static const double messages_least = 8, messages_most = 30;

/* Temperatures at the beginning and the end, in start-ups. */
static const double hottest = 0.5, coldest = 0.01;

typedef struct guess {
    int count, vector[CT_BASIS_MOST];
    double seconds;
} guess;

typedef struct search {
    ct_basis basis;
    ct_port port;
    double start_up_s, envelope_s, block_s;
    double link; /* time of a byte on a link by that through a port */
    uint64_t state;
} search;

static int draw(search *s, int below) {
    return (int)ct_random_below(&s->state, (uint64_t)below);
}

static double draw_share(search *s) {
    enum { STEPS = 1 << 30 };
    return (draw(s, STEPS) + 1.0) / STEPS;
}

/* Sets the guess's seconds, or less where they are not below `most_s`. Bytes take as long as on the
 * busiest link, all ranks sending at once. */
static void judge(search *s, double most_s, guess *tried) {
    ct_port *port = &s->port;
    int blocks[CT_BASIS_MOST];
    int needs[CT_BASIS_MOST];
    s->basis.count = tried->count;
    for (int i = 0; i < tried->count; i++) {
        s->basis.vector[i] = tried->vector[i];
    }
    ct_basis_find(&s->basis);
    const int missing = ct_basis_missing(&s->basis);
    tried->seconds = (tried->count + missing) * s->start_up_s;
    if (tried->seconds >= most_s) {
        return;
    }
    ct_basis_count(&s->basis, blocks, needs);
    ct_port_reset(port);
    for (int i = 0; i < tried->count; i++) {
        const int width = ct_basis_width(s->basis.topology, tried->vector[i]);
        ct_port_await(port, needs[i] + 1);
        ct_port_spend(port, s->start_up_s);
        ct_port_post(port, (s->envelope_s + blocks[i] * s->block_s) * fmax(width * s->link, 1));
    }
    ct_port_await(port, tried->count);
    tried->seconds = port->now_s + missing * s->start_up_s;
}

/* A vector, never that of nothing. */
static int draw_vector(search *s) {
    return 1 + draw(s, s->basis.topology->size - 1);
}

/* A vector a few steps away. */
static int near(search *s, int vector) {
    const ct_topology *topology = s->basis.topology;
    int moved = 0;
    for (int axis = 0, stride = 1; axis < topology->axes; axis++) {
        const int extent = topology->extent[axis];
        const int by = draw(s, 5) - 2;
        moved += ((vector / stride + by) % extent + extent) % extent * stride;
        stride *= extent;
    }
    return moved > 0 ? moved : vector;
}

static void insert(guess *to, int at, int vector) {
    for (int i = to->count++; i > at; i--) {
        to->vector[i] = to->vector[i - 1];
    }
    to->vector[at] = vector;
}

static void take_out(guess *from, int at) {
    from->count--;
    for (int i = at; i < from->count; i++) {
        from->vector[i] = from->vector[i + 1];
    }
}

/* Changes a vector, exchanges two messages, or has one more or less. */
static void change(search *s, guess *now) {
    const int kind = draw(s, 14);
    const int at = draw(s, now->count);
    if (kind < 5) {
        now->vector[at] = near(s, now->vector[at]);
    } else if (kind < 8) {
        now->vector[at] = draw_vector(s);
    } else if (kind < 12) {
        const int other = draw(s, now->count);
        const int vector = now->vector[at];
        now->vector[at] = now->vector[other];
        now->vector[other] = vector;
    } else if (kind == 12 && now->count < CT_BASIS_MOST) {
        insert(now, draw(s, now->count + 1), draw_vector(s));
    } else if (now->count > 1) {
        take_out(now, at);
    }
}

static guess anneal(search *s, int count) {
    const int size = s->basis.topology->size;
    const int affordable = ENTRIES_MOST / (size * count);
    const int tries = affordable < TRIES_MOST ? affordable : TRIES_MOST;
    guess now = {.count = count};
    for (int i = 0; i < count; i++) {
        now.vector[i] = draw_vector(s);
    }
    judge(s, HUGE_VAL, &now);
    guess best = now;
    for (int i = 0; i < tries; i++) {
        const double heat_s = hottest * pow(coldest / hottest, (double)i / tries) * s->start_up_s;
        const double most_s = now.seconds - heat_s * log(draw_share(s));
        guess tried = now;
        change(s, &tried);
        judge(s, most_s, &tried);
        now = tried.seconds < most_s ? tried : now;
        if (now.seconds < best.seconds) {
            best = now;
        }
    }
    return best;
}

int ct_basis_search(const ct_topology *topology, const ct_machine *machine, double block_bytes,
                    ct_value *vectors) {
    const int size = topology->size;
    const double start_up_s = ct_machine_message_s(machine, size, 0);
    const double envelope_s = fmin(CT_ENVELOPE_BYTES * machine->byte_s, start_up_s);
    const double block_s = block_bytes * machine->byte_s;
    const double messages = start_up_s > 0 ? 2.0 * size * block_s / start_up_s : 0;
    search s = {.start_up_s = start_up_s - envelope_s,
                .envelope_s = envelope_s,
                .block_s = block_s,
                .link = machine->byte_s > 0 ? machine->link_byte_s / machine->byte_s : 0,
                .state = 1};
    int is_found = 0;
    /* On a torus `relayed` is faster than its prediction: 64 bytes on 32x32 610 us beside 711. */
    if (topology->kind != CT_MESH || size > SIZE_MOST || messages < messages_least ||
        messages > messages_most) {
        return 0;
    }
    if (ct_basis_create(topology, 2, &s.basis) == CT_OK &&
        ct_port_create(CT_BASIS_MOST, &s.port) == CT_OK) {
        guess found = anneal(&s, (int)fmin(messages + 6, CT_BASIS_MOST - 1));
        judge(&s, HUGE_VAL, &found);
        is_found = ct_basis_missing(&s.basis) == 0;
        *vectors = is_found ? (ct_value){.count = found.count} : *vectors;
        for (int i = 0; is_found && i < found.count; i++) {
            vectors->item[i] = found.vector[i];
        }
    }
    ct_basis_destroy(&s.basis);
    ct_port_destroy(&s.port);
    return is_found;
}
