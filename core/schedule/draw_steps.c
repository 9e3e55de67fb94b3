/* Pictures of steps: every message along its route, coloured by how many share a link. */
#include <cornerturn/draw.h>

#include "base/fail.h"
#include "schedule/sketch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES = 5, HEADER_PX = 100, PANEL_TITLE_PX = 44, ROW_PX = 1500 };
#define ARROW "\xe2\x86\x92"
#define TIMES "\xc3\x97"
static const double node_radius = 0.22;

/* Loads in classes that a reader tells apart: 1, 2, 3-4, 5-8, 9 and more. */
static const struct {
    int most;
    const char *colour, *words;
} classes[CLASSES] = {{1, "#2b6cb0", "1"},
                      {2, "#17927c", "2"},
                      {4, "#d99a00", "3 or 4"},
                      {8, "#e8590c", "5 to 8"},
                      {1 << 30, "#b01070", "9 or more"}};

static int class_of(int load) {
    int class = 0;
    while (load > classes[class].most) {
        class ++;
    }
    return class;
}

typedef struct picture {
    FILE *file;
    const ct_ensemble *ensemble;
    const ct_topology *topology;
    ct_sketch sketch;
    ptrdiff_t links;                /* of one rail */
    int *load;                      /* by rail and link, in the step at hand */
    int *sends, *receives, *target; /* by rank: how many, how many, the last */
    int *counting, *drawing;        /* cursors by rank */
    ct_point corner;                /* of the panel, in pixels */
    ptrdiff_t messages, largest;    /* in the step at hand */
    int most_load;
} picture;

static ct_point pixels(const picture *p, ct_point place) {
    return (ct_point){p->corner.x + place.x * p->sketch.unit,
                      p->corner.y + place.y * p->sketch.unit};
}

static ct_point beside(ct_point place, ct_point along, double forward, double right) {
    return (ct_point){place.x + forward * along.x - right * along.y,
                      place.y + forward * along.y + right * along.x};
}

/* ---- counting a step ---- */

static void count(void *context, int from, const ct_move *move) {
    picture *p = context;
    ptrdiff_t blocks = ct_schedule_sent(p->ensemble->schedules[from], move);
    p->messages++;
    p->largest = blocks > p->largest ? blocks : p->largest;
    p->sends[from]++;
    p->receives[move->send_to]++;
    p->target[from] = move->send_to;
    ct_route route = ct_route_start(p->topology, from, move->send_to);
    for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0;) {
        int load = ++p->load[move->rail * p->links + link];
        p->most_load = load > p->most_load ? load : p->most_load;
    }
    if (p->links == 0 && p->receives[move->send_to] > p->most_load) {
        p->most_load = p->receives[move->send_to];
    }
}

static void forget(picture *p) {
    size_t size = (size_t)p->topology->size;
    size_t links = (size_t)(ct_ensemble_rails(p->ensemble) * p->links);
    memset(p->load, 0, links * sizeof *p->load);
    memset(p->sends, 0, size * sizeof *p->sends);
    memset(p->receives, 0, size * sizeof *p->receives);
    p->messages = p->largest = 0;
    p->most_load = 0;
}

/* ---- drawing it ---- */

static void begin_path(const picture *p, int class, int ends) {
    (void)fprintf(p->file, "<path class=\"m m%d\"", class);
    if (ends) {
        (void)fprintf(p->file, " marker-end=\"url(#a%d)\"", class);
    }
    (void)fputs(" d=\"", p->file);
}

static void go_to(const picture *p, char command, ct_point place) {
    ct_point at = pixels(p, place);
    (void)fprintf(p->file, "%c%.1f %.1f", command, at.x, at.y);
}

/* The point of a rank's circle that faces `towards`. */
static ct_point rim(ct_point centre, ct_point towards) {
    double x = towards.x - centre.x;
    double y = towards.y - centre.y;
    double length = hypot(x, y);
    return (ct_point){centre.x + node_radius * x / length, centre.y + node_radius * y / length};
}

