/* Pictures of steps: the messages over every link, coloured by how many share it. */
#include "apps/exchange/draw/steps.h"

#include "apps/exchange/draw/picture.h"
#include "base/fail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    HEADER_PX = 100,
    PANEL_TITLE_PX = 44,
    PANEL_PX = 370,
    ROW_PX = 1500,
    TITLE_CHARACTER_PX = 11
};
#define ARROW "\xe2\x86\x92"
#define TIMES "\xc3\x97"

/* ---- counting a step ---- */

static void count(void *context, int from, const ct_move *move) {
    draw_picture *p = context;
    ptrdiff_t blocks = ct_schedule_sent(p->ensemble->schedules[from], move);
    ptrdiff_t last = -1;
    p->messages++;
    p->largest = blocks > p->largest ? blocks : p->largest;
    p->sends[from]++;
    p->receives[move->send_to]++;
    p->target[from] = move->send_to;
    if (p->links == 0) {
        p->most_load =
            p->receives[move->send_to] > p->most_load ? p->receives[move->send_to] : p->most_load;
        return;
    }
    ct_route route = ct_route_start(p->topology, from, move->send_to);
    for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0;) {
        last = move->rail * p->links + link;
        int load = ++p->load[last];
        p->most_load = load > p->most_load ? load : p->most_load;
    }
    if (last >= 0) {
        p->ending[last]++;
    }
}

static void count_step(draw_picture *p, int step) {
    size_t size = (size_t)p->topology->size;
    size_t links = (size_t)(p->rails * p->links);
    memset(p->load, 0, 2 * links * sizeof *p->load);
    memset(p->sends, 0, size * sizeof *p->sends);
    memset(p->receives, 0, size * sizeof *p->receives);
    p->messages = p->largest = 0;
    p->most_load = 0;
    ct_ensemble_sends(p->ensemble, step, p->counting, count, p);
}

/* Adds what the step at hand has to what is seen. */
static void look(draw_picture *p) {
    draw_seen *seen = &p->seen;
    for (ptrdiff_t i = 0; i < p->rails * p->links; i++) {
        if (p->load[i] > 0) {
            seen->shades |= 1u << draw_shade_of(p->load[i]);
            seen->passes |= p->ending[i] == 0;
        }
    }
    for (int rank = 0; rank < p->topology->size; rank++) {
        seen->sends |= p->sends[rank] == 1;
        seen->sends_many |= p->sends[rank] > 1;
        seen->idle |= p->sends[rank] == 0;
        if (p->links == 0 && p->receives[rank] > 0) {
            seen->shades |= 1u << draw_shade_of(p->receives[rank]);
        }
    }
}

/* Looks through the steps before they are drawn. */
static void look_ahead(draw_picture *p, int first, int last) {
    for (ptrdiff_t number = 0; number < p->links; number++) {
        int from = 0;
        int to = 0;
        p->seen.cut |= ct_topology_link_ends(p->topology, number, &from, &to) &&
                       draw_sketch_link_of(&p->sketch, from, to).is_cut;
    }
    for (int step = first; step <= last; step++) {
        count_step(p, step);
        look(p);
    }
    memset(p->counting, 0, (size_t)p->topology->size * sizeof *p->counting);
}

/* ---- drawing it ---- */

static void draw_ranks(const draw_picture *p) {
    double unit = p->sketch.unit;
    char text[32];
    for (int rank = 0; rank < p->topology->size; rank++) {
        draw_point at = draw_picture_pixels(p, draw_sketch_place(&p->sketch, rank));
        draw_svg_circle(p->file, p->sends[rank] > 0 ? "busy" : "idle", at, DRAW_SKETCH_RANK * unit);
        (void)snprintf(text, sizeof text, "%d", rank);
        int sends = p->sends[rank];
        draw_svg_text(p->file, "rank", (draw_point){at.x, at.y + (sends > 0 ? 0 : 0.06) * unit},
                      text);
        if (sends > 0) {
            (void)snprintf(text, sizeof text, sends == 1 ? ARROW "%d" : ARROW "%d" TIMES,
                           sends == 1 ? p->target[rank] : sends);
            draw_svg_text(p->file, "to", (draw_point){at.x, at.y + 0.135 * unit}, text);
        }
    }
}

