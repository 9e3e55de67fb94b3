/* Topologies: numbering, links and routes. */
#include <cornerturn/topology.h>

#include "base/fail.h"

#include <limits.h>

/* Whether ranks have coordinates, and links to their neighbours. */
static int is_grid(ct_topology_kind kind) {
    return kind >= CT_HYPERCUBE;
}

ct_status ct_topology_create(ct_topology_kind kind, int axes, const int *extent,
                             ct_topology *topology) {
    int least = kind == CT_HYPERCUBE ? 0 : kind == CT_DRAGONFLY ? 3 : kind == CT_NODES ? 2 : 1;
    int most = is_grid(kind) ? CT_AXES_MOST : least;
    if (axes < least || axes > most) {
        return ct_raise(CT_ERROR_ARGUMENT, "a topology of %d axes: %d .. %d are possible", axes,
                        least, most);
    }
    ct_topology made = {.kind = kind, .size = 1, .axes = axes};
    for (int axis = 0; axis < axes; axis++) {
        if (extent[axis] < 1) {
            return ct_raise(CT_ERROR_ARGUMENT, "a topology with extent %d: extents are at least 1",
                            extent[axis]);
        }
        if (kind == CT_HYPERCUBE && extent[axis] != 2) {
            return ct_raise(CT_ERROR_ARGUMENT, "a hypercube with extent %d: all are 2",
                            extent[axis]);
        }
        if (extent[axis] > (1 << 30) / made.size) {
            return ct_raise(CT_ERROR_ARGUMENT, "a topology of more than 2^30 ranks");
        }
        made.extent[axis] = extent[axis];
        made.size *= extent[axis];
    }
    *topology = made;
    return CT_OK;
}

ct_topology ct_topology_flat(int size) {
    return (ct_topology){.kind = CT_FLAT, .size = size, .axes = 1, .extent = {size}};
}

static int stride_of(const ct_topology *topology, int axis) {
    int stride = 1;
    for (int below = 0; below < axis; below++) {
        stride *= topology->extent[below];
    }
    return stride;
}

int ct_topology_coordinate(const ct_topology *topology, int rank, int axis) {
    return rank / stride_of(topology, axis) % topology->extent[axis];
}

int ct_topology_rank(const ct_topology *topology, const int *coordinates) {
    int rank = 0;
    for (int axis = topology->axes - 1; axis >= 0; axis--) {
        rank = rank * topology->extent[axis] + coordinates[axis];
    }
    return rank;
}

int ct_topology_dimension(const ct_topology *topology) {
    int dimension = 0;
    while (1 << dimension < topology->size) {
        dimension++;
    }
    return 1 << dimension == topology->size ? dimension : -1;
}

int ct_topology_has_nodes(const ct_topology *topology) {
    return topology->kind == CT_NODES || topology->kind == CT_DRAGONFLY;
}

int ct_topology_node_ranks(const ct_topology *topology) {
    return ct_topology_has_nodes(topology) ? topology->extent[0] : 1;
}

int ct_topology_node(const ct_topology *topology, int rank) {
    return rank / ct_topology_node_ranks(topology);
}

/* Ranks of a group of a dragonfly. */
static int group_ranks(const ct_topology *topology) {
    return topology->extent[0] * topology->extent[1];
}

/* Link 2 (axis + axes rank) leaves `rank` upwards along the axis, the next one downwards. On a
 * dragonfly, a group's links are ordered by the other group. */
ptrdiff_t ct_topology_links(const ct_topology *topology) {
    if (topology->kind == CT_DRAGONFLY) {
        return (ptrdiff_t)topology->extent[2] * (topology->extent[2] - 1);
    }
    return is_grid(topology->kind) ? (ptrdiff_t)2 * topology->axes * topology->size : 0;
}

/* Length of the axis' ring, or 0 without a wrap-around link: a ring of two has one link, not
 * two. */
static int ring(const ct_topology *topology, int axis) {
    return topology->kind == CT_TORUS && topology->extent[axis] > 2 ? topology->extent[axis] : 0;
}