/* Where a message that turns at the end of `before` passes into the lane of `after`. */
static ct_point turn(const ct_sketch_link *before, const ct_sketch_link *after) {
    ct_point along = before->along;
    ct_point end = beside(before->to, along, 0, before->lane);
    ct_point start = beside(after->from, after->along, 0, after->lane);
    double crossing = along.x * after->along.y - along.y * after->along.x;
    if (fabs(crossing) < 1e-9) {
        return end;
    }
    double forward = ((start.x - end.x) * after->along.y - (start.y - end.y) * after->along.x);
    return (ct_point){end.x + forward / crossing * along.x, end.y + forward / crossing * along.y};
}

/* The next link of a route that has come to `*rank`, which it moves on. False at the end. */
static int next_link(const picture *p, ct_route *route, int *rank, int rail, ct_sketch_link *link,
                     int *class) {
    int from = 0;
    ptrdiff_t number = ct_route_next(route);
    if (number < 0) {
        return 0;
    }
    (void)ct_topology_link_ends(p->topology, number, &from, rank);
    *link = ct_sketch_link_of(&p->sketch, from, *rank);
    *class = class_of(p->load[rail * p->links + number]);
    return 1;
}

/* A message keeps to the right of its links, so that both directions can be seen. */
static void draw_route(const picture *p, int from, const ct_move *move) {
    ct_point at = ct_sketch_place(&p->sketch, from);
    int rank = from;
    int class = 0;
    ct_sketch_link link = {0};
    ct_route route = ct_route_start(p->topology, from, move->send_to);
    (void)next_link(p, &route, &rank, move->rail, &link, &class);
    for (int first = 1, goes_on = 1; goes_on; first = 0) {
        ct_sketch_link next = {0};
        int next_class = 0;
        goes_on = next_link(p, &route, &rank, move->rail, &next, &next_class);
        ct_point end = goes_on ? turn(&link, &next) : beside(link.to, link.along, -0.3, link.lane);
        begin_path(p, class, !goes_on);
        go_to(p, 'M', at);
        if (first) {
            go_to(p, 'L', beside(link.from, link.along, 0.3, link.lane));
        }
        if (link.wraps) { /* out over the edge, and in again on the other side */
            go_to(p, 'L', beside(link.from, link.along, 0.6, link.lane));
            go_to(p, 'M', beside(link.to, link.along, -0.6, link.lane));
        }
        go_to(p, 'L', end);
        if (!goes_on) {
            go_to(p, 'L', rim(link.to, end));
        }
        (void)fputs("\"/>\n", p->file);
        at = end;
        link = next;
        class = next_class;
    }
}

/* Without links: a bow through the circle, bent to the right so that both directions can be seen.
 */
static void draw_bow(const picture *p, int from, const ct_move *move) {
    ct_point start = ct_sketch_place(&p->sketch, from);
    ct_point end = ct_sketch_place(&p->sketch, move->send_to);
    ct_point along = {end.x - start.x, end.y - start.y};
    ct_point bend =
        beside((ct_point){(start.x + end.x) / 2, (start.y + end.y) / 2}, along, 0, 0.12);
    begin_path(p, class_of(p->receives[move->send_to]), 1);
    go_to(p, 'M', rim(start, bend));
    go_to(p, 'Q', bend);
    (void)fputc(' ', p->file);
    go_to(p, ' ', rim(end, bend));
    (void)fputs("\"/>\n", p->file);
}

static void draw_message(void *context, int from, const ct_move *move) {
    const picture *p = context;
    if (p->links > 0) {
        draw_route(p, from, move);
    } else {
        draw_bow(p, from, move);
    }
}

