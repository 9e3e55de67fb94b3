/*
 * Sketches: a mesh or torus lies in the plane, a hypercube is oblique cubes of three dimensions;
 * further axes lead to further planes or cubes. Other ranks form a circle, by nodes where there are
 * nodes.
 */
#include "apps/exchange/draw/sketch.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double full_turn = 6.283185307179586;
/* A picture tends to be this wide; one of several blocks, whose links need space. */
static const double edge_px = 1100, blocks_px = 1700;

/* In units: round a picture, where edges of a torus are outside of it, beside names of nodes, and
 * where there are blocks in frames; round a block within its frame; between blocks, with their
 * names.
 */
static const double margin = 0.6, torus_margin = 1, name_margin = 0.8, frames_margin = 0.5;
static const double block_margin = 0.39, name_height = 0.5; /* the former beyond cut links */

/* Neighbours in planes of which there are several: links to other planes are between them. */
static const double wide = 1.4;

/* Links that are cut off; where more of them fan out of a rank, so much longer each that messages
 * and numbers stand side by side. */
static const double stub = 0.56, stub_each = 0.1;

/* Edges of a cube. Lines that cross do not do so in their middles, where arrows are. */
static const draw_point cube[] = {{1.85, 0}, {0, 1.5}, {0.75, -0.8}};

static draw_point plus(draw_point a, double times, draw_point b) {
    return (draw_point){a.x + times * b.x, a.y + times * b.y};
}

static draw_point direction(double degrees) {
    double angle = degrees * full_turn / 360;
    return (draw_point){cos(angle), -sin(angle)};
}

/* Directions in which links between planes leave a rank: in the quadrants between the links of the
 * plane. One alone is not quite diagonal: numbers at the ends of two would meet. */
static void fan_out_of_plane(draw_sketch *sketch) {
    int outer = sketch->topology->axes - sketch->inner;
    int each = (outer + 1) / 2; /* in a quadrant */
    for (int i = 0; i < outer; i++) {
        int quadrant = i % 2;
        int place = i / 2 + 1; /* in its quadrant */
        double degrees = outer == 1 ? 35 : 90 * (quadrant + (double)place / (each + 1));
        sketch->along[sketch->inner + i] = direction(degrees);
    }
}

/* Of links between cubes: in the quadrant that has no edges of a cube. */
static void fan_out_of_cube(draw_sketch *sketch) {
    int outer = sketch->topology->axes - sketch->inner;
    for (int i = 0; i < outer; i++) {
        sketch->along[sketch->inner + i] = direction(90 + 90 * (i + 1.0) / (outer + 1));
    }
}

/* Blocks go to the right along the first further axis, down along the second, and so on, each
 * leaving space for all before it. */
static void place_blocks(draw_sketch *sketch) {
    const ct_topology *topology = sketch->topology;
    double step[2] = {sketch->block_high.x - sketch->block_low.x + name_height,
                      sketch->block_high.y - sketch->block_low.y + name_height};
    sketch->low = sketch->block_low;
    sketch->high = sketch->block_high;
    for (int axis = sketch->inner; axis < topology->axes; axis++) {
        int down = (axis - sketch->inner) % 2;
        int last = topology->extent[axis] - 1;
        sketch->axis[axis] = down ? (draw_point){0, step[1]} : (draw_point){step[0], 0};
        sketch->high = plus(sketch->high, last, sketch->axis[axis]);
        step[down] *= topology->extent[axis];
    }
}

static void place_grid(draw_sketch *sketch) {
    const ct_topology *topology = sketch->topology;
    sketch->inner = topology->axes < 2 ? topology->axes : 2;
    for (int axis = 0; axis < sketch->inner; axis++) {
        double step = topology->axes > 2 ? wide : 1;
        sketch->along[axis] = axis ? (draw_point){0, 1} : (draw_point){1, 0};
        sketch->axis[axis] = axis ? (draw_point){0, step} : (draw_point){step, 0};
        sketch->block_high =
            plus(sketch->block_high, topology->extent[axis] - 1, sketch->axis[axis]);
    }
    fan_out_of_plane(sketch);
}

/* Where links leave a rank for other cubes, its cube is so large that they end clear of its edges.
 */
static void place_cube(draw_sketch *sketch) {
    sketch->inner = sketch->topology->axes < 3 ? sketch->topology->axes : 3;
    int outer = sketch->topology->axes - sketch->inner;
    sketch->apart = outer > 1 ? stub_each * (outer - 1) : 0;
    sketch->stub = stub + sketch->apart;
    double large = outer > 1 ? 1.65 + 2 * sketch->apart : outer > 0 ? 1.2 : 1;
    for (int axis = 0; axis < sketch->inner; axis++) {
        draw_point edge = {large * cube[axis].x, large * cube[axis].y};
        double length = hypot(edge.x, edge.y);
        sketch->axis[axis] = edge;
        sketch->along[axis] = (draw_point){edge.x / length, edge.y / length};
        sketch->block_low.y += fmin(0, edge.y);
        sketch->block_high.x += edge.x;
        sketch->block_high.y += fmax(0, edge.y);
    }
    fan_out_of_cube(sketch);
}

/* Of one rank each, between nodes. */
static int gaps(const ct_topology *topology) {
    return ct_topology_has_nodes(topology) ? topology->size / ct_topology_node_ranks(topology) : 0;
}