static void draw_panel(draw_picture *p, int step) {
    char text[160];
    count_step(p, step);
    (void)snprintf(text, sizeof text, "step %d", step);
    draw_svg_text(p->file, "step", (draw_point){p->corner.x + 12, p->corner.y + 16}, text);
    (void)snprintf(text, sizeof text, "%td message%s of up to %td block%s, up to %d %s",
                   p->messages, p->messages == 1 ? "" : "s", p->largest, p->largest == 1 ? "" : "s",
                   p->most_load, p->links > 0 ? "over one link" : "into one rank");
    draw_svg_text(p->file, "key", (draw_point){p->corner.x + 12, p->corner.y + 33}, text);
    p->corner.y += PANEL_TITLE_PX;
    draw_picture_frames(p);
    draw_picture_links(p);
    if (p->links > 0) {
        draw_picture_loads(p);
    } else {
        ct_ensemble_sends(p->ensemble, step, p->drawing, draw_picture_bow, p);
    }
    draw_ranks(p);
}

static ct_status draw(draw_picture *p, const char *title, int first, int last) {
    char css[2048];
    double width = fmax(draw_sketch_width(&p->sketch), PANEL_PX);
    double height = draw_sketch_height(&p->sketch) + PANEL_TITLE_PX;
    int columns = (int)fmax(1, floor(ROW_PX / width));
    columns = columns > last - first + 1 ? last - first + 1 : columns;
    int rows = (last - first) / columns + 1;
    look_ahead(p, first, last);
    draw_picture_styles(p, css, sizeof css);
    double title_px = TITLE_CHARACTER_PX * (double)strlen(title);
    draw_svg_begin(p->file, fmax(fmax(width * columns, title_px), draw_picture_key(p, 0)),
                   height * rows + HEADER_PX, css);
    draw_picture_markers(p);
    draw_svg_text(p->file, "title", (draw_point){12, 26}, title);
    (void)draw_picture_key(p, 1);
    for (int step = first; step <= last; step++) {
        int place = step - first;
        int row = place / columns;
        p->corner = (draw_point){width * (place % columns), height * row + HEADER_PX};
        draw_panel(p, step);
    }
    return draw_svg_end(p->file);
}

ct_status draw_fits(int ranks, int steps) {
    if (ranks > DRAW_RANKS_MOST) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d ranks: at most %d can be read",
                        ranks, DRAW_RANKS_MOST);
    }
    if (steps > DRAW_STEPS_MOST) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d steps: at most %d can be read",
                        steps, DRAW_STEPS_MOST);
    }
    return CT_OK;
}

ct_status draw_steps(FILE *file, const ct_ensemble *ensemble, const ct_topology *topology,
                     const char *title, int first, int last) {
    ct_status status = CT_OK;
    int steps = ct_ensemble_steps(ensemble);
    size_t size = (size_t)topology->size;
    draw_picture p = {.file = file, .ensemble = ensemble, .topology = topology};
    if (first < 1 || last < first || last > steps) {
        return ct_raise(CT_ERROR_ARGUMENT, "steps %d to %d: there are steps 1 to %d", first, last,
                        steps);
    }
    if (topology->size != ensemble->size) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d ranks on a topology of %d",
                        ensemble->size, topology->size);
    }
    CT_TRY(draw_fits(topology->size, last - first + 1));
    p.sketch = draw_sketch_of(topology);
    p.links = p.sketch.radius > 0 ? 0 : ct_topology_links(topology); /* a circle has none */
    p.rails = ct_ensemble_rails(ensemble);
    size_t links = (size_t)(p.rails * p.links);
    p.load = calloc(2 * links + 1, sizeof *p.load);
    p.sends = calloc(5 * size, sizeof *p.sends);
    if (p.load == NULL || p.sends == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for a picture of %d ranks", topology->size);
    }
    p.ending = p.load + links;
    p.receives = p.sends + size;
    p.target = p.receives + size;
    p.counting = p.target + size;
    p.drawing = p.counting + size;
    CT_TRY(draw(&p, title, first, last));
cleanup:
    free(p.load);
    free(p.sends);
    return status;
}
