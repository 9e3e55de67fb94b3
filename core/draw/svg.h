/* The few SVG elements the pictures are made of. Coordinates in pixels. */
#ifndef CT_DRAW_SVG_H
#define CT_DRAW_SVG_H

#include <cornerturn/status.h>
#include <stdio.h>

typedef struct ct_point {
    double x, y;
} ct_point;

/* Begins a picture; what is written after the styles of `css` is drawn in order. */
void ct_svg_begin(FILE *file, double width, double height, const char *css);

/* Ends it. CT_ERROR_FILE when anything could not be written. */
ct_status ct_svg_end(FILE *file);

/* Text with its markup escaped, `class` being one of the styles. */
void ct_svg_text(FILE *file, const char *class, ct_point at, const char *text);

void ct_svg_line(FILE *file, const char *class, ct_point from, ct_point to);
void ct_svg_circle(FILE *file, const char *class, ct_point centre, double radius);

#endif