static void place_circle(draw_sketch *sketch) {
    double around = 0.9 * sketch->topology->size;
    around += 0.9 * gaps(sketch->topology);
    sketch->radius = fmax(around / full_turn, 1.2);
    sketch->low = (draw_point){-sketch->radius, -sketch->radius};
    sketch->high = (draw_point){sketch->radius, sketch->radius};
}

void draw_sketch_node_name(const ct_topology *topology, int rank, char name[DRAW_NODE_NAME]) {
    int node = ct_topology_node(topology, rank);
    if (topology->kind == CT_DRAGONFLY) {
        (void)snprintf(name, DRAW_NODE_NAME, "group %d, node %d", node / topology->extent[1],
                       node % topology->extent[1]);
    } else {
        (void)snprintf(name, DRAW_NODE_NAME, "node %d", node);
    }
}

double draw_sketch_name_px(const draw_sketch *sketch) {
    return fmin(fmax(0.2 * sketch->unit, 9), 13);
}

/* Adds space for names on the left and right, which do not shrink with the picture. */
static void widen_for_names(draw_sketch *sketch) {
    char name[DRAW_NODE_NAME];
    draw_sketch_node_name(sketch->topology, sketch->topology->size - 1, name);
    double width = 0.66 * draw_sketch_name_px(sketch) * (double)strlen(name) / sketch->unit;
    sketch->low.x -= width;
    sketch->high.x += width;
}

/* To the left and right, above and below. */
static draw_point margins(const draw_sketch *sketch) {
    if (gaps(sketch->topology) > 0) {
        return (draw_point){name_margin, torus_margin};
    }
    double same = draw_sketch_has_blocks(sketch)       ? frames_margin
                  : sketch->topology->kind == CT_TORUS ? torus_margin
                                                       : margin;
    return (draw_point){same, same};
}

draw_sketch draw_sketch_of(const ct_topology *topology) {
    draw_sketch sketch = {.topology = topology, .stub = stub};
    if (topology->kind < CT_HYPERCUBE) {
        place_circle(&sketch);
    } else {
        (topology->kind == CT_HYPERCUBE ? place_cube : place_grid)(&sketch);
        double round_block = draw_sketch_has_blocks(&sketch) ? sketch.stub + block_margin : 0;
        sketch.block_low = plus(sketch.block_low, -round_block, (draw_point){1, 1});
        sketch.block_high = plus(sketch.block_high, round_block, (draw_point){1, 1});
        place_blocks(&sketch);
    }
    draw_point round = margins(&sketch);
    sketch.low = plus(sketch.low, -1, round);
    sketch.high = plus(sketch.high, 1, round);
    double wanted_px = draw_sketch_has_blocks(&sketch) ? blocks_px : edge_px;
    sketch.unit = fmin(fmax(wanted_px / (sketch.high.x - sketch.low.x), 16), 64);
    if (gaps(topology) > 0) {
        widen_for_names(&sketch);
    }
    return sketch;
}

double draw_sketch_width(const draw_sketch *sketch) {
    return (sketch->high.x - sketch->low.x) * sketch->unit;
}

double draw_sketch_height(const draw_sketch *sketch) {
    return (sketch->high.y - sketch->low.y) * sketch->unit;
}

int draw_sketch_has_blocks(const draw_sketch *sketch) {
    return sketch->inner < sketch->topology->axes && sketch->radius == 0;
}

draw_point draw_sketch_centre(const draw_sketch *sketch) {
    return (draw_point){-sketch->low.x, -sketch->low.y};
}

double draw_sketch_angle(const draw_sketch *sketch, double rank) {
    const ct_topology *topology = sketch->topology;
    double places = topology->size + gaps(topology);
    double place = rank + (gaps(topology) > 0 ? ct_topology_node(topology, (int)rank) + 0.5 : 0);
    return full_turn * place / places;
}

draw_point draw_sketch_place(const draw_sketch *sketch, int rank) {
    draw_point place = draw_sketch_centre(sketch);
    if (sketch->radius > 0) {
        double angle = draw_sketch_angle(sketch, rank);
        return plus(place, sketch->radius, (draw_point){sin(angle), -cos(angle)});
    }
    for (int axis = 0; axis < sketch->topology->axes; axis++) {
        place =
            plus(place, ct_topology_coordinate(sketch->topology, rank, axis), sketch->axis[axis]);
    }
    return place;
}

draw_sketch_link draw_sketch_link_of(const draw_sketch *sketch, int from, int to) {
    const ct_topology *topology = sketch->topology;
    draw_sketch_link link = {.from = draw_sketch_place(sketch, from),
                             .to = draw_sketch_place(sketch, to)};
    int axis = 0;
    while (ct_topology_coordinate(topology, from, axis) ==
           ct_topology_coordinate(topology, to, axis)) {
        axis++;
    }
    int upwards =
        ct_topology_coordinate(topology, to, axis) - ct_topology_coordinate(topology, from, axis);
    int wraps = upwards != 1 && upwards != -1;
    double sign = (upwards > 0) != wraps ? 1 : -1;
    link.is_cut = wraps || axis >= sketch->inner;
    link.along = (draw_point){sign * sketch->along[axis].x, sign * sketch->along[axis].y};
    return link;
}
