/* Common parts of figures of times over the block size: frame, scales, ticks, legend. */
#ifndef CT_APPS_EXCHANGE_DRAW_FIGURE_H
#define CT_APPS_EXCHANGE_DRAW_FIGURE_H

#include "apps/exchange/draw/svg.h"

typedef struct draw_scale {
    int logarithmic;
    double low, high; /* of the quantity */
    double from_px, to_px;
} draw_scale;

/* The pixel of a value, and the value that far along the scale, 0 .. 1. */
double draw_scale_pixel(const draw_scale *scale, double value);
double draw_scale_value(const draw_scale *scale, double along);

typedef struct draw_figure {
    FILE *file;
    draw_scale x, y;   /* bytes, seconds */
    int octaves;       /* ticks of the block size are powers of two */
    const char *times; /* label of the seconds */
} draw_figure;

enum { DRAW_FIGURE_TEXT = 160 }; /* bytes of a short text */

/* A figure with scales that fill the frame: from and to in bytes, then in seconds. Where they are
 * logarithmic, low is above 0. */
draw_figure draw_figure_make(FILE *file, int x_logarithmic, double low_bytes, double high_bytes,
                             int y_logarithmic, double low_s, double high_s);

/* Begins it: title, frame, ticks. The legend beside the frame has `rows` rows of at most
 * `characters` characters. What is drawn next is cut off above the frame. */
void draw_figure_begin(const draw_figure *figure, const char *title, int rows, int characters);

/* Ends it. CT_ERROR_FILE when anything could not be written. */
ct_status draw_figure_end(const draw_figure *figure);

/* A row of the legend, from 0: a headline, or the line of a class and a stroke (empty, or
 * ' stroke="COLOUR"') and what it is. */
void draw_figure_head(const draw_figure *figure, int row, const char *text);
void draw_figure_legend(const draw_figure *figure, int row, const char *class, const char *stroke,
                        const char *text);

/* The stroke of line number `index`, told apart from the twelve before it; in grey, from the two
 * before it. */
const char *draw_figure_stroke(int index);
const char *draw_figure_grey(int index);

/* A quantity with the largest unit in which it is at least 1: "4 kB", or "4 KiB" in octaves. */
void draw_figure_bytes(const draw_figure *figure, double bytes, char text[DRAW_FIGURE_TEXT]);

#endif
