/*
 * Sketches: a mesh or torus lies in the plane, further axes side by side and below one another; a
 * hypercube is oblique cubes of three dimensions, set likewise; other ranks form a circle.
 */
#include "schedule/sketch.h"

#include <math.h>

static const double full_turn = 6.283185307179586;
static const double margin = 0.8;   /* round everything, in units */
static const double edge_px = 1100; /* a picture tends to be this wide */

/* Odd axes go down, even ones right, each leaving room for all before it. */
static void lay_grid(ct_sketch *sketch) {
    double extent[2] = {0, 0}; /* of what is laid so far, rightwards and downwards */
    for (int axis = 0; axis < sketch->topology->axes; axis++) {
        int down = axis % 2;
        double step = axis < 2 ? 1 : extent[down] + 1.6;
        sketch->axis[axis] = down ? (ct_point){0, step} : (ct_point){step, 0};
        int layer = axis / 2; /* parallel axes have lanes further out */
        sketch->lane[axis] = 0.28 + 0.09 * layer;
        extent[down] += step * (sketch->topology->extent[axis] - 1);
    }
}

static void lay_cube(ct_sketch *sketch) {
    static const ct_point cube[] = {{1.85, 0}, {0, 1.5}, {0.95, -0.7}};
    double extent[2] = {2.8, 2.2};
    for (int axis = 0; axis < sketch->topology->axes; axis++) {
        int down = axis % 2 == 0; /* the fourth to the right, the fifth downwards */
        double step = extent[down] + 1;
        int layer = axis < 3 ? 0 : (axis - 1) / 2; /* parallel axes have lanes further out */
        sketch->lane[axis] = 0.28 + 0.08 * layer;
        if (axis < 3) {
            sketch->axis[axis] = cube[axis];
        } else {
            sketch->axis[axis] = down ? (ct_point){0, step} : (ct_point){step, 0};
            extent[down] += step;
        }
    }
}

/* Of one rank each, between nodes. */
static int gaps(const ct_topology *topology) {
    return ct_topology_has_nodes(topology) ? topology->size / ct_topology_node_ranks(topology) : 0;
}

static void lay_circle(ct_sketch *sketch) {
    double around = 0.9 * sketch->topology->size;
    around += 0.9 * gaps(sketch->topology);
    sketch->radius = fmax(around / full_turn, 1.2);
    sketch->low = (ct_point){-sketch->radius, -sketch->radius};
    sketch->high = (ct_point){sketch->radius, sketch->radius};
}

ct_sketch ct_sketch_of(const ct_topology *topology) {
    ct_sketch sketch = {.topology = topology};
    if (topology->kind < CT_HYPERCUBE) {
        lay_circle(&sketch);
    } else if (topology->kind == CT_HYPERCUBE) {
        lay_cube(&sketch);
    } else {
        lay_grid(&sketch);
    }
    for (int axis = 0; sketch.radius == 0 && axis < topology->axes; axis++) {
        int last = topology->extent[axis] - 1;
        ct_point step = sketch.axis[axis];
        sketch.low.x += fmin(0, last * step.x);
        sketch.low.y += fmin(0, last * step.y);
        sketch.high.x += fmax(0, last * step.x);
        sketch.high.y += fmax(0, last * step.y);
    }
    double width = sketch.high.x - sketch.low.x + 2 * margin;
    sketch.unit = fmin(fmax(edge_px / width, 16), 64);
    return sketch;
}

double ct_sketch_width(const ct_sketch *sketch) {
    return (sketch->high.x - sketch->low.x + 2 * margin) * sketch->unit;
}

double ct_sketch_height(const ct_sketch *sketch) {
    return (sketch->high.y - sketch->low.y + 2 * margin) * sketch->unit;
}

/* The place on the circle, from the top clockwise. */
static ct_point on_circle(const ct_sketch *sketch, int rank) {
    const ct_topology *topology = sketch->topology;
    double places = topology->size + gaps(topology);
    double place = rank + (gaps(topology) > 0 ? ct_topology_node(topology, rank) + 0.5 : 0);
    double angle = full_turn * place / places;
    return (ct_point){sketch->radius * sin(angle), -sketch->radius * cos(angle)};
}

ct_point ct_sketch_place(const ct_sketch *sketch, int rank) {
    ct_point place = {0, 0};
    if (sketch->radius > 0) {
        place = on_circle(sketch, rank);
    }
    for (int axis = 0; sketch->radius == 0 && axis < sketch->topology->axes; axis++) {
        int at = ct_topology_coordinate(sketch->topology, rank, axis);
        place.x += at * sketch->axis[axis].x;
        place.y += at * sketch->axis[axis].y;
    }
    return (ct_point){place.x - sketch->low.x + margin, place.y - sketch->low.y + margin};
}

ct_sketch_link ct_sketch_link_of(const ct_sketch *sketch, int from, int to) {
    const ct_topology *topology = sketch->topology;
    ct_sketch_link link = {.from = ct_sketch_place(sketch, from),
                           .to = ct_sketch_place(sketch, to)};
    int axis = 0;
    while (ct_topology_coordinate(topology, from, axis) ==
           ct_topology_coordinate(topology, to, axis)) {
        axis++;
    }
    int upwards =
        ct_topology_coordinate(topology, to, axis) - ct_topology_coordinate(topology, from, axis);
    link.wraps = upwards != 1 && upwards != -1;
    link.lane = sketch->lane[axis];
    ct_point step = sketch->axis[axis];
    double length = hypot(step.x, step.y) * ((upwards > 0) != link.wraps ? 1 : -1);
    link.along = (ct_point){step.x / length, step.y / length};
    return link;
}
