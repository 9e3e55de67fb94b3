/* Figures as SVG: they are well formed, hold what they must, and what cannot be drawn is refused.
 */
#include "written.h"

#include "apps/exchange/draw/hull.h"
#include "apps/exchange/draw/steps.h"
#include "apps/exchange/draw/times.h"

#include <stdlib.h>

static int count_of(const char *part) {
    int count = 0;
    for (const char *at = strstr(text, part); at != NULL; at = strstr(at + 1, part)) {
        count++;
    }
    return count;
}

/* Tags nest and close, and every number is one. */
static void expect_well_formed(void) {
    int depth = 0;
    int tags = 0;
    for (const char *at = strchr(text, '<'); at != NULL; at = strchr(at + 1, '<'), tags++) {
        const char *close = strchr(at, '>');
        EXPECT(close != NULL && memchr(at + 1, '<', (size_t)(close - at - 1)) == NULL);
        if (close == NULL) {
            return;
        }
        depth += at[1] == '/' ? -1 : close[-1] == '/' ? 0 : 1;
        EXPECT(depth >= 0);
    }
    EXPECT_INT(depth, 0);
    EXPECT(tags > 10);
    EXPECT_INT(count_of("\"nan") + count_of(" nan") + count_of("inf"), 0);
    EXPECT_INT(count_of("<svg"), 1);
}

/* Whether a link leaves its plane or cube, or goes round the edge: it is drawn at both ends. */
static int is_cut(const ct_topology *topology, int from, int to) {
    int axis = 0;
    while (ct_topology_coordinate(topology, from, axis) ==
           ct_topology_coordinate(topology, to, axis)) {
        axis++;
    }
    int apart =
        ct_topology_coordinate(topology, from, axis) - ct_topology_coordinate(topology, to, axis);
    return abs(apart) != 1 || axis >= (topology->kind == CT_HYPERCUBE ? 3 : 2);
}

/* Lines of a step: one a message where there are no links, otherwise one a link with messages, and
 * one more if it is cut. */
static int lines_of(const ct_ensemble *ensemble, const ct_topology *topology, int step) {
    enum { LINKS_MOST = 1 << 14 };
    static char used[LINKS_MOST];
    int lines = 0;
    memset(used, 0, sizeof used);
    for (int from = 0; from < ensemble->size; from++) {
        const ct_schedule *schedule = ensemble->schedules[from];
        for (int i = 0; i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            if (move->step != step || move->send_to < 0) {
                continue;
            }
            lines += ct_topology_links(topology) == 0;
            ct_route route = ct_route_start(topology, from, move->send_to);
            for (ptrdiff_t link; (link = ct_route_next(&route)) >= 0;) {
                int at = 0;
                int to = 0;
                EXPECT(link < LINKS_MOST && ct_topology_link_ends(topology, link, &at, &to));
                lines += used[link] ? 0 : 1 + is_cut(topology, at, to);
                used[link] = 1;
            }
        }
    }
    return lines;
}

static void expect_steps(const char *what, const char *where, int first, int last) {
    ct_topology topology;
    ct_pattern pattern;
    ct_ensemble *ensemble = generated(what, where, &topology, &pattern);
    int lines = 0;
    FILE *file = begin();
    EXPECT_INT(draw_steps(file, ensemble, &topology, "A & B <here>", first, last), CT_OK);
    end(file);
    expect_well_formed();
    EXPECT_TEXT(text, "A &amp; B &lt;here&gt;");
    for (int step = first; step <= last; step++) {
        lines += lines_of(ensemble, &topology, step);
    }
    EXPECT_INT(count_of("class=\"m m") - count_of("class=\"m m0\" style") -
                   count_of("class=\"m m1\" style") - count_of("class=\"m m2\" style") -
                   count_of("class=\"m m3\" style") - count_of("class=\"m m4\" style"),
               lines); /* those with a style are in the key */
    EXPECT_INT(count_of("class=\"step\""), last - first + 1);
    EXPECT_INT(count_of("class=\"rank\""), (last - first + 1) * topology.size);
    ct_ensemble_destroy(&ensemble);
}

static void expect_colours(void) {
    ct_topology topology;
    ct_pattern pattern;
    ct_ensemble *ensemble = generated("naive", "mesh:8", &topology, &pattern);
    FILE *file = begin();
    EXPECT_INT(draw_steps(file, ensemble, &topology, "naive", 1, 1), CT_OK);
    end(file);
    /* seven messages to rank 0, 1, 2, .. 7 of them over the links along the line; in the key once
     * each, the first twice more, for messages that end and that go on */
    EXPECT_TEXT(text, "7 messages of up to 1 block, up to 7 over one link");
    EXPECT_INT(count_of("class=\"m m0\""), 3 + 1);
    EXPECT_INT(count_of("class=\"m m1\""), 1 + 1);
    EXPECT_INT(count_of("class=\"m m2\""), 1 + 2);
    EXPECT_INT(count_of("class=\"m m3\""), 1 + 3);
    EXPECT_INT(count_of("class=\"m m4\""), 0);
    ct_ensemble_destroy(&ensemble);
}

