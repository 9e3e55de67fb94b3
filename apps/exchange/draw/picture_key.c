/* The styles of a picture, and its key: what colours, lines and circles mean, as far as they occur.
 */
#include "apps/exchange/draw/picture.h"

#include <math.h>
#include <string.h>

#define ARROW "\xe2\x86\x92"
#define TIMES "\xc3\x97"

enum { LEFT = 12, GAP = 22, SIGN = 34 }; /* pixels: of the key, between items, for a sign */
static const double character_px = 6.3;  /* of a text of 12 pixels, on average */

/* Of names: those of blocks are no wider than a block. */
static double name_px(const draw_picture *p) {
    double size = draw_sketch_name_px(&p->sketch);
    if (draw_sketch_has_blocks(&p->sketch)) {
        char name[DRAW_BLOCK_NAME];
        draw_picture_block_name(p, p->topology->size - 1, name);
        double wide = (p->sketch.block_high.x - p->sketch.block_low.x) * p->sketch.unit;
        size = fmin(size, wide / (0.66 * (double)strlen(name)));
    }
    return size;
}

void draw_picture_styles(const draw_picture *p, char *css, size_t css_bytes) {
    double unit = p->sketch.unit;
    (void)snprintf(css, css_bytes,
                   ".title { font-size: 18px; font-weight: bold; }\n"
                   ".step { font-size: 14px; font-weight: bold; }\n"
                   ".key { font-size: 12px; }\n"
                   ".name { font-size: %.1fpx; font-weight: bold; fill: #555; }\n"
                   ".middle { text-anchor: middle; }\n.end { text-anchor: end; }\n"
                   ".rank { font-size: %.1fpx; text-anchor: middle; }\n"
                   ".to { font-size: %.1fpx; text-anchor: middle; fill: #555; }\n"
                   ".far { font-size: %.1fpx; text-anchor: middle; fill: #888; }\n"
                   ".l { stroke: #ccc; stroke-width: 2; }\n"
                   ".m { fill: none; stroke-width: %.1f; stroke-linejoin: round; }\n"
                   ".busy { fill: #cfe2f3; stroke: #333; }\n.idle { fill: white; stroke: #999; }\n"
                   ".frame { fill: #f7f7f5; stroke: #bbb; }\n"
                   ".edge, .node, .group { fill: none; stroke-linecap: round; }\n"
                   ".edge { stroke: #bbb; stroke-width: %.1f; }\n.node { stroke: #f2f2ee; "
                   "stroke-width: %.1f; }\n"
                   ".group { stroke: #bbb; stroke-width: 3; }\n",
                   name_px(p), fmax(0.17 * unit, 4), fmax(0.13 * unit, 3.5), fmax(0.12 * unit, 3.5),
                   fmax(0.035 * unit, 0.9), 0.74 * unit + 2, 0.74 * unit);
    for (int shade = 0; shade < DRAW_SHADES; shade++) {
        size_t used = strlen(css);
        (void)snprintf(css + used, css_bytes - used, ".m%d { stroke: %s; }\n", shade,
                       draw_shades[shade].colour);
    }
}

void draw_picture_markers(const draw_picture *p) {
    double size = fmax(0.13 * p->sketch.unit, 4);
    for (int shade = 0; shade < DRAW_SHADES; shade++) {
        if ((p->seen.shades & 1u << shade) != 0) {
            (void)fprintf(p->file,
                          "<marker id=\"a%d\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" "
                          "markerUnits=\"userSpaceOnUse\" markerWidth=\"%.1f\" "
                          "markerHeight=\"%.1f\" orient=\"auto\"><path d=\"M0 0L8 4L0 8z\" "
                          "fill=\"%s\"/></marker>\n",
                          shade, size, size, draw_shades[shade].colour);
        }
    }
}

/* A row of the key while it is written, or only measured. */
typedef struct row {
    const draw_picture *picture;
    FILE *file; /* NULL: measured */
    double x, y;
} row;

/* Text behind a sign of some width, which stands where the row ends. */
static void add_text(row *r, double sign, const char *text) {
    if (r->file != NULL) {
        draw_svg_text(r->file, "key", (draw_point){r->x + sign, r->y}, text);
    }
    r->x += sign + character_px * (double)strlen(text) + GAP;
}

static void add_line(row *r, int shade, const char *marker, const char *text) {
    if (r->file != NULL) {
        (void)fprintf(r->file,
                      "<path class=\"m m%d\" style=\"stroke-width: 2.5\" marker-%s=\"url(#a%d)\" "
                      "d=\"M%.1f %.1fh15h13\"/>\n",
                      shade, marker, shade, r->x, r->y - 4);
    }
    add_text(r, SIGN, text);
}

static void add_circle(row *r, const char *class, const char *text) {
    if (r->file != NULL) {
        draw_svg_circle(r->file, class, (draw_point){r->x + 8, r->y - 4}, 7);
    }
    add_text(r, 22, text);
}

static void add_grey(row *r, const char *class, const char *text) {
    if (r->file != NULL) {
        draw_svg_line(r->file, class, (draw_point){r->x, r->y - 4},
                      (draw_point){r->x + 28, r->y - 4});
    }
    add_text(r, SIGN, text);
}

static void add_shades(row *r) {
    const draw_picture *p = r->picture;
    add_text(r, 0,
             p->links > 0 ? "messages that share a link in a step:"
                          : "messages into one rank in a step (no links known):");
    for (int shade = 0; shade < DRAW_SHADES; shade++) {
        if ((p->seen.shades & 1u << shade) != 0) {
            add_line(r, shade, "end", draw_shades[shade].words);
        }
    }
}

static int lowest(unsigned bits) {
    int bit = 0;
    while ((bits >> bit & 1) == 0) {
        bit++;
    }
    return bit;
}

static void add_signs(row *r) {
    const draw_picture *p = r->picture;
    const draw_seen *seen = &p->seen;
    if (seen->sends || seen->sends_many) {
        add_circle(r, "busy",
                   seen->sends_many && seen->sends ? "sends: " ARROW "5 to rank 5, " ARROW "3" TIMES
                                                     " three messages"
                   : seen->sends_many ? "sends: " ARROW "3" TIMES " three messages"
                                      : "sends: " ARROW "5 to rank 5");
    }
    if (seen->idle) {
        add_circle(r, "idle", "does not send");
    }
    if (p->links > 0 && seen->passes) {
        add_line(r, lowest(seen->shades), "end", "ends at the next rank");
        add_line(r, lowest(seen->shades), "mid", "goes on at the next rank");
    }
    if (p->links > 0) {
        add_grey(r, "l", "link");
    }
    if (seen->cut) {
        add_text(r, 0, "a link cut off names the rank at its other end");
    }
    if (p->rails > 1) {
        add_text(r, 0, "lines side by side: one a network");
    }
}

double draw_picture_key(const draw_picture *p, int is_drawn) {
    FILE *file = is_drawn ? p->file : NULL;
    row shades = {p, file, LEFT, 52};
    row signs = {p, file, LEFT, 78};
    add_shades(&shades);
    add_signs(&signs);
    return fmax(shades.x, signs.x);
}
