#include "apps/exchange/draw/figure.h"

#include <math.h>

enum {
    LEFT = 80, /* the frame, in pixels */
    RIGHT = 620,
    TOP = 50,
    BOTTOM = 430,
    LEGEND = 640,
    LEGEND_TEXT = LEGEND + 32,
    ROW = 20,
    LEAST_WIDTH = 900,
    CHARACTER = 7
};

static const char css[] = "text { font-size: 12px; }\n"
                          ".title { font-size: 16px; }\n"
                          ".head { font-weight: bold; }\n"
                          ".middle { text-anchor: middle; }\n"
                          ".end { text-anchor: end; }\n"
                          "path { fill: none; }\n"
                          ".thin { stroke-width: 1; }\n"
                          ".measured { stroke-width: 2; }\n"
                          ".choice { stroke-width: 8; stroke-opacity: 0.3; }\n"
                          ".best { stroke-width: 4; }\n"
                          ".band { stroke-width: 10; stroke-opacity: 0.22; }\n"
                          ".quartiles { stroke: none; fill-opacity: 0.22; }\n"
                          ".predicted { stroke-width: 1; stroke-dasharray: 5 4; }\n"
                          ".grid { stroke: #ddd; }\n"
                          ".break { stroke: #444; stroke-dasharray: 2 3; }\n"
                          ".frame { stroke: #444; }\n";

double draw_scale_pixel(const draw_scale *scale, double value) {
    double along = scale->logarithmic ? log(value / scale->low) / log(scale->high / scale->low)
                                      : (value - scale->low) / (scale->high - scale->low);
    return scale->from_px + along * (scale->to_px - scale->from_px);
}

double draw_scale_value(const draw_scale *scale, double along) {
    return scale->logarithmic ? scale->low * pow(scale->high / scale->low, along)
                              : scale->low + along * (scale->high - scale->low);
}

draw_figure draw_figure_make(FILE *file, int x_logarithmic, double low_bytes, double high_bytes,
                             int y_logarithmic, double low_s, double high_s) {
    return (draw_figure){.file = file,
                         .times = "time of the exchange",
                         .x = {x_logarithmic, low_bytes, high_bytes, LEFT, RIGHT},
                         .y = {y_logarithmic, low_s, high_s, BOTTOM, TOP}};
}

/* Writes a value in the largest of the units, which fall, in which it is at least 1. */
static void format_quantity(double value, const char *const *names, const double *units, int count,
                            char text[DRAW_FIGURE_TEXT]) {
    int i = 0;
    while (i + 1 < count && value < units[i] * (1 - 1e-9)) {
        i++;
    }
    (void)snprintf(text, DRAW_FIGURE_TEXT, "%.3g %s", value / units[i], value == 0 ? "" : names[i]);
}

static void format_seconds(double seconds, char text[DRAW_FIGURE_TEXT]) {
    static const char *const names[] = {"s", "ms", "us", "ns"};
    static const double units[] = {1, 1e-3, 1e-6, 1e-9};
    format_quantity(seconds, names, units, 4, text);
}

void draw_figure_bytes(const draw_figure *figure, double bytes, char text[DRAW_FIGURE_TEXT]) {
    static const char *const names[2][4] = {{"GB", "MB", "kB", "B"}, {"GiB", "MiB", "KiB", "B"}};
    static const double units[2][4] = {{1e9, 1e6, 1e3, 1}, {1 << 30, 1 << 20, 1 << 10, 1}};
    int binary = figure->octaves != 0;
    format_quantity(bytes, names[binary], units[binary], 4, text);
}

static void print_tick(const draw_figure *figure, double value, int is_bytes) {
    char text[DRAW_FIGURE_TEXT];
    if (is_bytes) {
        double x = draw_scale_pixel(&figure->x, value);
        draw_figure_bytes(figure, value, text);
        draw_svg_line(figure->file, "grid", (draw_point){x, TOP}, (draw_point){x, BOTTOM});
        draw_svg_text(figure->file, "middle", (draw_point){x, BOTTOM + 18}, text);
    } else {
        double y = draw_scale_pixel(&figure->y, value);
        format_seconds(value, text);
        draw_svg_line(figure->file, "grid", (draw_point){LEFT, y}, (draw_point){RIGHT, y});
        draw_svg_text(figure->file, "end", (draw_point){LEFT - 8, y + 4}, text);
    }
}

/* Powers of two, so many octaves apart that there are some ten at most. */
static void print_octave_ticks(const draw_figure *figure) {
    enum { TICKS_MOST = 10 };
    int first = (int)ceil(log2(figure->x.low) - 1e-9);
    int last = (int)floor(log2(figure->x.high) + 1e-9);
    int stride = (last - first) / TICKS_MOST + 1;
    for (int power = first; power <= last; power += stride) {
        print_tick(figure, pow(2, power), 1);
    }
}

