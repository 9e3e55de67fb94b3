/* Where ranks and links stand in a picture of a topology. One unit is the distance of neighbours.
 */
#ifndef CT_DRAW_SKETCH_H
#define CT_DRAW_SKETCH_H

#include "draw/svg.h"

#include <cornerturn/topology.h>

/* Radius of the circle that stands for a rank, in units. */
#define CT_SKETCH_RANK 0.22

/* Ranks that differ in the first axes only form a block, a plane or a cube, whose links are drawn
 * from rank to rank. Blocks lie side by side and below one another, each in a frame; links between
 * them would run over other ranks and are cut off at both ends. */
typedef struct ct_sketch {
    const ct_topology *topology;
    double unit;                    /* pixels */
    int inner;                      /* axes of a block; the others lead to other blocks */
    ct_point axis[CT_AXES_MOST];    /* step along each axis, in units; no links: unused */
    ct_point along[CT_AXES_MOST];   /* direction of its links, of length 1 */
    double stub;                    /* how far from a rank's centre a link that is cut off ends */
    double apart;                   /* from a rank to the messages on it, where many fan out */
    ct_point block_low, block_high; /* corners of a block, from its first rank, with a margin */
    double radius;                  /* of the circle of ranks without links */
    ct_point low, high;             /* corners of the picture, in units */
} ct_sketch;

ct_sketch ct_sketch_of(const ct_topology *topology);

/* In pixels. */
double ct_sketch_width(const ct_sketch *sketch);
double ct_sketch_height(const ct_sketch *sketch);

/* The place of a rank, in units from the upper left corner. */
ct_point ct_sketch_place(const ct_sketch *sketch, int rank);

/* On the circle: its centre, and the angle of a rank, from the top clockwise. */
ct_point ct_sketch_centre(const ct_sketch *sketch);
double ct_sketch_angle(const ct_sketch *sketch, double rank);

/* The name of a rank's node, which stands outside the circle; the size of such names, in pixels. */
enum { CT_NODE_NAME = 64 };
void ct_sketch_node_name(const ct_topology *topology, int rank, char name[CT_NODE_NAME]);
double ct_sketch_name_px(const ct_sketch *sketch);

/* Whether there are several blocks. */
int ct_sketch_has_blocks(const ct_sketch *sketch);

/* One directed link between two ranks. A cut one leaves `from` and comes in at `to` in the same
 * direction: one between blocks, or round the edge of a torus. */
typedef struct ct_sketch_link {
    ct_point from, to, along; /* places of the ranks, and the direction of travel, of length 1 */
    int is_cut;
} ct_sketch_link;

ct_sketch_link ct_sketch_link_of(const ct_sketch *sketch, int from, int to);

#endif