static void draw_links(const picture *p) {
    for (ptrdiff_t number = 0; number < p->links; number++) {
        int from = 0;
        int to = 0;
        if (!ct_topology_link_ends(p->topology, number, &from, &to)) {
            continue;
        }
        ct_sketch_link link = ct_sketch_link_of(&p->sketch, from, to);
        if (link.wraps) {
            ct_svg_line(p->file, "l", pixels(p, link.from),
                        pixels(p, beside(link.from, link.along, 0.6, 0)));
        } else if (from < to) {
            ct_svg_line(p->file, "l", pixels(p, link.from), pixels(p, link.to));
        }
    }
}

static void draw_ranks(const picture *p) {
    double unit = p->sketch.unit;
    char text[32];
    for (int rank = 0; rank < p->topology->size; rank++) {
        ct_point at = pixels(p, ct_sketch_place(&p->sketch, rank));
        ct_svg_circle(p->file, p->sends[rank] > 0 ? "busy" : "idle", at, node_radius * unit);
        (void)snprintf(text, sizeof text, "%d", rank);
        int sends = p->sends[rank];
        ct_svg_text(p->file, "rank", (ct_point){at.x, at.y + (sends > 0 ? 0 : 0.06) * unit}, text);
        if (sends > 0) {
            (void)snprintf(text, sizeof text, sends == 1 ? ARROW "%d" : ARROW "%d" TIMES,
                           sends == 1 ? p->target[rank] : sends);
            ct_svg_text(p->file, "to", (ct_point){at.x, at.y + 0.135 * unit}, text);
        }
    }
}

static void draw_panel(picture *p, int step) {
    char text[160];
    forget(p);
    ct_ensemble_sends(p->ensemble, step, p->counting, count, p);
    (void)snprintf(text, sizeof text, "step %d", step);
    ct_svg_text(p->file, "step", (ct_point){p->corner.x + 12, p->corner.y + 16}, text);
    (void)snprintf(text, sizeof text, "%td message%s of up to %td block%s, up to %d %s",
                   p->messages, p->messages == 1 ? "" : "s", p->largest, p->largest == 1 ? "" : "s",
                   p->most_load, p->links > 0 ? "over one link" : "into one rank");
    ct_svg_text(p->file, "key", (ct_point){p->corner.x + 12, p->corner.y + 33}, text);
    p->corner.y += PANEL_TITLE_PX;
    draw_links(p);
    ct_ensemble_sends(p->ensemble, step, p->drawing, draw_message, p);
    draw_ranks(p);
}

/* ---- around it ---- */

static void begin_picture(const picture *p, double width, double height, const char *title) {
    double unit = p->sketch.unit;
    char css[1024];
    (void)snprintf(css, sizeof css,
                   ".title { font-size: 18px; font-weight: bold; }\n.step { font-size: 14px; "
                   "font-weight: bold; }\n"
                   ".key { font-size: 12px; }\n"
                   ".rank { font-size: %.1fpx; text-anchor: middle; }\n"
                   ".to { font-size: %.1fpx; text-anchor: middle; fill: #555; }\n"
                   ".l { stroke: #ddd; stroke-width: 2; }\n"
                   ".m { fill: none; stroke-width: %.1f; stroke-linejoin: round; }\n"
                   ".busy { fill: #cfe2f3; stroke: #333; }\n.idle { fill: white; stroke: #999; }\n",
                   fmax(0.17 * unit, 4), fmax(0.13 * unit, 3.5), fmax(0.035 * unit, 0.9));
    for (int class = 0; class < CLASSES; class ++) {
        size_t used = strlen(css);
        (void)snprintf(css + used, sizeof css - used, ".m%d { stroke: %s; }\n", class,
                       classes[class].colour);
    }
    ct_svg_begin(p->file, width, height, css);
    for (int class = 0; class < CLASSES; class ++) {
        (void)fprintf(p->file,
                      "<marker id=\"a%d\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                      "markerUnits=\"userSpaceOnUse\" markerWidth=\"%.1f\" "
                      "markerHeight=\"%.1f\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" "
                      "fill=\"%s\"/></marker>\n",
                      class, fmax(0.13 * unit, 4), fmax(0.13 * unit, 4), classes[class].colour);
    }
    ct_svg_text(p->file, "title", (ct_point){12, 26}, title);
}

