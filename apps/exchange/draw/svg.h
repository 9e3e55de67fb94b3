/* The SVG elements of pictures. Coordinates in pixels. */
#ifndef CT_APPS_EXCHANGE_DRAW_SVG_H
#define CT_APPS_EXCHANGE_DRAW_SVG_H

#include <cornerturn/status.h>
#include <stdio.h>

typedef struct draw_point {
    double x, y;
} draw_point;

/* Begins a picture; what is written after the styles of `css` is drawn in order. */
void draw_svg_begin(FILE *file, double width, double height, const char *css);

/* Ends it. CT_ERROR_FILE when anything could not be written. */
ct_status draw_svg_end(FILE *file);

/* Text with its markup escaped, `class` being one of the styles. */
void draw_svg_text(FILE *file, const char *class, draw_point at, const char *text);

void draw_svg_line(FILE *file, const char *class, draw_point from, draw_point to);
void draw_svg_circle(FILE *file, const char *class, draw_point centre, double radius);

#endif
