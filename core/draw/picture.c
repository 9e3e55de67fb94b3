/* Messages in a picture: over each link with all others that share it, or as bows where there are
 * no links. */
#include "draw/picture.h"

#include <math.h>
#include <stdlib.h>

/* How far beside its link a message travels, so that both directions can be seen; with several
 * networks the first and the last; in units. */
static const double lane = 0.09, first_lane = 0.07, last_lane = 0.2;

/* The same in parts of that where several links to other blocks fan out of a rank. */
static const double fanned = 0.55;

const ct_shade ct_shades[CT_SHADES] = {{1, "#2b6cb0", "1"},
                                       {2, "#17927c", "2"},
                                       {4, "#d99a00", "3 or 4"},
                                       {8, "#e8590c", "5 to 8"},
                                       {1 << 30, "#b01070", "9 or more"}};

int ct_shade_of(int load) {
    int shade = 0;
    while (load > ct_shades[shade].most) {
        shade++;
    }
    return shade;
}

ct_point ct_picture_pixels(const ct_picture *p, ct_point place) {
    return (ct_point){p->corner.x + place.x * p->sketch.unit,
                      p->corner.y + place.y * p->sketch.unit};
}

ct_point ct_picture_beside(ct_point place, ct_point along, double forward, double right) {
    return (ct_point){place.x + forward * along.x - right * along.y,
                      place.y + forward * along.y + right * along.x};
}

void ct_picture_go(const ct_picture *p, char command, ct_point place) {
    ct_point at = ct_picture_pixels(p, place);
    (void)fprintf(p->file, "%c%.1f %.1f", command, at.x, at.y);
}

/* A line with the head of an arrow at its end where messages arrive, and in its middle where all
 * pass on. */
static void draw_line(const ct_picture *p, int shade, int arrives, ct_point from, ct_point to) {
    ct_point middle = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    (void)fprintf(p->file, "<path class=\"m m%d\" marker-%s=\"url(#a%d)\" d=\"", shade,
                  arrives ? "end" : "mid", shade);
    ct_picture_go(p, 'M', from);
    if (!arrives) {
        ct_picture_go(p, 'L', middle);
    }
    ct_picture_go(p, 'L', to);
    (void)fputs("\"/>\n", p->file);
}

static void draw_load(const ct_picture *p, const ct_sketch_link *link, int rail, int shade,
                      int arrives) {
    double right =
        p->rails == 1 ? lane : first_lane + (last_lane - first_lane) * rail / (p->rails - 1);
    right *= link->is_cut && p->topology->axes > p->sketch.inner + 1 ? fanned : 1;
    double rim = sqrt(CT_SKETCH_RANK * CT_SKETCH_RANK - right * right);
    rim += link->is_cut ? p->sketch.apart : 0;
    ct_point start = ct_picture_beside(link->from, link->along, rim, right);
    ct_point end = ct_picture_beside(link->to, link->along, -rim, right);
    if (link->is_cut) { /* out here, and in again there */
        draw_line(p, shade, 1, start,
                  ct_picture_beside(link->from, link->along, p->sketch.stub, right));
        start = ct_picture_beside(link->to, link->along, -p->sketch.stub, right);
    }
    draw_line(p, shade, arrives, start, end);
}

void ct_picture_loads(const ct_picture *p) {
    for (int rail = 0; rail < p->rails; rail++) {
        for (ptrdiff_t number = 0; number < p->links; number++) {
            ptrdiff_t place = rail * p->links + number;
            int from = 0;
            int to = 0;
            if (p->load[place] > 0 && ct_topology_link_ends(p->topology, number, &from, &to)) {
                ct_sketch_link link = ct_sketch_link_of(&p->sketch, from, to);
                draw_load(p, &link, rail, ct_shade_of(p->load[place]), p->ending[place] > 0);
            }
        }
    }
}

/* The point of a rank's circle that faces `towards`. */
static ct_point rim_of(ct_point centre, ct_point towards) {
    double x = towards.x - centre.x;
    double y = towards.y - centre.y;
    double length = hypot(x, y);
    return (ct_point){centre.x + CT_SKETCH_RANK * x / length,
                      centre.y + CT_SKETCH_RANK * y / length};
}

/* Where a bow between two places of the circle bends: inwards, so far that it passes no rank, and
 * to the right of its direction, so that the way back is another. A bow is half as deep as its
 * bend.
 */
static ct_point bend_of(const ct_picture *p, int from, int to) {
    static const double clear = 0.38, apart = 0.09, hollow = 0.18; /* clear of a rank's centre */
    ct_point start = ct_sketch_place(&p->sketch, from);
    ct_point end = ct_sketch_place(&p->sketch, to);
    ct_point middle = {(start.x + end.x) / 2, (start.y + end.y) / 2};
    ct_point centre = ct_sketch_centre(&p->sketch);
    ct_point inwards = {centre.x - middle.x, centre.y - middle.y};
    double depth = hypot(inwards.x, inwards.y);
    double length = hypot(end.x - start.x, end.y - start.y);
    double right = apart * fmin(length, 4);
    ct_point along = {(end.x - start.x) / length, (end.y - start.y) / length};
    int between = abs(to - from) - 1;
    int has_between = between > 0 && between < p->topology->size - 2;
    if (has_between && depth > 1e-6) { /* otherwise it meets nobody, or goes through the centre */
        double past = 2 * (clear - (p->sketch.radius - depth)) + right;
        double bend = fmin(fmax(past, hollow * depth), depth);
        middle.x += bend / depth * inwards.x;
        middle.y += bend / depth * inwards.y;
    }
    return ct_picture_beside(middle, along, 0, right);
}

void ct_picture_bow(void *context, int from, const ct_move *move) {
    const ct_picture *p = context;
    int shade = ct_shade_of(p->receives[move->send_to]);
    ct_point bend = bend_of(p, from, move->send_to);
    (void)fprintf(p->file, "<path class=\"m m%d\" marker-end=\"url(#a%d)\" d=\"", shade, shade);
    ct_picture_go(p, 'M', rim_of(ct_sketch_place(&p->sketch, from), bend));
    ct_picture_go(p, 'Q', bend);
    ct_picture_go(p, ' ', rim_of(ct_sketch_place(&p->sketch, move->send_to), bend));
    (void)fputs("\"/>\n", p->file);
}
