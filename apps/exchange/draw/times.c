/* The figure of measured and predicted times over the block size, as the papers print them. */
#include "apps/exchange/draw/times.h"

#include "apps/exchange/draw/figure.h"
#include "base/fail.h"

#include <math.h>
#include <string.h>

/* The least and the largest of all times. False when there is none. */
static int find_range(const draw_series *series, int count, int sizes, double *low_s,
                      double *high_s) {
    *low_s = HUGE_VAL;
    *high_s = 0;
    for (int i = 0; i < count; i++) {
        const double *both[2] = {series[i].measured_s, series[i].predicted_s};
        for (int k = 0; k < 2; k++) {
            for (int size = 0; both[k] != NULL && size < sizes; size++) {
                if (both[k][size] > 0 && isfinite(both[k][size])) {
                    *low_s = fmin(*low_s, both[k][size]);
                    *high_s = fmax(*high_s, both[k][size]);
                }
            }
        }
    }
    return *high_s > 0;
}

/* Lines between neighbouring sizes that both have a time; a size that stands alone is a dot. */
static void print_line(const draw_figure *figure, int sizes, const double *bytes,
                       const double *seconds, const char *class, const char *stroke) {
    int is_drawn = 0; /* the size before */
    (void)fprintf(figure->file, "<path class=\"%s\"%s stroke-linecap=\"round\" d=\"", class,
                  stroke);
    for (int size = 0; size < sizes; size++) {
        if (seconds[size] > 0 && isfinite(seconds[size])) {
            (void)fprintf(figure->file, "%c%.1f %.1f%s", is_drawn ? 'L' : 'M',
                          draw_scale_pixel(&figure->x, bytes[size]),
                          draw_scale_pixel(&figure->y, seconds[size]), is_drawn ? "" : "h0");
            is_drawn = 1;
        } else {
            is_drawn = 0;
        }
    }
    (void)fprintf(figure->file, "\"/>\n");
}

/* Whether quartiles are known at a size. */
static int has_quartiles(const draw_series *series, int size) {
    return series->low_s != NULL && series->low_s[size] > 0 && isfinite(series->high_s[size]) &&
           series->high_s[size] >= series->low_s[size];
}

static void go_to(const draw_figure *figure, char command, double bytes, double seconds) {
    (void)fprintf(figure->file, "%c%.1f %.1f", command, draw_scale_pixel(&figure->x, bytes),
                  draw_scale_pixel(&figure->y, seconds));
}

/* The band between the quartiles, over every run of sizes that have them: up along the lower, back
 * along the upper. A size that stands alone has a bar. */
static void print_quartiles(const draw_figure *figure, int sizes, const double *bytes,
                            const draw_series *series, const char *stroke) {
    (void)fprintf(figure->file, "<path class=\"quartiles\" style=\"fill: %.7s\" d=\"",
                  strchr(stroke, '#'));
    for (int first = 0, end = 0; first < sizes; first = end + (end == first)) {
        for (end = first; end < sizes && has_quartiles(series, end); end++) {
            go_to(figure, end == first ? 'M' : 'L', bytes[end], series->low_s[end]);
        }
        if (end == first + 1) {
            double pixels = draw_scale_pixel(&figure->y, series->high_s[first]);
            (void)fprintf(figure->file, "h-2V%.1fh4V%.1fz", pixels,
                          draw_scale_pixel(&figure->y, series->low_s[first]));
        } else if (end > first) {
            for (int size = end - 1; size >= first; size--) {
                go_to(figure, 'L', bytes[size], series->high_s[size]);
            }
            (void)fputc('z', figure->file);
        }
    }
    (void)fprintf(figure->file, "\"/>\n");
}

static int longest_name(const draw_series *series, int count) {
    size_t longest = 0;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(series[i].name);
        longest = length > longest ? length : longest;
    }
    return (int)longest;
}

