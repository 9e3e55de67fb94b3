/* The figure of measured and predicted times over the block size, as the papers print them. */
#include <cornerturn/plot.h>

#include "base/fail.h"
#include "schedule/figure.h"

#include <math.h>
#include <string.h>

/* The least and the largest of all times. False when there is none. */
static int find_range(const ct_times *times, int count, int sizes, double *low_s, double *high_s) {
    *low_s = HUGE_VAL;
    *high_s = 0;
    for (int i = 0; i < count; i++) {
        const double *both[2] = {times[i].measured_s, times[i].predicted_s};
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
static void print_line(const ct_figure *figure, int sizes, const double *bytes,
                       const double *seconds, const char *class, const char *stroke) {
    int is_drawn = 0; /* the size before */
    (void)fprintf(figure->file, "<path class=\"%s\"%s stroke-linecap=\"round\" d=\"", class,
                  stroke);
    for (int size = 0; size < sizes; size++) {
        if (seconds[size] > 0 && isfinite(seconds[size])) {
            (void)fprintf(figure->file, "%c%.1f %.1f%s", is_drawn ? 'L' : 'M',
                          ct_scale_pixel(&figure->x, bytes[size]),
                          ct_scale_pixel(&figure->y, seconds[size]), is_drawn ? "" : "h0");
            is_drawn = 1;
        } else {
            is_drawn = 0;
        }
    }
    (void)fprintf(figure->file, "\"/>\n");
}

static int longest_name(const ct_times *times, int count) {
    size_t longest = 0;
    for (int i = 0; i < count; i++) {
        size_t length = strlen(times[i].name);
        longest = length > longest ? length : longest;
    }
    return (int)longest;
}

ct_status ct_times_plot(FILE *file, const char *title, int sizes, const double *block_bytes,
                        const ct_times *times, int count) {
    double low_s = 0;
    double high_s = 0;
    int has_predictions = 0;
    if (sizes < 1 || !find_range(times, count, sizes, &low_s, &high_s)) {
        return ct_raise(CT_ERROR_ARGUMENT, "no times to draw");
    }
    ct_figure figure = ct_figure_make(file, 1, block_bytes[0] / 1.4, block_bytes[sizes - 1] * 1.4,
                                      1, low_s / 1.5, high_s * 1.5);
    figure.octaves = 1;
    ct_figure_begin(&figure, title, count + 3, longest_name(times, count));
    ct_figure_head(&figure, 0, "measured");
    for (int i = count - 1; i >= 0; i--) { /* where lines meet, the first is seen */
        const char *stroke = ct_figure_stroke(i);
        if (times[i].predicted_s != NULL) {
            print_line(&figure, sizes, block_bytes, times[i].predicted_s, "predicted", stroke);
            has_predictions = 1;
        }
        print_line(&figure, sizes, block_bytes, times[i].measured_s, "measured", stroke);
        ct_figure_legend(&figure, 1 + i, "measured", stroke, times[i].name);
    }
    if (has_predictions) {
        ct_figure_legend(&figure, count + 2, "predicted", " stroke=\"#444\"", "predicted");
    }
    return ct_figure_end(&figure);
}
