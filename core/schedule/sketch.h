/* Where ranks and links stand in a picture of a topology. One unit is the distance of neighbours.
 */
#ifndef CT_SCHEDULE_SKETCH_H
#define CT_SCHEDULE_SKETCH_H

#include "schedule/svg.h"

#include <cornerturn/topology.h>

typedef struct ct_sketch {
    const ct_topology *topology;
    double unit;                 /* pixels */
    ct_point axis[CT_AXES_MOST]; /* step along each axis, in units; no links: unused */
    double lane[CT_AXES_MOST];   /* how far beside the line of an axis its messages run */
    double radius;               /* of the circle of ranks without links */
    ct_point low, high;          /* corners of the picture, in units */
} ct_sketch;

ct_sketch ct_sketch_of(const ct_topology *topology);

/* In pixels. */
double ct_sketch_width(const ct_sketch *sketch);
double ct_sketch_height(const ct_sketch *sketch);

/* The place of a rank, in units from the upper left corner. */
ct_point ct_sketch_place(const ct_sketch *sketch, int rank);

/* One directed link between two ranks: its axis, and whether it goes round the edge. */
typedef struct ct_sketch_link {
    ct_point from, to, along; /* places of the ranks, and the direction of travel, of length 1 */
    double lane;
    int wraps;
} ct_sketch_link;

ct_sketch_link ct_sketch_link_of(const ct_sketch *sketch, int from, int to);

#endif
