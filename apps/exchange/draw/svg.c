#include "apps/exchange/draw/svg.h"

#include "base/fail.h"

#include <errno.h>
#include <string.h>

void draw_svg_begin(FILE *file, double width, double height, const char *css) {
    (void)fprintf(file,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                  "viewBox=\"0 0 %.0f %.0f\">\n<style>\ntext { font-family: sans-serif; }\n%s"
                  "</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                  width, height, width, height, css);
}

ct_status draw_svg_end(FILE *file) {
    (void)fputs("</svg>\n", file);
    if (fflush(file) != 0 || ferror(file)) {
        return ct_raise(CT_ERROR_FILE, "cannot write the picture: %s", strerror(errno));
    }
    return CT_OK;
}

void draw_svg_text(FILE *file, const char *class, draw_point at, const char *text) {
    (void)fprintf(file, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", class, at.x, at.y);
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            (void)fputs("&amp;", file);
            break;
        case '<':
            (void)fputs("&lt;", file);
            break;
        case '>':
            (void)fputs("&gt;", file);
            break;
        default:
            (void)fputc(*text, file);
        }
    }
    (void)fputs("</text>\n", file);
}

void draw_svg_line(FILE *file, const char *class, draw_point from, draw_point to) {
    (void)fprintf(file, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
                  class, from.x, from.y, to.x, to.y);
}

void draw_svg_circle(FILE *file, const char *class, draw_point centre, double radius) {
    (void)fprintf(file, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>\n", class,
                  centre.x, centre.y, radius);
}
