/* The figure of a hull: lines over the block size, as SVG. */
#include <cornerturn/plot.h>

#include "schedule/svg.h"

#include <math.h>

enum {
    LEFT = 80, /* the frame, in pixels */
    RIGHT = 620,
    TOP = 50,
    BOTTOM = 430,
    WIDTH = 900,
    LEGEND = 640,
    ROW = 20,
    SAMPLES = 64,
    FAR_APART = 40, /* last break point over first: beyond that, axes are logarithmic */
    ROOM = 160      /* of a text */
};

static const char css[] = "text { font-size: 12px; }\n"
                          ".title { font-size: 16px; }\n"
                          ".head { font-weight: bold; }\n"
                          ".middle { text-anchor: middle; }\n"
                          ".end { text-anchor: end; }\n"
                          "path { fill: none; }\n"
                          ".thin { stroke-width: 1; }\n"
                          ".best { stroke-width: 4; }\n"
                          ".other { stroke: #888; stroke-dasharray: 4 3; }\n"
                          ".grid { stroke: #ddd; }\n"
                          ".break { stroke: #444; stroke-dasharray: 2 3; }\n"
                          ".frame { stroke: #444; }\n";

typedef struct scale {
    int logarithmic;
    double low, high; /* of the quantity */
    double from_px, to_px;
} scale;

typedef struct plot {
    FILE *file;
    const ct_hull *hull;
    scale x, y; /* bytes, seconds */
} plot;

static double time_s(const ct_face *face, double bytes) {
    return face->start_s + bytes * face->byte_s;
}

static double pixel(const scale *s, double value) {
    double along = s->logarithmic ? log(value / s->low) / log(s->high / s->low)
                                  : (value - s->low) / (s->high - s->low);
    return s->from_px + along * (s->to_px - s->from_px);
}

static double value_at(const scale *s, double along) {
    return s->logarithmic ? s->low * pow(s->high / s->low, along)
                          : s->low + along * (s->high - s->low);
}

/* Ranges that show all break points, or the bend of a single line. */
static void choose_scales(plot *p) {
    const ct_hull *hull = p->hull;
    const ct_face *first = &hull->faces[0];
    double first_bytes = hull->count > 1                           ? hull->faces[1].from_bytes
                         : first->byte_s > 0 && first->start_s > 0 ? first->start_s / first->byte_s
                                                                   : 1000;
    double last_bytes = hull->count > 1 ? hull->faces[hull->count - 1].from_bytes : first_bytes;
    int logarithmic = last_bytes > FAR_APART * first_bytes;
    p->x = (scale){logarithmic, logarithmic ? first_bytes / 8 : 0,
                   logarithmic ? 4 * last_bytes : 1.6 * last_bytes, LEFT, RIGHT};
    double low_s = time_s(first, p->x.low);
    double high_s = 1.25 * time_s(ct_hull_find(hull, p->x.high), p->x.high);
    p->y = (scale){logarithmic && low_s > 0, logarithmic && low_s > 0 ? low_s / 1.5 : 0,
                   high_s > 0 ? high_s : 1, BOTTOM, TOP};
}

