/* What messages of a picture travel on: blocks and nodes in frames with their names, and links. */
#include "apps/exchange/draw/picture.h"

#include <math.h>

/* How far outside the circle groups have an arc and nodes a name; how far above its frame a block
 * has its name; how far from its end a link that is cut off; in units. */
static const double group_ring = 0.5, node_name = 0.66;
static const double block_name = 0.14, far_name = 0.18;

/* ---- blocks ---- */

/* "bits 6..3 = 0110". */
static void name_cube(const draw_picture *p, int rank, char name[DRAW_BLOCK_NAME]) {
    int used =
        snprintf(name, DRAW_BLOCK_NAME, "bits %d..%d = ", p->topology->axes - 1, p->sketch.inner);
    for (int axis = p->topology->axes - 1; axis >= p->sketch.inner; axis--) {
        name[used++] = (char)('0' + (rank >> axis & 1));
    }
    name[used] = '\0';
}

void draw_picture_block_name(const draw_picture *p, int rank, char name[DRAW_BLOCK_NAME]) {
    static const char *const letters[] = {"x", "y", "z", "w"};
    size_t used = 0;
    int is_cube = p->topology->kind == CT_HYPERCUBE;
    if (is_cube && p->topology->axes - p->sketch.inner > 2) {
        name_cube(p, rank, name);
        return;
    }
    for (int axis = p->sketch.inner; axis < p->topology->axes && used < DRAW_BLOCK_NAME; axis++) {
        char letter[24];
        (void)snprintf(letter, sizeof letter, is_cube ? "bit %d" : "axis %d", axis);
        used += (size_t)snprintf(name + used, DRAW_BLOCK_NAME - used, "%s%s = %d",
                                 axis > p->sketch.inner ? ", " : "",
                                 is_cube || axis > 3 ? letter : letters[axis],
                                 ct_topology_coordinate(p->topology, rank, axis));
    }
}

static void frame_block(const draw_picture *p, int rank) {
    char name[DRAW_BLOCK_NAME] = "";
    draw_point first = draw_sketch_place(&p->sketch, rank);
    draw_point low = {first.x + p->sketch.block_low.x, first.y + p->sketch.block_low.y};
    draw_point high = {first.x + p->sketch.block_high.x, first.y + p->sketch.block_high.y};
    draw_point from = draw_picture_pixels(p, low);
    draw_point to = draw_picture_pixels(p, high);
    (void)fprintf(p->file,
                  "<rect class=\"frame\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                  "rx=\"8\"/>\n",
                  from.x, from.y, to.x - from.x, to.y - from.y);
    draw_picture_block_name(p, rank, name);
    draw_svg_text(p->file, "name",
                  draw_picture_pixels(p, (draw_point){low.x + 0.1, low.y - block_name}), name);
}

static void frame_blocks(const draw_picture *p) {
    int block = 1; /* ranks: a block's are consecutive */
    for (int axis = 0; axis < p->sketch.inner; axis++) {
        block *= p->topology->extent[axis];
    }
    for (int rank = 0; rank < p->topology->size; rank += block) {
        frame_block(p, rank);
    }
}

/* ---- nodes ---- */

static draw_point on_ring(const draw_picture *p, double angle, double beyond) {
    draw_point centre = draw_sketch_centre(&p->sketch);
    double radius = p->sketch.radius + beyond;
    return (draw_point){centre.x + radius * sin(angle), centre.y - radius * cos(angle)};
}

/* An arc round the circle, from one rank to another. */
static void draw_arc(const draw_picture *p, const char *class, int first, int last, double beyond) {
    double from = draw_sketch_angle(&p->sketch, first);
    double to = draw_sketch_angle(&p->sketch, last) + 1e-3; /* of one rank, still a round cap */
    double radius = (p->sketch.radius + beyond) * p->sketch.unit;
    (void)fprintf(p->file, "<path class=\"%s\" d=\"", class);
    draw_picture_go(p, 'M', on_ring(p, from, beyond));
    (void)fprintf(p->file, "A%.1f %.1f 0 %d 1", radius, radius, to - from > 3.141592653589793);
    draw_picture_go(p, ' ', on_ring(p, to, beyond));
    (void)fputs("\"/>\n", p->file);
}

/* The name of a node outside the circle, behind the middle of its ranks. */
static void name_node(const draw_picture *p, int first, int last) {
    char name[DRAW_NODE_NAME];
    double angle = (draw_sketch_angle(&p->sketch, first) + draw_sketch_angle(&p->sketch, last)) / 2;
    draw_point at = draw_picture_pixels(p, on_ring(p, angle, node_name));
    const char *side = sin(angle) > 0.05 ? "name" : sin(angle) < -0.05 ? "name end" : "name middle";
    draw_sketch_node_name(p->topology, first, name);
    draw_svg_text(p->file, side, (draw_point){at.x, at.y + 4 * (1 - cos(angle))}, name);
}

static void frame_nodes(const draw_picture *p) {
    const ct_topology *topology = p->topology;
    int ranks = ct_topology_node_ranks(topology);
    int group = topology->kind == CT_DRAGONFLY ? ranks * topology->extent[1] : topology->size;
    for (int first = 0; first < topology->size; first += ranks) {
        draw_arc(p, "edge", first, first + ranks - 1, 0);
        draw_arc(p, "node", first, first + ranks - 1, 0);
        name_node(p, first, first + ranks - 1);
    }
    for (int first = 0; group < topology->size && first < topology->size; first += group) {
        draw_arc(p, "group", first, first + group - 1, group_ring);
    }
}

void draw_picture_frames(const draw_picture *p) {
    if (draw_sketch_has_blocks(&p->sketch)) {
        frame_blocks(p);
    }
    if (ct_topology_has_nodes(p->topology)) {
        frame_nodes(p);
    }
}

/* ---- links ---- */

/* A link that is cut off, with the number of the rank at its other end. */
static void draw_stub(const draw_picture *p, draw_point from, draw_point along, int to) {
    char text[16];
    draw_point label =
        draw_picture_pixels(p, draw_picture_offset(from, along, p->sketch.stub + far_name, 0));
    draw_svg_line(p->file, "l", draw_picture_pixels(p, from),
                  draw_picture_pixels(p, draw_picture_offset(from, along, p->sketch.stub, 0)));
    (void)snprintf(text, sizeof text, "%d", to);
    draw_svg_text(p->file, "far", (draw_point){label.x, label.y + 0.05 * p->sketch.unit}, text);
}

void draw_picture_links(const draw_picture *p) {
    for (ptrdiff_t number = 0; number < p->links; number++) {
        int from = 0;
        int to = 0;
        if (!ct_topology_link_ends(p->topology, number, &from, &to)) {
            continue;
        }
        draw_sketch_link link = draw_sketch_link_of(&p->sketch, from, to);
        if (link.is_cut) {
            draw_stub(p, link.from, link.along, to);
        } else if (from < to) {
            draw_svg_line(p->file, "l", draw_picture_pixels(p, link.from),
                          draw_picture_pixels(p, link.to));
        }
    }
}
