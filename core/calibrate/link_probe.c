#include "calibrate/link_probe.h"

#include "base/fail.h"

#include <cornerturn/schedule.h>
#include <stdlib.h>

/* The longest axis; on a dragonfly the one of the groups, the only one with links. */
static int longest_axis(const ct_topology *topology) {
    int longest = 0;
    if (topology->kind == CT_DRAGONFLY) {
        return topology->axes - 1;
    }
    for (int axis = 1; axis < topology->axes; axis++) {
        longest = topology->extent[axis] > topology->extent[longest] ? axis : longest;
    }
    return longest;
}

/* The rank at a distance along the axis, cyclically on a ring. */
static int shifted(const ct_topology *topology, int rank, int axis, int by) {
    const int extent = topology->extent[axis];
    int coordinates[CT_AXES_MOST] = {0};
    for (int i = 0; i < topology->axes; i++) {
        coordinates[i] = ct_topology_coordinate(topology, rank, i);
    }
    int place = coordinates[axis] + by;
    if (topology->kind == CT_TORUS) {
        place = (place + extent) % extent;
    }
    if (place < 0 || place >= extent) {
        return CT_NOBODY;
    }
    coordinates[axis] = place;
    return ct_topology_rank(topology, coordinates);
}

static int bits_reversed(const ct_topology *topology, int rank) {
    int reversed = 0;
    for (int bit = 0; bit < topology->axes; bit++) {
        reversed = 2 * reversed + (rank >> bit & 1);
    }
    return reversed;
}

ct_link_probe ct_link_probe_of(const ct_topology *topology, int rank) {
    if (topology->kind == CT_HYPERCUBE) {
        int other = bits_reversed(topology, rank);
        return (ct_link_probe){other, other};
    }
    const int axis = longest_axis(topology);
    const int extent = topology->extent[axis];
    const int by = topology->kind == CT_TORUS ? (extent - 1) / 2 : extent / 2;
    return (ct_link_probe){shifted(topology, rank, axis, by), shifted(topology, rank, axis, -by)};
}

ct_status ct_link_probe_count(const ct_topology *topology, int *shared) {
    const ptrdiff_t links = ct_topology_links(topology);
    int *messages = calloc((size_t)links + 1, sizeof *messages);
    *shared = 0;
    if (messages == NULL) {
        return ct_raise(CT_ERROR_MEMORY, "no memory for the loads of %td links", links);
    }
    for (int rank = 0; links > 0 && rank < topology->size; rank++) {
        const int to = ct_link_probe_of(topology, rank).to;
        ct_route route = ct_route_start(topology, rank, to == CT_NOBODY ? rank : to);
        for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0;) {
            messages[link]++;
            *shared = messages[link] > *shared ? messages[link] : *shared;
        }
    }
    free(messages);
    return CT_OK;
}

double ct_link_probe_speed(int shared, double alone_s, double probe_s) {
    return probe_s > alone_s ? shared * (alone_s / probe_s) : shared;
}
