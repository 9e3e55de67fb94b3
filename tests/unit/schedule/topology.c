/* Topologies: text, numbering, routes link by link, errors. */
#include "expect.h"

#include <cornerturn/topology.h>

#include <stdlib.h>

static ct_topology parsed(const char *text) {
    ct_topology topology = {0};
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    return topology;
}

static void expect_round_trip(const char *text, int size) {
    char written[CT_TOPOLOGY_TEXT];
    ct_topology topology = parsed(text);
    EXPECT_INT(topology.size, size);
    ct_topology_format(&topology, written);
    EXPECT_TEXT(written, text);
    EXPECT_INT(strlen(written), strlen(text));
}

static void expect_error(const char *text, const char *message) {
    ct_topology topology;
    EXPECT_INT(ct_topology_parse(text, &topology), CT_ERROR_CONFIG);
    EXPECT_TEXT(ct_error_message(), message);
}

/* The distance along one axis, reckoned without routes. */
static int apart(const ct_topology *topology, int from, int to, int axis) {
    int extent = topology->extent[axis];
    int d = abs(ct_topology_coordinate(topology, from, axis) -
                ct_topology_coordinate(topology, to, axis));
    return topology->kind == CT_TORUS && extent - d < d ? extent - d : d;
}

/* By runs a route has the same links as one by one, none left over. */
static void expect_runs(const ct_topology *topology, int from, int to) {
    ct_route route = ct_route_start(topology, from, to);
    ct_route by_runs = route;
    for (ct_route_run run; (run = ct_route_next_run(&by_runs)).count > 0;) {
        for (int i = 0; i < run.count; i++) {
            EXPECT_INT(ct_route_next(&route), run.first + i * run.stride);
        }
    }
    EXPECT_INT(ct_route_next(&route), -1);
}

/* Every route is a chain of links from its start to its end, axes never falling, shortest. */
static void expect_routes(const char *text) {
    ct_topology topology = parsed(text);
    for (int from = 0; from < topology.size; from++) {
        for (int to = 0; to < topology.size; to++) {
            int at = from;
            int axis = 0;
            int links = 0;
            int shortest = 0;
            ct_route route = ct_route_start(&topology, from, to);
            for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0; links++) {
                int tail = -1;
                int head = -1;
                EXPECT(link < ct_topology_links(&topology));
                EXPECT(ct_topology_link_ends(&topology, link, &tail, &head));
                EXPECT_INT(tail, at);
                while (ct_topology_coordinate(&topology, tail, axis) ==
                       ct_topology_coordinate(&topology, head, axis)) {
                    axis++;
                    EXPECT(axis < topology.axes);
                }
                at = head;
            }
            for (int a = 0; a < topology.axes; a++) {
                shortest += apart(&topology, from, to, a);
            }
            EXPECT_INT(at, to);
            EXPECT_INT(links, shortest);
            EXPECT_INT(ct_topology_distance(&topology, from, to), shortest);
            expect_runs(&topology, from, to);
        }
    }
}

/* Each pair of neighbours has one link in each direction, and no other identifier is a link. */
static void expect_links(const char *text, int links) {
    ct_topology topology = parsed(text);
    int found = 0;
    for (ptrdiff_t link = -1; link <= ct_topology_links(&topology); link++) {
        int from = 0;
        int to = 0;
        if (ct_topology_link_ends(&topology, link, &from, &to)) {
            found++;
            EXPECT_INT(ct_topology_distance(&topology, from, to), 1);
            EXPECT(from >= 0 && from < topology.size && to >= 0 && to < topology.size);
        }
    }
    EXPECT_INT(found, links);
}

static void expect_e_cube(void) {
    ct_topology cube = parsed("hypercube:6");
    for (int from = 0; from < 64; from++) {
        int at = from;
        ct_route route = ct_route_start(&cube, from, 63 - from % 7);
        for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0;) {
            int differing = at ^ (63 - from % 7);
            int tail = 0;
            int head = 0;
            EXPECT(ct_topology_link_ends(&cube, link, &tail, &head));
            EXPECT_INT(head, at ^ (differing & -differing));
            at = head;
        }
    }
}