static void expect_refusals(void) {
    ct_topology topology;
    ct_pattern pattern;
    ct_ensemble *ensemble = generated("direct", "flat:80", &topology, &pattern);
    FILE *file = begin();
    EXPECT_INT(draw_steps(file, ensemble, &topology, "", 0, 1), CT_ERROR_ARGUMENT);
    EXPECT_INT(draw_steps(file, ensemble, &topology, "", 2, 1), CT_ERROR_ARGUMENT);
    EXPECT_INT(draw_steps(file, ensemble, &topology, "", 79, 80), CT_ERROR_ARGUMENT);
    EXPECT_TEXT(ct_error_message(), "steps 79 to 80: there are steps 1 to 79");
    EXPECT_INT(draw_steps(file, ensemble, &topology, "", 1, 79), CT_ERROR_UNSUPPORTED);
    EXPECT_TEXT(ct_error_message(), "at most 64");
    ct_topology huge = ct_topology_flat(2000);
    EXPECT_INT(draw_steps(file, ensemble, &huge, "", 1, 1), CT_ERROR_UNSUPPORTED);
    end(file);
    EXPECT_INT(strlen(text), 0);
    FILE *full = fopen("/dev/full", "w");
    if (full != NULL) {
        EXPECT_INT(draw_steps(full, ensemble, &topology, "", 1, 1), CT_ERROR_FILE);
        (void)fclose(full);
    }
    ct_ensemble_destroy(&ensemble);
}

/* Hulls of all machines; every equipartition stands for the candidates that are never best. */
static void expect_hulls(void) {
    for (int i = 0; ct_machine_at(i) != NULL; i++) {
        for (int dimension = 0; dimension <= 30; dimension += dimension < 8 ? 1 : 7) {
            ct_hull *hull = NULL;
            ct_face others[CT_VALUE_ITEMS];
            FILE *file = begin();
            for (int parts = 1; parts <= dimension; parts++) {
                ct_value partition = ct_equipartition(dimension, parts);
                others[parts - 1] = ct_partition_face(ct_machine_at(i), dimension, &partition);
            }
            EXPECT_INT(ct_hull_create(ct_machine_at(i), dimension, &hull), CT_OK);
            EXPECT_INT(draw_hull(file, "hull", hull, others, dimension), CT_OK);
            end(file);
            expect_well_formed();
            EXPECT_INT(count_of("class=\"best\""), 2 * hull->count);
            int several = hull->count > 1; /* then the key says what thin and dotted lines are */
            EXPECT_INT(count_of("class=\"thin\""), hull->count + several + 2 * dimension);
            EXPECT_INT(count_of("class=\"break\""), hull->count - 1 + several);
            ct_hull_destroy(&hull);
        }
    }
}

/* Three ways, one of them not measured at every size, and a copy; a size that stands alone is drawn
 * too, and quartiles as a band. */
static void expect_times(void) {
    enum { SIZES = 5 };
    const double bytes[SIZES] = {8, 64, 512, 4096, 32768};
    const double all[SIZES] = {1e-6, 1.1e-6, 2e-6, 9e-6, 70e-6};
    const double less[SIZES] = {0.9e-6, 1e-6, 1.9e-6, 8e-6, 60e-6};
    const double some[SIZES] = {2e-6, 0, 3e-6, 8e-6, -1};
    const double none[SIZES] = {0, 0, 0, 0, 0};
    const draw_series times[] = {
        {.name = "a < b", .measured_s = all, .predicted_s = some, .low_s = less, .high_s = all},
        {.name = "some", .measured_s = some, .low_s = some, .high_s = some},
        {.name = "none", .measured_s = none, .predicted_s = none},
        {.name = "copy",
         .measured_s = less,
         .predicted_s = all,
         .low_s = less,
         .high_s = all,
         .is_reference = 1},
        {.name = "auto",
         .measured_s = all,
         .predicted_s = all,
         .low_s = less,
         .high_s = all,
         .is_choice = 1}};
    FILE *file = begin();
    EXPECT_INT(draw_times(file, "times", SIZES, bytes, times, 5), CT_OK);
    end(file);
    expect_well_formed();
    EXPECT_INT(count_of("class=\"measured\""), 2 * 4 + 1); /* and what a line is */
    EXPECT_INT(count_of("class=\"predicted\""), 2 + 1);    /* none of copy and choice */
    EXPECT_INT(count_of("class=\"quartiles\""), 2);
    EXPECT_INT(count_of("class=\"choice\""), 2);
    EXPECT_INT(count_of("class=\"band\""), 1);
    EXPECT_TEXT(strstr(text, "exchanges"), "copies of as many bytes");
    EXPECT_TEXT(strstr(text, "copies of as many bytes"), ">copy<");
    EXPECT_INT(count_of("a &lt; b"), 1);
    EXPECT_INT(count_of(" KiB<"), 3); /* ticks at powers of two: 2, 8, 32 */
    EXPECT_INT(count_of("nan") + count_of("inf\""), 0);
    file = begin();
    EXPECT_INT(draw_times(file, "no more than that", SIZES, bytes, &times[2], 2), CT_OK);
    end(file);
    EXPECT_INT(count_of("quartiles\" fill"), 0);
    EXPECT_INT(count_of("between the quartiles"), 0);
    EXPECT_INT(draw_times(stderr, "", SIZES, bytes, &times[2], 1), CT_ERROR_ARGUMENT);
    EXPECT_INT(draw_times(stderr, "", 0, bytes, times, 1), CT_ERROR_ARGUMENT);
}

int main(void) {
    expect_steps("direct", "hypercube:3", 1, 7);
    expect_steps("direct", "hypercube:7", 127, 127);
    expect_steps("direct", "mesh:3x4", 1, 2);
    expect_steps("direct", "mesh:2x2x3", 5, 5);
    expect_steps("direct", "torus:5x2", 3, 4);
    expect_steps("direct", "torus:32x32", 33, 33);
    expect_steps("naive", "flat:9", 4, 4);
    expect_steps("direct", "nodes:3x3", 1, 1);
    expect_steps("direct", "fattree:2", 1, 1);
    expect_steps("direct", "mesh:2", 1, 1);
    expect_colours();
    expect_refusals();
    expect_hulls();
    expect_times();
    return expect_status();
}
