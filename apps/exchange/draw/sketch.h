/* Positions of ranks and links in a picture of a topology. One unit is the distance of neighbours.
 */
#ifndef CT_APPS_EXCHANGE_DRAW_SKETCH_H
#define CT_APPS_EXCHANGE_DRAW_SKETCH_H

#include "apps/exchange/draw/svg.h"

#include <cornerturn/topology.h>

/* Radius of the circle that stands for a rank, in units. */
#define DRAW_SKETCH_RANK 0.22

/* Ranks that differ in the first axes only form a block, a plane or a cube, whose links are drawn
 * from rank to rank. Blocks lie side by side and below one another, each in a frame; links between
 * them would run over other ranks and are cut off at both ends. */
typedef struct draw_sketch {
    const ct_topology *topology;
    double unit;                      /* pixels */
    int inner;                        /* axes of a block; the others lead to other blocks */
    draw_point axis[CT_AXES_MOST];    /* step along each axis, in units; no links: unused */
    draw_point along[CT_AXES_MOST];   /* direction of its links, of length 1 */
    double stub;                      /* how far from a rank's centre a link that is cut off ends */
    double apart;                     /* from a rank to the messages on it, where many fan out */
    draw_point block_low, block_high; /* corners of a block, from its first rank, with a margin */
    double radius;                    /* of the circle of ranks without links */
    draw_point low, high;             /* corners of the picture, in units */
} draw_sketch;

draw_sketch draw_sketch_of(const ct_topology *topology);

/* In pixels. */
double draw_sketch_width(const draw_sketch *sketch);
double draw_sketch_height(const draw_sketch *sketch);

/* The place of a rank, in units from the upper left corner. */
draw_point draw_sketch_place(const draw_sketch *sketch, int rank);

/* On the circle: its centre, and the angle of a rank, from the top clockwise. */
draw_point draw_sketch_centre(const draw_sketch *sketch);
double draw_sketch_angle(const draw_sketch *sketch, double rank);

/* The name of a rank's node, which stands outside the circle; the size of such names, in pixels. */
enum { DRAW_NODE_NAME = 64 };
void draw_sketch_node_name(const ct_topology *topology, int rank, char name[DRAW_NODE_NAME]);
double draw_sketch_name_px(const draw_sketch *sketch);

/* Whether there are several blocks. */
int draw_sketch_has_blocks(const draw_sketch *sketch);

/* One directed link between two ranks. A cut one leaves `from` and comes in at `to` in the same
 * direction: one between blocks, or round the edge of a torus. */
typedef struct draw_sketch_link {
    draw_point from, to, along; /* places of the ranks, and the direction of travel, of length 1 */
    int is_cut;
} draw_sketch_link;

draw_sketch_link draw_sketch_link_of(const draw_sketch *sketch, int from, int to);

#endif
