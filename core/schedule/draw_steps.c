/* Pictures of steps: every message along its route, coloured by how many share a link. */
#include <cornerturn/draw.h>

#include "base/fail.h"
#include "schedule/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_PX = 100, PANEL_TITLE_PX = 44, ROW_PX = 1500 };
#define ARROW "\xe2\x86\x92"
#define TIMES "\xc3\x97"

/* ---- counting a step ---- */

static void count(void *context, int from, const ct_move *move) {
    ct_picture *p = context;
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

static void forget(ct_picture *p) {
    size_t size = (size_t)p->topology->size;
    size_t links = (size_t)(ct_ensemble_rails(p->ensemble) * p->links);
    memset(p->load, 0, links * sizeof *p->load);
    memset(p->sends, 0, size * sizeof *p->sends);
    memset(p->receives, 0, size * sizeof *p->receives);
    p->messages = p->largest = 0;
    p->most_load = 0;
}

/* ---- drawing it ---- */

static void draw_links(const ct_picture *p) {
    for (ptrdiff_t number = 0; number < p->links; number++) {
        int from = 0;
        int to = 0;
        if (!ct_topology_link_ends(p->topology, number, &from, &to)) {
            continue;
        }
        ct_sketch_link link = ct_sketch_link_of(&p->sketch, from, to);
        if (link.wraps) {
            ct_svg_line(p->file, "l", ct_picture_pixels(p, link.from),
                        ct_picture_pixels(p, ct_picture_beside(link.from, link.along, 0.6, 0)));
        } else if (from < to) {
            ct_svg_line(p->file, "l", ct_picture_pixels(p, link.from),
                        ct_picture_pixels(p, link.to));
        }
    }
}

static void draw_ranks(const ct_picture *p) {
    double unit = p->sketch.unit;
    char text[32];
    for (int rank = 0; rank < p->topology->size; rank++) {
        ct_point at = ct_picture_pixels(p, ct_sketch_place(&p->sketch, rank));
        ct_svg_circle(p->file, p->sends[rank] > 0 ? "busy" : "idle", at, CT_RANK_RADIUS * unit);
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

static void draw_panel(ct_picture *p, int step) {
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
    ct_ensemble_sends(p->ensemble, step, p->drawing, ct_picture_message, p);
    draw_ranks(p);
}

/* ---- around it ---- */

static void begin_picture(const ct_picture *p, double width, double height, const char *title) {
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
    for (int shade = 0; shade < CT_SHADES; shade++) {
        size_t used = strlen(css);
        (void)snprintf(css + used, sizeof css - used, ".m%d { stroke: %s; }\n", shade,
                       ct_shades[shade].colour);
    }
    ct_svg_begin(p->file, width, height, css);
    for (int shade = 0; shade < CT_SHADES; shade++) {
        (void)fprintf(p->file,
                      "<marker id=\"a%d\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                      "markerUnits=\"userSpaceOnUse\" markerWidth=\"%.1f\" "
                      "markerHeight=\"%.1f\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" "
                      "fill=\"%s\"/></marker>\n",
                      shade, fmax(0.13 * unit, 4), fmax(0.13 * unit, 4), ct_shades[shade].colour);
    }
    ct_svg_text(p->file, "title", (ct_point){12, 26}, title);
}

/* What colours and circles mean. */
static void draw_key(const ct_picture *p) {
    double x = 12;
    double y = 52;
    char text[64];
    ct_svg_text(p->file, "key", (ct_point){x, y},
                p->links > 0 ? "messages that share a link in a step:"
                             : "messages into one rank in a step (no links known):");
    x += p->links > 0 ? 250 : 330;
    for (int shade = 0; shade < CT_SHADES; shade++) {
        (void)fprintf(p->file,
                      "<path class=\"m m%d\" style=\"stroke-width: 2.5\" "
                      "marker-end=\"url(#a%d)\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                      shade, shade, x, y - 4, x + 28, y - 4);
        ct_svg_text(p->file, "key", (ct_point){x + 34, y}, ct_shades[shade].words);
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

static ct_status draw(ct_picture *p, const char *title, int first, int last) {
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
    ct_picture p = {.file = file, .ensemble = ensemble, .topology = topology};
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
    p.links = p.sketch.radius > 0 ? 0 : ct_topology_links(topology); /* a circle has none */
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