/* Round values along an axis: 1, 2 and 5 in every decade, or powers of ten where there are many
 * decades; some five steps of 1, 2 or 5 on a linear axis. */
static void print_ticks(const draw_figure *figure, const draw_scale *scale, int is_bytes) {
    enum { MANY = 3 }; /* decades */
    if (scale->logarithmic) {
        static const double factors[] = {1, 2, 5};
        int factors_used = scale->high / scale->low > pow(10, MANY) ? 1 : 3;
        double high = scale->high * (1 + 1e-9);
        int last = (int)floor(log10(high));
        for (int power = (int)floor(log10(scale->low)); power <= last; power++) {
            double decade = pow(10, power);
            for (int i = 0; i < factors_used; i++) {
                if (decade * factors[i] >= scale->low && decade * factors[i] <= high) {
                    print_tick(figure, decade * factors[i], is_bytes);
                }
            }
        }
        return;
    }
    double rough = scale->high / 5;
    double decade = pow(10, floor(log10(rough)));
    double step = decade * (rough < 2 * decade ? 1 : rough < 5 * decade ? 2 : 5);
    for (int k = 0; k * step <= scale->high; k++) {
        print_tick(figure, k * step, is_bytes);
    }
}

void draw_figure_begin(const draw_figure *figure, const char *title, int rows, int characters) {
    int needed = TOP + 6 + ROW * (rows + 1);
    int height = needed > BOTTOM + 60 ? needed : BOTTOM + 60;
    int wide = LEGEND_TEXT + CHARACTER * characters;
    int width = wide > LEAST_WIDTH ? wide : LEAST_WIDTH;
    draw_svg_begin(figure->file, width, height, css);
    draw_svg_text(figure->file, "title", (draw_point){LEFT, 28}, title);
    draw_svg_text(figure->file, "middle", (draw_point){(LEFT + RIGHT) / 2.0, BOTTOM + 42},
                  "block size");
    (void)fprintf(figure->file,
                  "<text class=\"middle\" transform=\"translate(16 %d) rotate(-90)\">%s</text>\n"
                  "<clipPath id=\"inside\"><path d=\"M0 %dH%dV0H%dV%dH0z\"/></clipPath>\n",
                  (TOP + BOTTOM) / 2, figure->times, TOP, RIGHT, width, height);
    if (figure->octaves) {
        print_octave_ticks(figure);
    } else {
        print_ticks(figure, &figure->x, 1);
    }
    print_ticks(figure, &figure->y, 0);
    (void)fprintf(figure->file, "<g clip-path=\"url(#inside)\">\n");
}

ct_status draw_figure_end(const draw_figure *figure) {
    (void)fprintf(figure->file, "</g>\n<path class=\"frame\" d=\"M%d %dH%dV%dH%dz\"/>\n", LEFT, TOP,
                  RIGHT, BOTTOM, LEFT);
    return draw_svg_end(figure->file);
}

void draw_figure_head(const draw_figure *figure, int row, const char *text) {
    draw_svg_text(figure->file, "head", (draw_point){LEGEND, TOP + 6 + ROW * row}, text);
}

void draw_figure_legend(const draw_figure *figure, int row, const char *class, const char *stroke,
                        const char *text) {
    int y = TOP + 6 + ROW * row;
    (void)fprintf(figure->file, "<path class=\"%s\"%s d=\"M%d %dh24\"/>\n", class, stroke, LEGEND,
                  y - 4);
    draw_svg_text(figure->file, "", (draw_point){LEGEND_TEXT, y}, text);
}

const char *draw_figure_stroke(int index) {
    static const char *const strokes[] = {
        " stroke=\"#0072b2\"", " stroke=\"#d55e00\"", " stroke=\"#009e73\"", " stroke=\"#cc79a7\"",
        " stroke=\"#e69f00\"", " stroke=\"#56b4e9\"", " stroke=\"#8c564b\"", " stroke=\"#000000\"",
        " stroke=\"#882255\"", " stroke=\"#999933\"", " stroke=\"#332288\"", " stroke=\"#44aa99\""};
    return strokes[(size_t)index % (sizeof strokes / sizeof *strokes)];
}

const char *draw_figure_grey(int index) {
    static const char *const strokes[] = {" stroke=\"#888\" stroke-dasharray=\"6 3\"",
                                          " stroke=\"#888\" stroke-dasharray=\"1.5 2.5\"",
                                          " stroke=\"#888\" stroke-dasharray=\"9 3 1.5 3\""};
    return strokes[(size_t)index % (sizeof strokes / sizeof *strokes)];
}