/* The first step of a route. */
static int first_stop(const ct_topology *topology, int from, int to) {
    int tail = -1;
    int head = -1;
    ct_route route = ct_route_start(topology, from, to);
    EXPECT(ct_topology_link_ends(topology, ct_route_next(&route), &tail, &head));
    return head;
}

static void expect_ways_round(void) {
    ct_topology ring = parsed("torus:8");
    EXPECT_INT(first_stop(&ring, 0, 3), 1);
    EXPECT_INT(first_stop(&ring, 0, 5), 7);
    EXPECT_INT(first_stop(&ring, 6, 1), 7);
    EXPECT_INT(first_stop(&ring, 0, 4), 1); /* half way round: without the wrap-around link */
    EXPECT_INT(first_stop(&ring, 4, 0), 3);
    EXPECT_INT(first_stop(&ring, 6, 2), 5);
    ct_topology mesh = parsed("mesh:4x3");
    EXPECT_INT(first_stop(&mesh, 0, 11), 1); /* row first, then column */
    EXPECT_INT(first_stop(&mesh, 3, 11), 7);
}

static void expect_texts(void) {
    static const struct {
        const char *text;
        int size;
    } right[] = {{"flat:1", 1},          {"flat:12", 12},        {"fattree:64", 64},
                 {"nodes:4x8", 32},      {"hypercube:0", 1},     {"hypercube:6", 64},
                 {"mesh:8x8", 64},       {"mesh:4x12", 48},      {"mesh:8x8x8", 512},
                 {"torus:16x16", 256},   {"torus:5", 5},         {"hypercube:30", 1 << 30},
                 {"mesh:1x1x2x3x4", 24}, {"torus:2x1024", 2048}, {"dragonfly:2x4x8", 64}};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        expect_round_trip(right[i].text, right[i].size);
    }
}

static void expect_errors(void) {
    expect_error("", "expected flat:12");
    expect_error("ring:8", "topology \"ring:8\": expected flat:12");
    expect_error("meshes:8", "expected flat:12");
    expect_error("mesh", "expected flat:12");
    expect_error("mesh:", "expected mesh:NXxNY");
    expect_error("mesh:8x", "expected mesh:NXxNY");
    expect_error("mesh:8xx8", "expected mesh:NXxNY");
    expect_error("mesh:8,8", "expected mesh:NXxNY");
    expect_error("mesh:-8x8", "expected mesh:NXxNY");
    expect_error("mesh:8x8 ", "expected mesh:NXxNY");
    expect_error("flat:8x8", "expected flat:P");
    expect_error("nodes:8", "expected nodes:NODESxRANKS_OF_A_NODE");
    expect_error("dragonfly:4x8", "expected dragonfly:GROUPSxNODES_OF_A_GROUPxRANKS_OF_A_NODE");
    expect_error("dragonfly:2x4x8x2", "expected dragonfly:GROUPSxNODES");
    expect_error("dragonfly:2x0x8", "extents are at least 1");
    expect_error("dragon:2x4x8", "dragonfly:2x4x8, hypercube:6");
    expect_error("flat:0", "extents are at least 1");
    expect_error("mesh:8x0", "extents are at least 1");
    expect_error("hypercube:31", "a dimension is 0 .. 30");
    expect_error("flat:1073741825", "more than 2^30 ranks");
    expect_error("mesh:65536x65536", "more than 2^30 ranks");
    expect_error("flat:99999999999999999999", "more than 2^30 ranks");
    EXPECT_INT(ct_topology_parse(NULL, &(ct_topology){0}), CT_ERROR_CONFIG);
}

