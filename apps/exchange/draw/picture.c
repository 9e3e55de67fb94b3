/* Messages in a picture: over each link with all others that share it, or as bows where there are
 * no links. */
#include "apps/exchange/draw/picture.h"

#include <math.h>
#include <stdlib.h>

/* How far beside its link a message travels, so that both directions can be seen; with several
 * networks the first and the last; in units. */
static const double lane = 0.09, first_lane = 0.07, last_lane = 0.2;

/* The same in parts of that where several links to other blocks fan out of a rank. */
static const double fanned = 0.55;

const draw_shade draw_shades[DRAW_SHADES] = {{1, "#2b6cb0", "1"},
                                             {2, "#17927c", "2"},
                                             {4, "#d99a00", "3 or 4"},
                                             {8, "#e8590c", "5 to 8"},
                                             {1 << 30, "#b01070", "9 or more"}};

int draw_shade_of(int load) {
    int shade = 0;
    while (load > draw_shades[shade].most) {
        shade++;
    }
    return shade;
}

draw_point draw_picture_pixels(const draw_picture *p, draw_point place) {
    return (draw_point){p->corner.x + place.x * p->sketch.unit,
                        p->corner.y + place.y * p->sketch.unit};
}

draw_point draw_picture_offset(draw_point place, draw_point along, double forward, double right) {
    return (draw_point){place.x + forward * along.x - right * along.y,
                        place.y + forward * along.y + right * along.x};
}

void draw_picture_go(const draw_picture *p, char command, draw_point place) {
    draw_point at = draw_picture_pixels(p, place);
    (void)fprintf(p->file, "%c%.1f %.1f", command, at.x, at.y);
}

/* A line with the head of an arrow at its end where messages arrive, and in its middle where all
 * pass on. */
static void draw_line(const draw_picture *p, int shade, int arrives, draw_point from,
                      draw_point to) {
    draw_point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    (void)fprintf(p->file, "<path class=\"m m%d\" marker-%s=\"url(#a%d)\" d=\"", shade,
                  arrives ? "end" : "mid", shade);
    draw_picture_go(p, 'M', from);
    if (!arrives) {
        draw_picture_go(p, 'L', middle);
    }
    draw_picture_go(p, 'L', to);
    (void)fputs("\"/>\n", p->file);
}

static void draw_load(const draw_picture *p, const draw_sketch_link *link, int rail, int shade,
                      int arrives) {
    double right =
        p->rails == 1 ? lane : first_lane + (last_lane - first_lane) * rail / (p->rails - 1);
    right *= link->is_cut && p->topology->axes > p->sketch.inner + 1 ? fanned : 1;
    double leave = sqrt(DRAW_SKETCH_RANK * DRAW_SKETCH_RANK - right * right);
    leave += link->is_cut ? p->sketch.apart : 0;
    draw_point start = draw_picture_offset(link->from, link->along, leave, right);
    draw_point end = draw_picture_offset(link->to, link->along, -leave, right);
    if (link->is_cut) { /* out here, and in again there */
        draw_line(p, shade, 1, start,
                  draw_picture_offset(link->from, link->along, p->sketch.stub, right));
        start = draw_picture_offset(link->to, link->along, -p->sketch.stub, right);
    }
    draw_line(p, shade, arrives, start, end);
}

void draw_picture_loads(const draw_picture *p) {
    for (int rail = 0; rail < p->rails; rail++) {
        for (ptrdiff_t number = 0; number < p->links; number++) {
            ptrdiff_t place = rail * p->links + number;
            int from = 0;
            int to = 0;
            if (p->load[place] > 0 && ct_topology_link_ends(p->topology, number, &from, &to)) {
                draw_sketch_link link = draw_sketch_link_of(&p->sketch, from, to);
                draw_load(p, &link, rail, draw_shade_of(p->load[place]), p->ending[place] > 0);
            }
        }
    }
}

/* The point of a rank's circle that faces `towards`. */
static draw_point edge_of(draw_point centre, draw_point towards) {
    double x = towards.x - centre.x;
    double y = towards.y - centre.y;
    double length = hypot(x, y);
    return (draw_point){centre.x + DRAW_SKETCH_RANK * x / length,
                        centre.y + DRAW_SKETCH_RANK * y / length};
}

/* Where a bow between two places of the circle bends: inwards, so far that it passes no rank, and
 * to the right of its direction, so that the way back is another. A bow is half as deep as its
 * bend.
 */
static draw_point bend_of(const draw_picture *p, int from, int to) {
    static const double clear = 0.38, apart = 0.09, hollow = 0.18; /* clear of a rank's centre */
    draw_point start = draw_sketch_place(&p->sketch, from);
    draw_point end = draw_sketch_place(&p->sketch, to);
    draw_point middle = {(start.x + end.x) / 2, (start.y + end.y) / 2};
    draw_point centre = draw_sketch_centre(&p->sketch);
    draw_point inwards = {centre.x - middle.x, centre.y - middle.y};
    double depth = hypot(inwards.x, inwards.y);
    double length = hypot(end.x - start.x, end.y - start.y);
    double right = apart * fmin(length, 4);
    draw_point along = {(end.x - start.x) / length, (end.y - start.y) / length};
    int between = abs(to - from) - 1;
    int has_between = between > 0 && between < p->topology->size - 2;
    if (has_between && depth > 1e-6) { /* else it passes no rank, or goes through the centre */
        double past = 2 * (clear - (p->sketch.radius - depth)) + right;
        double bend = fmin(fmax(past, hollow * depth), depth);
        middle.x += bend / depth * inwards.x;
        middle.y += bend / depth * inwards.y;
    }
    return draw_picture_offset(middle, along, 0, right);
}

void draw_picture_bow(void *context, int from, const ct_move *move) {
    const draw_picture *p = context;
    int shade = draw_shade_of(p->receives[move->send_to]);
    draw_point bend = bend_of(p, from, move->send_to);
    (void)fprintf(p->file, "<path class=\"m m%d\" marker-end=\"url(#a%d)\" d=\"", shade, shade);
    draw_picture_go(p, 'M', edge_of(draw_sketch_place(&p->sketch, from), bend));
    draw_picture_go(p, 'Q', bend);
    draw_picture_go(p, ' ', edge_of(draw_sketch_place(&p->sketch, move->send_to), bend));
    (void)fputs("\"/>\n", p->file);
}