int ct_topology_link_ends(const ct_topology *topology, ptrdiff_t link, int *from, int *to) {
    if (link < 0 || link >= ct_topology_links(topology)) {
        return 0;
    }
    if (topology->kind == CT_DRAGONFLY) {
        int others = topology->extent[2] - 1;
        int group = (int)(link / others);
        int other = (int)(link % others);
        *from = group * group_ranks(topology);
        *to = (other + (other >= group)) * group_ranks(topology);
        return 1;
    }
    int upwards = link % 2 == 0;
    int axis = (int)(link / 2 % topology->axes);
    int rank = (int)(link / 2 / topology->axes);
    int stride = stride_of(topology, axis);
    int extent = topology->extent[axis];
    int at = rank / stride % extent;
    int next = upwards ? at + 1 : at - 1;
    if (next < 0 || next >= extent) {
        if (ring(topology, axis) == 0) {
            return 0;
        }
        next = upwards ? 0 : extent - 1;
    }
    *from = rank;
    *to = rank + (next - at) * stride;
    return 1;
}

/* Coordinates along the route's axis; divisions are what routes cost, so they are done once an
 * axis. */
static void enter_axis(ct_route *route) {
    if (route->axis < route->topology->axes) {
        int extent = route->topology->extent[route->axis];
        route->here = route->here_above % extent;
        route->there = route->there_above % extent;
        route->here_above /= extent;
        route->there_above /= extent;
    }
}

ct_route ct_route_start(const ct_topology *topology, int from, int to) {
    int axis = ct_topology_links(topology) > 0 ? 0 : topology->axes;
    ct_route route = {.topology = topology,
                      .at = from,
                      .axis = axis,
                      .stride = 1,
                      .here_above = from,
                      .there_above = to};
    if (topology->kind != CT_DRAGONFLY) {
        enter_axis(&route);
    }
    return route;
}

/* Yields the link between two groups, once. */
static ptrdiff_t next_between_groups(ct_route *route) {
    const ct_topology *topology = route->topology;
    int group = route->here_above / group_ranks(topology);
    int other = route->there_above / group_ranks(topology);
    route->here_above = route->there_above;
    return group == other ? -1
                          : (ptrdiff_t)group * (topology->extent[2] - 1) + other - (other > group);
}

/* Takes at most `most` links along the axis towards where it goes, up to the end of the axis. */
static ct_route_run run_along(ct_route *route, int most) {
    const ct_topology *topology = route->topology;
    int extent = topology->extent[route->axis];
    int length = ring(topology, route->axis);
    int above = route->there > route->here;
    int apart = above ? route->there - route->here : route->here - route->there;
    int upwards = above == (length == 0 || 2 * apart <= length);
    int before_wrap = upwards ? extent - route->here : route->here + 1;
    int count = upwards == above ? apart : before_wrap;
    count = count < most ? count : most;
    int next = upwards ? route->here + count : route->here - count;
    next = next < 0 ? extent - 1 : next == extent ? 0 : next;
    ptrdiff_t stride = 2 * (ptrdiff_t)topology->axes * route->stride;
    ct_route_run run = {.first = 2 * ((ptrdiff_t)route->at * topology->axes + route->axis) +
                                 (upwards ? 0 : 1),
                        .stride = upwards ? stride : -stride,
                        .count = count};
    route->at += (next - route->here) * route->stride;
    route->here = next;
    return run;
}

/* The next links of the route that are evenly spaced, at most `most`; none at its end. */
static ct_route_run next_run(ct_route *route, int most) {
    const ct_topology *topology = route->topology;
    if (topology->kind == CT_DRAGONFLY) {
        ptrdiff_t link = next_between_groups(route);
        return (ct_route_run){.first = link, .count = link >= 0};
    }
    while (route->axis < topology->axes) {
        if (route->here != route->there) {
            return run_along(route, most);
        }
        route->stride *= topology->extent[route->axis];
        route->axis++;
        enter_axis(route);
    }
    return (ct_route_run){.first = -1};
}

ptrdiff_t ct_route_next(ct_route *route) {
    return next_run(route, 1).first;
}

ct_route_run ct_route_next_run(ct_route *route) {
    return next_run(route, INT_MAX);
}

int ct_topology_distance(const ct_topology *topology, int from, int to) {
    int links = 0;
    ct_route route = ct_route_start(topology, from, to);
    for (int count; (count = ct_route_next_run(&route).count) > 0;) {
        links += count;
    }
    return links;
}