static void expect_routings(void) {
    static const char *const routed[] = {"hypercube:0", "hypercube:5", "mesh:4x5",
                                         "mesh:3x4x2",  "torus:4x6",   "torus:2x8",
                                         "torus:5x3",   "torus:1x7",   "torus:2x2x2"};
    for (size_t i = 0; i < sizeof routed / sizeof *routed; i++) {
        expect_routes(routed[i]);
    }
    expect_links("hypercube:5", 5 * 32);
    expect_links("mesh:4x5", 2 * (3 * 5 + 4 * 4));
    expect_links("torus:4x6", 4 * 24);
    expect_links("torus:2x8", 2 * 8 + 2 * 16); /* a ring of two has one link between its ranks */
    expect_links("torus:1x7", 2 * 7);
    expect_links("flat:5", 0);
    expect_links("nodes:2x3", 0);
    expect_links("dragonfly:1x4x2", 0);
    expect_links("dragonfly:4x2x3", 4 * 3);
}

/* One link between two groups, whoever is in them; none inside. */
static void expect_groups(void) {
    const int group_ranks = 2 * 3;
    ct_topology dragonfly = parsed("dragonfly:4x2x3");
    for (int from = 0; from < dragonfly.size; from++) {
        for (int to = 0; to < dragonfly.size; to++) {
            int tail = -1;
            int head = -1;
            ct_route route = ct_route_start(&dragonfly, from, to);
            ptrdiff_t link = ct_route_next(&route);
            EXPECT_INT(link >= 0, from / group_ranks != to / group_ranks);
            EXPECT_INT(ct_topology_distance(&dragonfly, from, to), link >= 0);
            if (link >= 0) {
                EXPECT(ct_topology_link_ends(&dragonfly, link, &tail, &head));
                EXPECT_INT(tail, from / group_ranks * group_ranks);
                EXPECT_INT(head, to / group_ranks * group_ranks);
                EXPECT_INT(ct_route_next(&route), -1);
            }
        }
    }
}

static void expect_created(void) {
    ct_topology nodes = parsed("nodes:4x8");
    EXPECT_INT(nodes.extent[0], 8);
    EXPECT_INT(ct_topology_node(&nodes, 7), 0);
    EXPECT_INT(ct_topology_node(&nodes, 8), 1);
    EXPECT_INT(ct_topology_distance(&nodes, 0, 31), 0);
    EXPECT_INT(ct_topology_node_ranks(&nodes), 8);
    ct_topology dragonfly = parsed("dragonfly:2x4x8");
    EXPECT_INT(dragonfly.extent[0], 8);
    EXPECT_INT(dragonfly.extent[2], 2);
    EXPECT(ct_topology_has_nodes(&dragonfly));
    EXPECT_INT(ct_topology_node_ranks(&dragonfly), 8);
    EXPECT_INT(ct_topology_node(&dragonfly, 63), 7);
    ct_topology mesh = parsed("mesh:4x5x6");
    EXPECT(!ct_topology_has_nodes(&mesh));
    EXPECT_INT(ct_topology_node_ranks(&mesh), 1);
    EXPECT_INT(ct_topology_rank(&mesh, (int[]){3, 2, 5}), 3 + 2 * 4 + 5 * 20);
    EXPECT_INT(ct_topology_coordinate(&mesh, 111, 1), 2);
    EXPECT_INT(ct_topology_dimension(&mesh), -1);
    EXPECT_INT(ct_topology_dimension(&nodes), 5);
    EXPECT_INT(ct_topology_create(CT_MESH, 2, (int[]){3, 0}, &mesh), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_topology_create(CT_MESH, 31, (int[31]){0}, &mesh), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_topology_create(CT_MESH, 0, NULL, &mesh), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_topology_create(CT_FLAT, 2, (int[]){3, 2}, &mesh), CT_ERROR_ARGUMENT);
    EXPECT_INT(ct_topology_create(CT_NODES, 1, (int[]){3}, &mesh), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "2 .. 2 are possible");
    EXPECT_INT(ct_topology_create(CT_DRAGONFLY, 2, (int[]){3, 2}, &mesh), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "3 .. 3 are possible");
    EXPECT_INT(ct_topology_create(CT_HYPERCUBE, 2, (int[]){2, 3}, &mesh), CT_ERROR_ARGUMENT);
}

int main(void) {
    expect_texts();
    expect_errors();
    expect_routings();
    expect_groups();
    expect_e_cube();
    expect_ways_round();
    expect_created();
    return expect_status();
}
