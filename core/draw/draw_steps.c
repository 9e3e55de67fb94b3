/* Pictures of steps: the messages over every link, coloured by how many share it. */
#include <cornerturn/draw.h>

#include "base/fail.h"
#include "draw/picture.h"

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
    ct_picture *p = context;
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

static void count_step(ct_picture *p, int step) {
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
static void look(ct_picture *p) {
    ct_seen *seen = &p->seen;
    for (ptrdiff_t i = 0; i < p->rails * p->links; i++) {
        if (p->load[i] > 0) {
            seen->shades |= 1u << ct_shade_of(p->load[i]);
            seen->passes |= p->ending[i] == 0;
        }
    }
    for (int rank = 0; rank < p->topology->size; rank++) {
        seen->sends |= p->sends[rank] == 1;
        seen->sends_many |= p->sends[rank] > 1;
        seen->idle |= p->sends[rank] == 0;
        if (p->links == 0 && p->receives[rank] > 0) {
            seen->shades |= 1u << ct_shade_of(p->receives[rank]);
        }
    }
}

/* Looks through the steps before they are drawn. */
static void look_ahead(ct_picture *p, int first, int last) {
    for (ptrdiff_t number = 0; number < p->links; number++) {
        int from = 0;
        int to = 0;
        p->seen.cut |= ct_topology_link_ends(p->topology, number, &from, &to) &&
                       ct_sketch_link_of(&p->sketch, from, to).is_cut;
    }
    for (int step = first; step <= last; step++) {
        count_step(p, step);
        look(p);
    }
    memset(p->counting, 0, (size_t)p->topology->size * sizeof *p->counting);
}

/* ---- drawing it ---- */

static void draw_ranks(const ct_picture *p) {
    double unit = p->sketch.unit;
    char text[32];
    for (int rank = 0; rank < p->topology->size; rank++) {
        ct_point at = ct_picture_pixels(p, ct_sketch_place(&p->sketch, rank));
        ct_svg_circle(p->file, p->sends[rank] > 0 ? "busy" : "idle", at, CT_SKETCH_RANK * unit);
        (void)snprintf(text, sizeof text, "%d", rank);
        int sends = p->sends[rank];
        ct_svg_text(p->file, "rank", (ct_point){at.x, at.y + (sends > 0 ? 0 : 0.06) * unit}, text);
        if (sends > 0) {
            (void)snprintf(text, sizeof text, sends == 1 ? ARROW "%d" : ARROW "%d" TIMES,
                           sends == 1 ? p->target[rank] : sends);
            ct_svg_text(p->file, "to", (ct_point){at.x, at.y + 0.135 * unit}, text);
        }
    }
}

static void draw_panel(ct_picture *p, int step) {
    char text[160];
    count_step(p, step);
    (void)snprintf(text, sizeof text, "step %d", step);
    ct_svg_text(p->file, "step", (ct_point){p->corner.x + 12, p->corner.y + 16}, text);
    (void)snprintf(text, sizeof text, "%td message%s of up to %td block%s, up to %d %s",
                   p->messages, p->messages == 1 ? "" : "s", p->largest, p->largest == 1 ? "" : "s",
                   p->most_load, p->links > 0 ? "over one link" : "into one rank");
    ct_svg_text(p->file, "key", (ct_point){p->corner.x + 12, p->corner.y + 33}, text);
    p->corner.y += PANEL_TITLE_PX;
    ct_picture_frames(p);
    ct_picture_links(p);
    if (p->links > 0) {
        ct_picture_loads(p);
    } else {
        ct_ensemble_sends(p->ensemble, step, p->drawing, ct_picture_bow, p);
    }
    draw_ranks(p);
}

static ct_status draw(ct_picture *p, const char *title, int first, int last) {
    char css[2048];
    double width = fmax(ct_sketch_width(&p->sketch), PANEL_PX);
    double height = ct_sketch_height(&p->sketch) + PANEL_TITLE_PX;
    int columns = (int)fmax(1, floor(ROW_PX / width));
    columns = columns > last - first + 1 ? last - first + 1 : columns;
    int rows = (last - first) / columns + 1;
    look_ahead(p, first, last);
    ct_picture_styles(p, css, sizeof css);
    double title_px = TITLE_CHARACTER_PX * (double)strlen(title);
    ct_svg_begin(p->file, fmax(fmax(width * columns, title_px), ct_picture_key(p, 0)),
                 height * rows + HEADER_PX, css);
    ct_picture_markers(p);
    ct_svg_text(p->file, "title", (ct_point){12, 26}, title);
    (void)ct_picture_key(p, 1);
    for (int step = first; step <= last; step++) {
        int place = step - first;
        int row = place / columns;
        p->corner = (ct_point){width * (place % columns), height * row + HEADER_PX};
        draw_panel(p, step);
    }
    return ct_svg_end(p->file);
}

ct_status ct_draw_fits(int ranks, int steps) {
    if (ranks > CT_DRAW_RANKS_MOST) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d ranks: at most %d can be read",
                        ranks, CT_DRAW_RANKS_MOST);
    }
    if (steps > CT_DRAW_STEPS_MOST) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d steps: at most %d can be read",
                        steps, CT_DRAW_STEPS_MOST);
    }
    return CT_OK;
}

ct_status ct_draw_steps(FILE *file, const ct_ensemble *ensemble, const ct_topology *topology,
                        const char *title, int first, int last) {
    ct_status status = CT_OK;
    int steps = ct_ensemble_steps(ensemble);
    size_t size = (size_t)topology->size;
    ct_picture p = {.file = file, .ensemble = ensemble, .topology = topology};
    if (first < 1 || last < first || last > steps) {
        return ct_raise(CT_ERROR_ARGUMENT, "steps %d to %d: there are steps 1 to %d", first, last,
                        steps);
    }
    if (topology->size != ensemble->size) {
        return ct_raise(CT_ERROR_UNSUPPORTED, "a picture of %d ranks on a topology of %d",
                        ensemble->size, topology->size);
    }
    CT_TRY(ct_draw_fits(topology->size, last - first + 1));
    p.sketch = ct_sketch_of(topology);
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
