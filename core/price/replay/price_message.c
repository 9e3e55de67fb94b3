/* The time of a message: start-up, distance, and shared links. */
#include "price/replay/price.h"

#include "base/fail.h"

#include <stdlib.h>

/* The channels of a message: links, or the interfaces of two nodes. */
typedef struct channel_walk {
    ct_route route;
    ptrdiff_t base;         /* of the message's rail */
    ptrdiff_t interface[2]; /* of the sender's node, outwards, and of the receiver's, inwards */
    int interfaces;         /* still to come */
} channel_walk;

typedef struct channels {
    int *messages; /* by rail and channel, in the step at hand */
    double *bytes;
    double *bytes_in_all;
    ptrdiff_t *used;
    ptrdiff_t used_count;
} channels;

typedef struct pass {
    const ct_pricing *pricing;
    channels *channels;
} pass;

static ptrdiff_t interfaces(const ct_topology *topology) {
    return ct_topology_has_nodes(topology)
               ? 2 * (ptrdiff_t)(topology->size / ct_topology_node_ranks(topology))
               : 0;
}

static ptrdiff_t channel_count(const ct_topology *topology) {
    return interfaces(topology) + ct_topology_links(topology);
}

static int same_node(const ct_topology *topology, int a, int b) {
    return ct_topology_node(topology, a) == ct_topology_node(topology, b);
}

static channel_walk channels_of(const ct_pricing *pricing, int from, const ct_move *move) {
    const ct_topology *topology = pricing->topology;
    int to = move->send_to;
    int rails = pricing->machine->rails;
    channel_walk walk = {.route = ct_route_start(topology, from, to),
                         .base = (rails > 0 ? move->rail % rails : move->rail) *
                                 channel_count(topology)};
    if (ct_topology_has_nodes(topology) && !same_node(topology, from, to)) {
        walk.interface[0] = 2 * (ptrdiff_t)ct_topology_node(topology, from);
        walk.interface[1] = 2 * (ptrdiff_t)ct_topology_node(topology, to) + 1;
        walk.interfaces = 2;
    }
    return walk;
}

static ptrdiff_t next_channel(channel_walk *walk) {
    if (walk->interfaces > 0) {
        return walk->base + walk->interface[--walk->interfaces];
    }
    ptrdiff_t link = ct_route_next(&walk->route);
    return link < 0 ? -1 : walk->base + interfaces(walk->route.topology) + link;
}

static double bytes_of(const ct_pricing *pricing, int from, const ct_move *move) {
    return (double)ct_schedule_sent(pricing->ensemble->schedules[from], move) *
           pricing->token_bytes;
}

static void load_channels(void *context, int from, const ct_move *move) {
    const ct_pricing *pricing = ((pass *)context)->pricing;
    channels *c = ((pass *)context)->channels;
    if (pricing->machine->link_byte_s == 0) { /* not needed */
        return;
    }
    double bytes = bytes_of(pricing, from, move);
    channel_walk walk = channels_of(pricing, from, move);
    for (ptrdiff_t k; (k = next_channel(&walk)) >= 0;) {
        if (c->messages[k]++ == 0) {
            c->used[c->used_count++] = k;
        }
        c->bytes[k] += bytes;
        c->bytes_in_all[k] += bytes;
    }
}

static double message_s(const ct_pricing *pricing, const channels *c, int from,
                        const ct_move *move) {
    const ct_machine *machine = pricing->machine;
    const ct_topology *topology = pricing->topology;
    double bytes = bytes_of(pricing, from, move);
    double synchronised_s = (move->flags & CT_MOVE_PAIRWISE) != 0 ? machine->pairwise_s : 0;
    if (ct_topology_has_nodes(topology) && same_node(topology, from, move->send_to)) {
        return synchronised_s + machine->local_start_up_s + bytes * machine->local_byte_s;
    }
    double transmit_s = bytes * machine->byte_s;
    double reach_s = machine->start_up_s + ct_machine_distance_s(machine, topology->size);
    if (machine->link_byte_s == 0 && machine->hop_s == 0) { /* the route does not matter */
        return synchronised_s + reach_s + transmit_s;
    }
    channel_walk walk = channels_of(pricing, from, move);
    int hops = -walk.interfaces; /* interfaces are not hops */
    for (ptrdiff_t k; (k = next_channel(&walk)) >= 0; hops++) {
        double link_s = c->bytes[k] * machine->link_byte_s;
        transmit_s = link_s > transmit_s ? link_s : transmit_s;
    }
    return synchronised_s + reach_s + hops * machine->hop_s + transmit_s;
}

static void price_one(void *context, int from, const ct_move *move) {
    const ct_pricing *pricing = ((pass *)context)->pricing;
    const channels *c = ((pass *)context)->channels;
    pricing->duration_s[ct_ensemble_number(pricing->ensemble, from, move)] =
        message_s(pricing, c, from, move);
}

static void clear(channels *c) {
    for (; c->used_count > 0; c->used_count--) {
        ptrdiff_t k = c->used[c->used_count - 1];
        c->messages[k] = 0;
        c->bytes[k] = 0;
    }
}

static void price_alone(void *context, int from, const ct_move *move) {
    load_channels(context, from, move);
    price_one(context, from, move);
    clear(((pass *)context)->channels);
}

static double busiest_s(const ct_pricing *pricing, const channels *c, size_t places) {
    double most = 0;
    for (size_t k = 0; k < places; k++) {
        most = c->bytes_in_all[k] > most ? c->bytes_in_all[k] : most;
    }
    return most * pricing->machine->link_byte_s;
}

ct_status ct_price_messages(ct_pricing *pricing, int share, double *busiest) {
    ct_status status = CT_OK;
    const ct_ensemble *ensemble = pricing->ensemble;
    channels c = {0};
    size_t places = (size_t)(ct_ensemble_rails(ensemble) * channel_count(pricing->topology)) + 1;
    int *cursors = calloc(2 * (size_t)ensemble->size, sizeof *cursors); /* of the two passes */
    c.messages = calloc(places, sizeof *c.messages);
    c.bytes = calloc(places, sizeof *c.bytes);
    c.bytes_in_all = calloc(places, sizeof *c.bytes_in_all);
    c.used = calloc(places, sizeof *c.used);
    if (c.messages == NULL || c.bytes == NULL || c.bytes_in_all == NULL || c.used == NULL ||
        cursors == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory to price the messages over %zu links", places);
    }
    pass both = {pricing, &c};
    int steps = ct_ensemble_steps(ensemble);
    for (int step = 1; step <= steps; step++) {
        if (share) {
            ct_ensemble_sends(ensemble, step, cursors + ensemble->size, load_channels, &both);
        }
        ct_ensemble_sends(ensemble, step, cursors, share ? price_one : price_alone, &both);
        clear(&c);
    }
    *busiest = busiest_s(pricing, &c, places);
cleanup:
    free(c.messages);
    free(c.bytes);
    free(c.bytes_in_all);
    free(c.used);
    free(cursors);
    return status;
}
