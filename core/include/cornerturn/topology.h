/*
 * Topologies: how ranks are numbered and along which links a message travels.
 *
 * Ranks are numbered with the first axis fastest: rank = x + y nx + z nx ny; bit 0 of a hypercube's
 * rank is its first dimension. Routes go axis by axis, lowest axis first: e-cube on a hypercube,
 * row then column on a mesh, the shorter way round on a torus (where both ways are equally long,
 * the one that avoids the wrap-around link). On a dragonfly a message between groups takes the one
 * link between the two; inside a group no contention is assumed. A directed link has an identifier;
 * the other topologies have no links.
 *
 * Everything here is local, pure and free of MPI.
 */
#ifndef CORNERTURN_TOPOLOGY_H
#define CORNERTURN_TOPOLOGY_H

#include <cornerturn/public.h>
#include <cornerturn/status.h>
#include <stddef.h>

CT_PUBLIC_BEGIN

typedef enum ct_topology_kind {
    CT_FLAT,      /* "flat:12": 12 ranks, nothing known of their network */
    CT_FAT_TREE,  /* "fattree:64": 64 ranks, full bisection, so that no link is ever shared */
    CT_NODES,     /* "nodes:4x8": 4 nodes of 8 consecutive ranks each */
    CT_DRAGONFLY, /* "dragonfly:2x4x8": 2 groups of 4 such nodes, a link between every two groups */
    CT_HYPERCUBE, /* "hypercube:6": 2^6 ranks */
    CT_MESH,      /* "mesh:4x12": nx x ny (x nz ..) */
    CT_TORUS      /* "torus:16x16": the same with wrap-around links */
} ct_topology_kind;

enum { CT_AXES_MOST = 30 };

/* A plain value; copy it freely. Made by the functions below. */
typedef struct ct_topology {
    ct_topology_kind kind;
    int size; /* ranks */
    int axes;
    int extent[CT_AXES_MOST]; /* by axis; hypercube: 2 each; nodes, dragonfly: ranks of a node, then
                                 nodes (of a group, then groups) */
} ct_topology;

/* Reads "hypercube:6", "mesh:8x8", "flat:12", "nodes:4x8", ... CT_ERROR_CONFIG says what is wrong
 * with the text and which forms exist. At most 2^30 ranks. Local. */
ct_status ct_topology_parse(const char *text, ct_topology *topology);

/* The topology of a kind with these extents (by axis; a hypercube's extents are all 2).
 * CT_ERROR_ARGUMENT for extents below 1 or more than 2^30 ranks. Local. */
ct_status ct_topology_create(ct_topology_kind kind, int axes, const int *extent,
                             ct_topology *topology);

/* The flat topology of `size` >= 1 ranks. Local. */
ct_topology ct_topology_flat(int size);

enum { CT_TOPOLOGY_TEXT = 64 };

/* Writes the form ct_topology_parse reads, cut to CT_TOPOLOGY_TEXT characters with its end. Local.
 */
void ct_topology_format(const ct_topology *topology, char text[CT_TOPOLOGY_TEXT]);

/* Name of a kind as in "mesh:8x8", or NULL past the last. Local. */
const char *ct_topology_kind_name(int kind);

/* Coordinate of a rank along an axis, and the way back (coordinates in range). Local. */
int ct_topology_coordinate(const ct_topology *topology, int rank, int axis);
int ct_topology_rank(const ct_topology *topology, const int *coordinates);

/* d when the number of ranks is 2^d, otherwise -1. Local. */
int ct_topology_dimension(const ct_topology *topology);

/* Whether the topology has nodes, and the ranks of one: consecutive ones, which share memory and a
 * network interface. Otherwise every rank is its own node. Local. */
int ct_topology_has_nodes(const ct_topology *topology);
int ct_topology_node_ranks(const ct_topology *topology);

/* Node of a rank. Local. */
int ct_topology_node(const ct_topology *topology, int rank);

/* Number of identifiers of directed links, 0 for a topology without links. Some identifiers (beyond
 * the edge of a mesh) belong to no link. Local. */
ptrdiff_t ct_topology_links(const ct_topology *topology);

/* Ends of a directed link; of one between groups, the first rank of each. Returns 0 where the
 * identifier belongs to no link. Local. */
int ct_topology_link_ends(const ct_topology *topology, ptrdiff_t link, int *from, int *to);

/* Links between two ranks; 0 for a topology without links. Local. */
int ct_topology_distance(const ct_topology *topology, int from, int to);

/* The links of a route in order:
 *     ct_route route = ct_route_start(topology, from, to);
 *     for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0;) ... Local. */
typedef struct ct_route {
    const ct_topology *topology;
    int at, axis, stride;
    int here, there;             /* coordinates along the axis, where it is and where it goes */
    int here_above, there_above; /* both ends without this axis and those below it */
} ct_route;

ct_route ct_route_start(const ct_topology *topology, int from, int to);

/* The next link, or -1 at the end. Local. */
ptrdiff_t ct_route_next(ct_route *route);

/* The next links that lie on one axis before the wrap-around: first, first + stride, ..; `count`, 0
 * at the end. Long routes are counted by runs in a fraction of the time. Local. */
typedef struct ct_route_run {
    ptrdiff_t first, stride;
    int count;
} ct_route_run;

ct_route_run ct_route_next_run(ct_route *route);

CT_PUBLIC_END

#endif