/* What colours and circles mean. */
static void draw_key(const picture *p) {
    double x = 12;
    double y = 52;
    char text[64];
    ct_svg_text(p->file, "key", (ct_point){x, y},
                p->links > 0 ? "messages that share a link in a step:"
                             : "messages into one rank in a step (no links known):");
    x += p->links > 0 ? 250 : 330;
    for (int class = 0; class < CLASSES; class ++) {
        (void)fprintf(p->file,
                      "<path class=\"m m%d\" style=\"stroke-width: 2.5\" "
                      "marker-end=\"url(#a%d)\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                      class, class, x, y - 4, x + 28, y - 4);
        ct_svg_text(p->file, "key", (ct_point){x + 34, y}, classes[class].words);
        x += 100;
    }
    x = 12 + 8;
    y = 78;
    ct_svg_circle(p->file, "busy", (ct_point){x, y - 4}, 7);
    ct_svg_text(p->file, "key", (ct_point){x + 14, y},
                "sends: " ARROW "5 to rank 5, " ARROW "3" TIMES " three messages");
    ct_svg_circle(p->file, "idle", (ct_point){x + 330, y - 4}, 7);
    (void)snprintf(text, sizeof text, "does not send%s", p->links > 0 ? "; grey: links" : "");
    ct_svg_text(p->file, "key", (ct_point){x + 344, y}, text);
}

static ct_status draw(picture *p, const char *title, int first, int last) {
    double width = fmax(ct_sketch_width(&p->sketch), 340);
    double height = ct_sketch_height(&p->sketch) + PANEL_TITLE_PX;
    int columns = (int)fmax(1, floor(ROW_PX / width));
    columns = columns > last - first + 1 ? last - first + 1 : columns;
    int rows = (last - first) / columns + 1;
    begin_picture(p, fmax(width * columns, 900), height * rows + HEADER_PX, title);
    draw_key(p);
    for (int step = first; step <= last; step++) {
        int place = step - first;
        int row = place / columns;
        p->corner = (ct_point){width * (place % columns), height * row + HEADER_PX};
        draw_panel(p, step);
    }
    return ct_svg_end(p->file);
}

ct_status ct_draw_steps(FILE *file, const ct_ensemble *ensemble, const ct_topology *topology,
                        const char *title, int first, int last) {
    ct_status status = CT_OK;
    int steps = ct_ensemble_steps(ensemble);
    size_t size = (size_t)topology->size;
    picture p = {.file = file, .ensemble = ensemble, .topology = topology};
    if (topology->size != ensemble->size || topology->size > CT_DRAW_RANKS_MOST) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d ranks: at most %d can be read",
                        topology->size, CT_DRAW_RANKS_MOST);
    }
    if (first < 1 || last < first || last > steps) {
        return ct_raise(CT_ERROR_ARGUMENT, "steps %d to %d: there are steps 1 to %d", first, last,
                        steps);
    }
    if (last - first >= CT_DRAW_STEPS_MOST) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d steps: at most %d can be read",
                        last - first + 1, CT_DRAW_STEPS_MOST);
    }
    p.sketch = ct_sketch_of(topology);
    p.links = ct_topology_links(topology);
    p.load = calloc((size_t)(ct_ensemble_rails(ensemble) * p.links) + 1, sizeof *p.load);
    p.sends = calloc(5 * size, sizeof *p.sends);
    if (p.load == NULL || p.sends == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for a picture of %d ranks", topology->size);
    }
    p.receives = p.sends + size;
    p.target = p.receives + size;
    p.counting = p.target + size;
    p.drawing = p.counting + size;
    CT_TRY(draw(&p, title, first, last));
cleanup:
    free(p.load);
    free(p.sends);
    return status;
}