/* A quantity with the largest unit in which it is at least 1. */
static void format_quantity(double value, int is_bytes, char text[ROOM]) {
    static const struct {
        const char *name;
        double value;
    } units[2][4] = {{{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}},
                     {{"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}, {"B", 1}}};
    int i = 0;
    while (i < 3 && value < units[is_bytes][i].value * (1 - 1e-9)) {
        i++;
    }
    (void)snprintf(text, ROOM, "%.3g %s", value / units[is_bytes][i].value,
                   value == 0 ? "" : units[is_bytes][i].name);
}

static void print_tick(const plot *p, double value, int is_bytes) {
    char text[ROOM];
    format_quantity(value, is_bytes, text);
    if (is_bytes) {
        double x = pixel(&p->x, value);
        ct_svg_line(p->file, "grid", (ct_point){x, TOP}, (ct_point){x, BOTTOM});
        ct_svg_text(p->file, "middle", (ct_point){x, BOTTOM + 18}, text);
    } else {
        double y = pixel(&p->y, value);
        ct_svg_line(p->file, "grid", (ct_point){LEFT, y}, (ct_point){RIGHT, y});
        ct_svg_text(p->file, "end", (ct_point){LEFT - 8, y + 4}, text);
    }
}

/* Round values along an axis: 1, 2 and 5 in every decade, or powers of ten where there are many
 * decades; some five steps of 1, 2 or 5 on a linear axis. */
static void print_ticks(const plot *p, const scale *s, int is_bytes) {
    enum { MANY = 3 }; /* decades */
    if (s->logarithmic) {
        static const double factors[] = {1, 2, 5};
        int factors_used = s->high / s->low > pow(10, MANY) ? 1 : 3;
        double high = s->high * (1 + 1e-9);
        int last = (int)floor(log10(high));
        for (int power = (int)floor(log10(s->low)); power <= last; power++) {
            double decade = pow(10, power);
            for (int i = 0; i < factors_used; i++) {
                if (decade * factors[i] >= s->low && decade * factors[i] <= high) {
                    print_tick(p, decade * factors[i], is_bytes);
                }
            }
        }
        return;
    }
    double rough = s->high / 5;
    double decade = pow(10, floor(log10(rough)));
    double step = decade * (rough < 2 * decade ? 1 : rough < 5 * decade ? 2 : 5);
    for (int k = 0; k * step <= s->high; k++) {
        print_tick(p, k * step, is_bytes);
    }
}

/* The line of a face between two block sizes; `stroke` is empty or gives a colour. */
static void print_line(const plot *p, const ct_face *face, double from, double to,
                       const char *class, const char *stroke) {
    scale part = {p->x.logarithmic, fmax(from, p->x.low), to, 0, 0};
    (void)fprintf(p->file, "<path class=\"%s\"%s d=\"", class, stroke);
    for (int i = 0; i <= SAMPLES; i++) {
        double bytes = value_at(&part, (double)i / SAMPLES);
        double y = pixel(&p->y, fmax(time_s(face, bytes), p->y.low));
        (void)fprintf(p->file, "%c%.1f %.1f", i == 0 ? 'M' : 'L', pixel(&p->x, bytes), y);
    }
    (void)fprintf(p->file, "\"/>\n");
}

/* "3,3", or "20 x 1" where there are many. */
static void format_phases(const ct_value *phases, char text[ROOM]) {
    enum { MANY = 8 };
    size_t used = 0;
    if (phases->count <= MANY) {
        (void)ct_value_format(phases, text, ROOM);
        return;
    }
    for (int i = 0, run = 1; i < phases->count && used < ROOM; i += run) {
        for (run = 1; i + run < phases->count && phases->item[i + run] == phases->item[i];) {
            run++;
        }
        used += (size_t)snprintf(text + used, ROOM - used, "%s%d x %d", i == 0 ? "" : ", ", run,
                                 phases->item[i]);
    }
}

static void print_legend_row(const plot *p, int row, const char *class, const char *stroke,
                             const char *text) {
    int y = TOP + 6 + ROW * row;
    (void)fprintf(p->file, "<path class=\"%s\"%s d=\"M%d %dh24\"/>\n", class, stroke, LEGEND,
                  y - 4);
    ct_svg_text(p->file, "", (ct_point){LEGEND + 32, y}, text);
}

static void print_face(const plot *p, int i) {
    static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                          "#e69f00", "#56b4e9", "#8c564b", "#000000",
                                          "#882255", "#999933", "#332288", "#44aa99"};
    const ct_face *face = &p->hull->faces[i];
    int is_last = i == p->hull->count - 1;
    double end = is_last ? p->x.high : face[1].from_bytes;
    char stroke[ROOM];
    char phases[ROOM];
    char bytes[ROOM];
    char text[2 * ROOM + 16];
    (void)snprintf(stroke, sizeof stroke, " stroke=\"%s\"",
                   colours[(size_t)i % (sizeof colours / sizeof *colours)]);
    print_line(p, face, p->x.low, p->x.high, "thin", stroke);
    print_line(p, face, face->from_bytes, end, "best", stroke);
    if (!is_last) {
        double x = pixel(&p->x, end);
        ct_svg_line(p->file, "break", (ct_point){x, pixel(&p->y, time_s(face, end))},
                    (ct_point){x, BOTTOM});
    }
    format_phases(&face->phases, phases);
    format_quantity(is_last ? face->from_bytes : end, 1, bytes);
    (void)snprintf(text, sizeof text, "%s  %s %s", phases, is_last ? "from" : "up to", bytes);
    print_legend_row(p, 1 + i, "best", stroke, text);
}

static void print_others(const plot *p, const ct_face *others, int count) {
    int row = p->hull->count + 2;
    if (count > 0) {
        ct_svg_text(p->file, "head", (ct_point){LEGEND, TOP + 6 + ROW * row}, "never best");
    }
    for (int i = 0; i < count; i++) {
        char phases[ROOM];
        print_line(p, &others[i], p->x.low, p->x.high, "other", "");
        format_phases(&others[i].phases, phases);
        print_legend_row(p, row + 1 + i, "other", "", phases);
    }
}

ct_status ct_hull_plot(FILE *file, const char *title, const ct_hull *hull, const ct_face *others,
                       int count) {
    plot p = {.file = file, .hull = hull};
    int needed = TOP + 6 + ROW * (hull->count + count + 4);
    int height = needed > BOTTOM + 60 ? needed : BOTTOM + 60;
    choose_scales(&p);
    ct_svg_begin(file, WIDTH, height, css);
    ct_svg_text(file, "title", (ct_point){LEFT, 28}, title);
    ct_svg_text(file, "head", (ct_point){LEGEND, TOP + 6}, "best for blocks");
    ct_svg_text(file, "middle", (ct_point){(LEFT + RIGHT) / 2.0, BOTTOM + 42}, "block size");
    (void)fprintf(file,
                  "<text class=\"middle\" transform=\"translate(16 %d) rotate(-90)\">time of the "
                  "exchange</text>\n"
                  "<clipPath id=\"inside\"><path d=\"M0 %dH%dV%dH0z\"/></clipPath>\n",
                  (TOP + BOTTOM) / 2, TOP, WIDTH, height);
    print_ticks(&p, &p.x, 1);
    print_ticks(&p, &p.y, 0);
    (void)fprintf(file, "<g clip-path=\"url(#inside)\">\n");
    print_others(&p, others, count);
    for (int i = 0; i < hull->count; i++) {
        print_face(&p, i);
    }
    (void)fprintf(file, "</g>\n<path class=\"frame\" d=\"M%d %dH%dV%dH%dz\"/>\n", LEFT, TOP, RIGHT,
                  BOTTOM, LEFT);
    return ct_svg_end(file);
}
