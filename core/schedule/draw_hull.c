/* The picture of a hull: time over block size, every candidate a line, the hull on top of them. */
#include <cornerturn/draw.h>

#include "base/fail.h"
#include "schedule/svg.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 940, HEIGHT = 560, LEFT = 80, RIGHT = 240, TOP = 74, BOTTOM = 62, NAME = 128 };

typedef struct plot {
    FILE *file;
    double most_bytes, most_s;
} plot;

static ct_point at(const plot *p, double bytes, double seconds) {
    return (ct_point){LEFT + (WIDTH - LEFT - RIGHT) * bytes / p->most_bytes,
                      HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * seconds / p->most_s};
}

static double time_of(const ct_face *face, double bytes) {
    return face->start_s + face->byte_s * bytes;
}

/* The parts; of many, how often each comes. */
static void name_of(const ct_face *face, char text[NAME]) {
    const ct_value *phases = &face->phases;
    size_t used = 0;
    text[0] = '\0';
    for (int i = 0, end = 0; i < phases->count && used < NAME; i = end) {
        for (end = i + 1;
             phases->count > 8 && end < phases->count && phases->item[end] == phases->item[i];) {
            end++;
        }
        used += (size_t)snprintf(text + used, NAME - used, end > i + 1 ? "%s%d (%d times)" : "%s%d",
                                 i == 0 ? "" : ", ", phases->item[i], end - i);
    }
}

/* A round step (1, 2 or 5 times a power of ten) that cuts `most` into at most ten. */
static double tick_of(double most) {
    double power = pow(10, floor(log10(most / 10)));
    return most / power <= 20 ? 2 * power : most / power <= 50 ? 5 * power : 10 * power;
}

/* The part of a line that lies within the plot. */
static void draw_line(const plot *p, const char *class, const ct_face *face, double from,
                      double to) {
    double end = face->byte_s > 0 ? fmin(to, (p->most_s - face->start_s) / face->byte_s) : to;
    if (end > from) {
        ct_svg_line(p->file, class, at(p, from, time_of(face, from)),
                    at(p, end, time_of(face, end)));
    }
}

