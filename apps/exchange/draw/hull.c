/* The figure of a hull: lines over the block size, as SVG. */
#include "apps/exchange/draw/hull.h"

#include "apps/exchange/draw/figure.h"

#include <math.h>

enum {
    SAMPLES = 64,
    FAR_APART = 40 /* last break point over first: beyond that, axes are logarithmic */
};

typedef struct plot {
    draw_figure figure;
    const ct_hull *hull;
} plot;

static double time_s(const ct_face *face, double bytes) {
    return face->start_s + bytes * face->byte_s;
}

/* A figure that shows all break points, or the bend of a single line. */
static draw_figure make_figure(FILE *file, const ct_hull *hull) {
    const ct_face *first = &hull->faces[0];
    double first_bytes = hull->count > 1                           ? hull->faces[1].from_bytes
                         : first->byte_s > 0 && first->start_s > 0 ? first->start_s / first->byte_s
                                                                   : 1000;
    double last_bytes = hull->count > 1 ? hull->faces[hull->count - 1].from_bytes : first_bytes;
    int logarithmic = last_bytes > FAR_APART * first_bytes;
    double low_bytes = logarithmic ? first_bytes / 8 : 0;
    double high_bytes = logarithmic ? 4 * last_bytes : 1.6 * last_bytes;
    double low_s = time_s(first, low_bytes);
    double high_s = 1.25 * time_s(ct_hull_find(hull, high_bytes), high_bytes);
    int y_logarithmic = logarithmic && low_s > 0;
    return draw_figure_make(file, logarithmic, low_bytes, high_bytes, y_logarithmic,
                            y_logarithmic ? low_s / 1.5 : 0, high_s > 0 ? high_s : 1);
}

/* The line of a face between two block sizes; `stroke` is empty or gives a colour. */
static void print_line(const draw_figure *figure, const ct_face *face, double from, double to,
                       const char *class, const char *stroke) {
    draw_scale part = {figure->x.logarithmic, fmax(from, figure->x.low), to, 0, 0};
    (void)fprintf(figure->file, "<path class=\"%s\"%s d=\"", class, stroke);
    for (int i = 0; i <= SAMPLES; i++) {
        double bytes = draw_scale_value(&part, (double)i / SAMPLES);
        double y = draw_scale_pixel(&figure->y, fmax(time_s(face, bytes), figure->y.low));
        (void)fprintf(figure->file, "%c%.1f %.1f", i == 0 ? 'M' : 'L',
                      draw_scale_pixel(&figure->x, bytes), y);
    }
    (void)fprintf(figure->file, "\"/>\n");
}

/* "3,3", or "20 x 1" where there are many. */
static void format_phases(const ct_value *phases, char text[DRAW_FIGURE_TEXT]) {
    enum { MANY = 8 };
    size_t used = 0;
    if (phases->count <= MANY) {
        (void)ct_value_format(phases, text, DRAW_FIGURE_TEXT);
        return;
    }
    for (int i = 0, run = 1; i < phases->count && used < DRAW_FIGURE_TEXT; i += run) {
        for (run = 1; i + run < phases->count && phases->item[i + run] == phases->item[i];) {
            run++;
        }
        used += (size_t)snprintf(text + used, DRAW_FIGURE_TEXT - used, "%s%d x %d",
                                 i == 0 ? "" : ", ", run, phases->item[i]);
    }
}

static void print_face(const plot *p, int i) {
    const draw_figure *figure = &p->figure;
    const ct_face *face = &p->hull->faces[i];
    const char *stroke = draw_figure_stroke(i);
    int is_last = i == p->hull->count - 1;
    double end = is_last ? figure->x.high : face[1].from_bytes;
    char phases[DRAW_FIGURE_TEXT];
    char bytes[DRAW_FIGURE_TEXT];
    char text[2 * DRAW_FIGURE_TEXT + 16];
    print_line(figure, face, figure->x.low, figure->x.high, "thin", stroke);
    print_line(figure, face, face->from_bytes, end, "best", stroke);
    if (!is_last) {
        double x = draw_scale_pixel(&figure->x, end);
        draw_svg_line(figure->file, "break",
                      (draw_point){x, draw_scale_pixel(&figure->y, time_s(face, end))},
                      (draw_point){x, figure->y.from_px});
    }
    format_phases(&face->phases, phases);
    draw_figure_bytes(figure, is_last ? face->from_bytes : end, bytes);
    (void)snprintf(text, sizeof text, "%s  %s %s", phases, is_last ? "from" : "up to", bytes);
    draw_figure_legend(figure, 1 + i, "best", stroke, text);
}

static void print_others(const plot *p, const ct_face *others, int count, int row) {
    if (count > 0) {
        draw_figure_head(&p->figure, row, "never best");
    }
    for (int i = 0; i < count; i++) {
        char phases[DRAW_FIGURE_TEXT];
        print_line(&p->figure, &others[i], p->figure.x.low, p->figure.x.high, "thin",
                   draw_figure_grey(i));
        format_phases(&others[i].phases, phases);
        draw_figure_legend(&p->figure, row + 1 + i, "thin", draw_figure_grey(i), phases);
    }
}

/* What thin and dotted lines are, where there are any. */
static int print_signs(const plot *p, int row) {
    if (p->hull->count < 2) {
        return row;
    }
    draw_figure_legend(&p->figure, row, "thin", " stroke=\"#444\"", "where another is better");
    draw_figure_legend(&p->figure, row + 1, "break", "", "where the best changes");
    return row + 2;
}

ct_status draw_hull(FILE *file, const char *title, const ct_hull *hull, const ct_face *others,
                    int count) {
    plot p = {.figure = make_figure(file, hull), .hull = hull};
    draw_figure_begin(&p.figure, title, hull->count + count + 5, 0);
    draw_figure_head(&p.figure, 0, "best phases, for blocks");
    int row = print_signs(&p, hull->count + 1);
    print_others(&p, others, count, row + 1);
    for (int i = 0; i < hull->count; i++) {
        print_face(&p, i);
    }
    return draw_figure_end(&p.figure);
}
