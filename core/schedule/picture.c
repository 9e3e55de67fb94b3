/* Messages in a picture: along their routes, or as bows where there are no links. */
#include "schedule/picture.h"

#include <math.h>

const ct_shade ct_shades[CT_SHADES] = {{1, "#2b6cb0", "1"},
                                       {2, "#17927c", "2"},
                                       {4, "#d99a00", "3 or 4"},
                                       {8, "#e8590c", "5 to 8"},
                                       {1 << 30, "#b01070", "9 or more"}};

static int shade_of(int load) {
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

static void begin_path(const ct_picture *p, int shade, int ends) {
    (void)fprintf(p->file, "<path class=\"m m%d\"", shade);
    if (ends) {
        (void)fprintf(p->file, " marker-end=\"url(#a%d)\"", shade);
    }
    (void)fputs(" d=\"", p->file);
}

static void go_to(const ct_picture *p, char command, ct_point place) {
    ct_point at = ct_picture_pixels(p, place);
    (void)fprintf(p->file, "%c%.1f %.1f", command, at.x, at.y);
}

/* The point of a rank's circle that faces `towards`. */
static ct_point rim(ct_point centre, ct_point towards) {
    double x = towards.x - centre.x;
    double y = towards.y - centre.y;
    double length = hypot(x, y);
    return (ct_point){centre.x + CT_RANK_RADIUS * x / length,
                      centre.y + CT_RANK_RADIUS * y / length};
}

/* Where a message that turns at the end of `before` passes into the lane of `after`. */
static ct_point turn(const ct_sketch_link *before, const ct_sketch_link *after) {
    ct_point along = before->along;
    ct_point end = ct_picture_beside(before->to, along, 0, before->lane);
    ct_point start = ct_picture_beside(after->from, after->along, 0, after->lane);
    double crossing = along.x * after->along.y - along.y * after->along.x;
    if (fabs(crossing) < 1e-9) {
        return end;
    }
    double forward = ((start.x - end.x) * after->along.y - (start.y - end.y) * after->along.x);
    return (ct_point){end.x + forward / crossing * along.x, end.y + forward / crossing * along.y};
}

/* The next link of a route that has come to `*rank`, which it moves on. False at the end. */
static int next_link(const ct_picture *p, ct_route *route, int *rank, int rail,
                     ct_sketch_link *link, int *shade) {
    int from = 0;
    ptrdiff_t number = ct_route_next(route);
    if (number < 0) {
        return 0;
    }
    (void)ct_topology_link_ends(p->topology, number, &from, rank);
    *link = ct_sketch_link_of(&p->sketch, from, *rank);
    *shade = shade_of(p->load[rail * p->links + number]);
    return 1;
}

/* A message keeps to the right of its links, so that both directions can be seen. */
static void draw_route(const ct_picture *p, int from, const ct_move *move) {
    ct_point at = ct_sketch_place(&p->sketch, from);
    int rank = from;
    int shade = 0;
    ct_sketch_link link = {0};
    ct_route route = ct_route_start(p->topology, from, move->send_to);
    (void)next_link(p, &route, &rank, move->rail, &link, &shade);
    for (int first = 1, goes_on = 1; goes_on; first = 0) {
        ct_sketch_link next = {0};
        int next_shade = 0;
        goes_on = next_link(p, &route, &rank, move->rail, &next, &next_shade);
        ct_point end =
            goes_on ? turn(&link, &next) : ct_picture_beside(link.to, link.along, -0.3, link.lane);
        begin_path(p, shade, !goes_on);
        go_to(p, 'M', at);
        if (first) {
            go_to(p, 'L', ct_picture_beside(link.from, link.along, 0.3, link.lane));
        }
        if (link.wraps) { /* out over the edge, and in again on the other side */
            go_to(p, 'L', ct_picture_beside(link.from, link.along, 0.6, link.lane));
            go_to(p, 'M', ct_picture_beside(link.to, link.along, -0.6, link.lane));
        }
        go_to(p, 'L', end);
        if (!goes_on) {
            go_to(p, 'L', rim(link.to, end));
        }
        (void)fputs("\"/>\n", p->file);
        at = end;
        link = next;
        shade = next_shade;
    }
}

/* Without links: a bow through the circle, bent to the right so that both directions can be seen.
 */
static void draw_bow(const ct_picture *p, int from, const ct_move *move) {
    ct_point start = ct_sketch_place(&p->sketch, from);
    ct_point end = ct_sketch_place(&p->sketch, move->send_to);
    ct_point along = {end.x - start.x, end.y - start.y};
    ct_point bend =
        ct_picture_beside((ct_point){(start.x + end.x) / 2, (start.y + end.y) / 2}, along, 0, 0.12);
    begin_path(p, shade_of(p->receives[move->send_to]), 1);
    go_to(p, 'M', rim(start, bend));
    go_to(p, 'Q', bend);
    (void)fputc(' ', p->file);
    go_to(p, ' ', rim(end, bend));
    (void)fputs("\"/>\n", p->file);
}

void ct_picture_message(void *context, int from, const ct_move *move) {
    const ct_picture *p = context;
    if (p->links > 0) {
        draw_route(p, from, move);
    } else {
        draw_bow(p, from, move);
    }
}
