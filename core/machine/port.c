#include "machine/port.h"

#include "base/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

ct_status ct_port_create(int messages, ct_port *port) {
    const size_t most = (size_t)messages + 1;
    *port = (ct_port){.on_their_way = malloc(most * sizeof *port->on_their_way),
                      .has_arrived = calloc(most, 1)};
    return port->on_their_way != NULL && port->has_arrived != NULL
               ? CT_OK
               : ct_raise(CT_ERROR_MEMORY, "no memory for %d messages of a port", messages);
}

void ct_port_destroy(ct_port *port) {
    free(port->on_their_way);
    free(port->has_arrived);
    *port = (ct_port){.now_s = 0};
}

void ct_port_reset(ct_port *port) {
    memset(port->has_arrived, 0, (size_t)port->end + 1);
    port->now_s = port->shared_s = 0;
    port->first = port->end = port->arrived = 0;
}

/* Lets time pass until then, or until the next message has arrived. */
static void pass(ct_port *port, double until_s) {
    const int sharing = port->end - port->first;
    const ct_port_message *next = &port->on_their_way[port->first];
    const double end_s =
        sharing > 0 ? port->now_s + (next->end_s - port->shared_s) * sharing : HUGE_VAL;
    if (sharing == 0 || end_s > until_s) {
        port->shared_s += sharing > 0 ? (until_s - port->now_s) / sharing : 0;
        port->now_s = until_s;
        return;
    }
    port->shared_s = next->end_s;
    port->now_s = end_s;
    port->has_arrived[next->number] = 1;
    port->first++;
    while (port->has_arrived[port->arrived]) {
        port->arrived++;
    }
}

void ct_port_spend(ct_port *port, double seconds) {
    const double until_s = port->now_s + seconds;
    while (port->now_s < until_s) {
        pass(port, until_s);
    }
}

void ct_port_await(ct_port *port, int messages) {
    while (port->arrived < messages) {
        pass(port, HUGE_VAL);
    }
}

void ct_port_post(ct_port *port, double seconds) {
    const ct_port_message posted = {port->shared_s + seconds, port->end};
    int at = port->end++;
    for (; at > port->first && port->on_their_way[at - 1].end_s > posted.end_s; at--) {
        port->on_their_way[at] = port->on_their_way[at - 1];
    }
    port->on_their_way[at] = posted;
}