/* How a way is drawn: references in grey, the others by their number among the others. */
static const char *stroke_of(const draw_series *series, int index) {
    int same = 0;
    for (int i = 0; i < index; i++) {
        same += series[i].is_reference == series[index].is_reference;
    }
    return series[index].is_reference ? draw_figure_grey(same) : draw_figure_stroke(same);
}

/* A choice is wide and pale: what it chose is seen in it. */
static const char *class_of(const draw_series *series) {
    return series->is_choice ? "choice" : "measured";
}

/* Whether quartiles and predictions are drawn: a choice is one of the others, which have theirs. */
static int is_full(const draw_series *series) {
    return !series->is_reference && !series->is_choice;
}

/* What occurs among the series. */
typedef struct occurrence {
    int references, predictions, quartiles;
} occurrence;

static occurrence find_occurrence(const draw_series *series, int count) {
    occurrence found = {0, 0, 0};
    for (int i = 0; i < count; i++) {
        found.references += series[i].is_reference != 0;
        found.predictions += series[i].predicted_s != NULL && is_full(&series[i]);
        found.quartiles += series[i].low_s != NULL && is_full(&series[i]);
    }
    return found;
}

/* The legend: exchanges, what their lines and bands are, then the references. */
static void print_legend(const draw_figure *figure, const draw_series *series, int count) {
    static const char dark[] = " stroke=\"#444\"";
    occurrence found = find_occurrence(series, count);
    int row = 0;
    draw_figure_head(figure, row++, "exchanges");
    for (int i = 0; i < count; i++) {
        if (!series[i].is_reference) {
            draw_figure_legend(figure, row++, class_of(&series[i]), stroke_of(series, i),
                               series[i].name);
        }
    }
    row++;
    draw_figure_legend(figure, row++, "measured", dark, "measured, median");
    if (found.quartiles > 0) {
        draw_figure_legend(figure, row++, "band", dark, "measured, between the quartiles");
    }
    if (found.predictions > 0) {
        draw_figure_legend(figure, row++, "predicted", dark, "predicted");
    }
    if (found.references > 0) {
        draw_figure_head(figure, ++row, "copies of as many bytes");
    }
    for (int i = 0; i < count; i++) {
        if (series[i].is_reference) {
            draw_figure_legend(figure, ++row, "measured", stroke_of(series, i), series[i].name);
        }
    }
}

static void print_series(const draw_figure *figure, int sizes, const double *bytes,
                         const draw_series *series, const char *stroke) {
    if (series->low_s != NULL && is_full(series)) {
        print_quartiles(figure, sizes, bytes, series, stroke);
    }
    if (series->predicted_s != NULL && is_full(series)) {
        print_line(figure, sizes, bytes, series->predicted_s, "predicted", stroke);
    }
    print_line(figure, sizes, bytes, series->measured_s, class_of(series), stroke);
}

ct_status draw_times(FILE *file, const char *title, int sizes, const double *block_bytes,
                     const draw_series *series, int count) {
    double low_s = 0;
    double high_s = 0;
    if (sizes < 1 || !find_range(series, count, sizes, &low_s, &high_s)) {
        return ct_raise(CT_ERROR_ARGUMENT, "no times to draw");
    }
    draw_figure figure = draw_figure_make(
        file, 1, block_bytes[0] / 1.4, block_bytes[sizes - 1] * 1.4, 1, low_s / 1.5, high_s * 1.5);
    figure.octaves = 1;
    figure.times = "time on the slowest rank";
    draw_figure_begin(&figure, title, count + 8, longest_name(series, count));
    for (int layer = 0; layer < 3; layer++) {  /* references, choices, the others; */
        for (int i = count - 1; i >= 0; i--) { /* where lines meet, the first is seen */
            if (layer == (series[i].is_reference ? 0 : series[i].is_choice ? 1 : 2)) {
                print_series(&figure, sizes, block_bytes, &series[i], stroke_of(series, i));
            }
        }
    }
    print_legend(&figure, series, count);
    return draw_figure_end(&figure);
}