static void draw_axes(const plot *p) {
    char text[64];
    int milli = p->most_s < 1;
    int micro = p->most_s < 1e-3;
    double unit = micro ? 1e-6 : milli ? 1e-3 : 1;
    double byte_tick = tick_of(p->most_bytes);
    double time_tick = tick_of(p->most_s);
    for (double bytes = 0; bytes <= p->most_bytes * (1 + 1e-9); bytes += byte_tick) {
        ct_point foot = at(p, bytes, 0);
        ct_svg_line(p->file, "grid", foot, at(p, bytes, p->most_s));
        (void)snprintf(text, sizeof text, "%.6g", bytes);
        ct_svg_text(p->file, "middle", (ct_point){foot.x, foot.y + 18}, text);
    }
    for (double seconds = 0; seconds <= p->most_s * (1 + 1e-9); seconds += time_tick) {
        ct_point foot = at(p, 0, seconds);
        ct_svg_line(p->file, "grid", foot, at(p, p->most_bytes, seconds));
        (void)snprintf(text, sizeof text, "%.6g", seconds / unit);
        ct_svg_text(p->file, "right", (ct_point){foot.x - 8, foot.y + 4}, text);
    }
    ct_svg_line(p->file, "axis", at(p, 0, 0), at(p, p->most_bytes, 0));
    ct_svg_line(p->file, "axis", at(p, 0, 0), at(p, 0, p->most_s));
    ct_svg_text(p->file, "middle", (ct_point){(LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 22},
                "block size in bytes");
    ct_svg_text(p->file, "key", (ct_point){12, TOP - 12},
                micro   ? "time in us"
                : milli ? "time in ms"
                        : "time in s");
}

static void draw_candidates(const plot *p, const ct_machine *machine, int dimension) {
    int parts[CT_VALUE_ITEMS];
    int count = ct_hull_candidates(dimension, parts);
    for (int i = 0; i < count; i++) {
        ct_value partition = ct_equipartition(dimension, parts[i]);
        ct_face face = ct_partition_face(machine, dimension, &partition);
        draw_line(p, "candidate", &face, 0, p->most_bytes);
    }
}

/* The break points are dotted down to the axis; faces and points are named where there is room. */
static void draw_faces(const plot *p, const ct_hull *hull) {
    enum { NAME_PX = 70, NUMBER_PX = 45 };
    char text[NAME];
    double last_x = -NUMBER_PX; /* of the last break point named */
    for (int i = 0; i < hull->count && hull->faces[i].from_bytes < p->most_bytes; i++) {
        const ct_face *face = &hull->faces[i];
        double from = face->from_bytes;
        double to = i + 1 < hull->count ? fmin(hull->faces[i + 1].from_bytes, p->most_bytes)
                                        : p->most_bytes;
        ct_point corner = at(p, from, time_of(face, from));
        ct_point middle = at(p, (from + to) / 2, time_of(face, (from + to) / 2));
        draw_line(p, "face", face, from, to);
        if (i > 0) {
            ct_svg_line(p->file, "break", corner, at(p, from, 0));
            ct_svg_circle(p->file, "corner", corner, 4);
        }
        if (i > 0 && corner.x - last_x >= NUMBER_PX) {
            (void)snprintf(text, sizeof text, "%.4g", from);
            ct_svg_text(p->file, "at", (ct_point){corner.x + 4, HEIGHT - BOTTOM - 6}, text);
            last_x = corner.x;
        }
        if (2 * (middle.x - corner.x) >= NAME_PX) {
            name_of(face, text);
            ct_svg_text(p->file, "name", (ct_point){middle.x + 8, middle.y + 22}, text);
        }
    }
}

/* All faces with their ranges, beside the plot. */
static void list_faces(const plot *p, const ct_hull *hull) {
    double y = TOP + 90;
    double row = fmin(36, (HEIGHT - y) / hull->count);
    for (int i = 0; i < hull->count; i++, y += row) {
        char text[NAME];
        name_of(&hull->faces[i], text);
        ct_svg_text(p->file, "name", (ct_point){WIDTH - RIGHT + 14, y}, text);
        if (i + 1 < hull->count) {
            (void)snprintf(text, sizeof text, "%.4g to %.4g bytes", hull->faces[i].from_bytes,
                           hull->faces[i + 1].from_bytes);
        } else {
            (void)snprintf(text, sizeof text, "from %.4g bytes on", hull->faces[i].from_bytes);
        }
        ct_svg_text(p->file, "key", (ct_point){WIDTH - RIGHT + 14, y + 0.45 * row}, text);
    }
}

static void draw_key(const plot *p, const ct_hull *hull, const ct_machine *machine, int dimension) {
    char text[256];
    double x = WIDTH - RIGHT + 14;
    (void)snprintf(text, sizeof text, "Complete exchange on %d ranks (d = %d), %s", 1 << dimension,
                   dimension, machine->name);
    ct_svg_text(p->file, "title", (ct_point){12, 26}, text);
    (void)snprintf(text, sizeof text, "best partition of d for each block size: %d face%s",
                   hull->count, hull->count == 1 ? "" : "s");
    ct_svg_text(p->file, "key", (ct_point){12, 46}, text);
    ct_svg_line(p->file, "face", (ct_point){x, TOP + 10}, (ct_point){x + 26, TOP + 10});
    ct_svg_text(p->file, "key", (ct_point){x + 32, TOP + 14}, "the best");
    ct_svg_line(p->file, "candidate", (ct_point){x, TOP + 32}, (ct_point){x + 26, TOP + 32});
    ct_svg_text(p->file, "key", (ct_point){x + 32, TOP + 36}, "other candidates");
    ct_svg_circle(p->file, "corner", (ct_point){x + 13, TOP + 54}, 4);
    ct_svg_text(p->file, "key", (ct_point){x + 32, TOP + 58}, "break points");
}

ct_status ct_draw_hull(FILE *file, const ct_hull *hull, const ct_machine *machine, int dimension,
                       double most_bytes) {
    const ct_face *last = &hull->faces[hull->count - 1];
    if (dimension < 1 || dimension > CT_AXES_MOST || most_bytes < 0 || !isfinite(most_bytes)) {
        return ct_raise(CT_ERROR_ARGUMENT,
                        "a picture of the hull of dimension %d up to %g bytes: dimensions are 1 .. "
                        "%d and bytes 0 or more",
                        dimension, most_bytes, CT_AXES_MOST);
    }
    plot p = {.file = file, .most_bytes = most_bytes};
    if (p.most_bytes == 0) {
        p.most_bytes = last->from_bytes > 0 ? 1.6 * last->from_bytes : 1024;
    }
    p.most_s = 1.25 * time_of(ct_hull_find(hull, p.most_bytes), p.most_bytes);
    if (!(p.most_s > 0)) {
        return ct_raise(CT_ERROR_ARGUMENT, "a picture of the machine %s, where nothing takes time",
                        machine->name);
    }
    ct_svg_begin(file, WIDTH, HEIGHT,
                 ".title { font-size: 18px; font-weight: bold; }\n.key { font-size: 12px; }\n"
                 ".middle { font-size: 12px; text-anchor: middle; }\n"
                 ".right { font-size: 12px; text-anchor: end; }\n"
                 ".name { font-size: 13px; font-weight: bold; fill: #1a4f86; }\n"
                 ".at { font-size: 11px; fill: #b01070; }\n.axis { stroke: #333; }\n"
                 ".grid { stroke: #eee; }\n.candidate { stroke: #bbb; stroke-width: 1.2; }\n"
                 ".face { stroke: #2b6cb0; stroke-width: 3.5; stroke-linecap: round; }\n"
                 ".break { stroke: #b01070; stroke-dasharray: 2 3; }\n"
                 ".corner { fill: white; stroke: #b01070; stroke-width: 1.5; }\n");
    draw_axes(&p);
    draw_candidates(&p, machine, dimension);
    draw_faces(&p, hull);
    draw_key(&p, hull, machine, dimension);
    list_faces(&p, hull);
    return ct_svg_end(file);
}
