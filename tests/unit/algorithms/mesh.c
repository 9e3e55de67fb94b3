/* Exchanges on a mesh: line groups, Table 2 of the mesh paper, the order of steps, and every row
 * with every parameter through the checker. */
#include "expect.h"

#include "algorithms/exchange/mesh.h"

#include <cornerturn/check.h>

enum { LINE_MOST = 32, TABLE_MOST = 8 };

static ct_topology topology_of(const char *text) {
    ct_topology topology = {0};
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    return topology;
}

/* Where in the groups of a line a message is, written down as the specification says it. */
typedef struct line {
    int group[LINE_MOST][LINE_MOST], part[LINE_MOST][LINE_MOST]; /* by source and target */
} line;

static void write_edge(line *l, int half, int group, int part, int i, int j, int alone) {
    int from[] = {i, half + j, half + i, j};
    int to[] = {half + j, half + i, j, i};
    if (alone) {
        to[0] = half + i, to[1] = half + j, to[2] = i, to[3] = j;
    }
    for (int k = 0; k < 4; k++) {
        EXPECT_INT(l->group[from[k]][to[k]], -1); /* once only */
        l->group[from[k]][to[k]] = group;
        l->part[from[k]][to[k]] = part;
    }
}

static void write_line(line *l, int n) {
    int half = n / 2;
    memset(l, 0xff, sizeof *l);
    for (int group = 0; group < n; group++) {
        int alone = group >= n - 2;
        int r = alone ? 0 : group / 2;
        for (int k = 0; k < half / 2; k++) {
            int i = k == 0 ? r : (r + k) % (half - 1);
            int j = k == 0 ? half - 1 : (r - k + half - 1) % (half - 1);
            write_edge(l, half, group, k, group % 2 == 0 ? i : j, group % 2 == 0 ? j : i, alone);
        }
    }
}

/* One part of one group: messages on every link of the line, upwards and downwards. */
static int most_on_a_link(int n, int group, int part) {
    int up[LINE_MOST] = {0};
    int down[LINE_MOST] = {0};
    int most = 0;
    for (int at = 0; at < n; at++) {
        ct_line_place place = ct_line_group(n, group, at);
        for (int link = 0; link + 1 < n && place.part == part; link++) {
            up[link] += at <= link && place.to > link;
            down[link] += at > link && place.to <= link;
            most = up[link] > most ? up[link] : most;
            most = down[link] > most ? down[link] : most;
        }
    }
    return most;
}

static void test_lines(void) {
    for (int n = 4; n <= LINE_MOST; n += 4) {
        line l;
        int most = 0;
        int wrong = 0;
        write_line(&l, n);
        for (int group = 0; group < n; group++) {
            int nodes[LINE_MOST / 4] = {0};
            for (int at = 0; at < n; at++) {
                ct_line_place place = ct_line_group(n, group, at);
                nodes[place.part]++;
                wrong += l.group[at][place.to] != group || l.part[at][place.to] != place.part;
                wrong += ct_line_group(n, group, place.to).from != at;
            }
            for (int part = 0; part < n / 4; part++) {
                int load = most_on_a_link(n, group, part);
                most = load > most ? load : most;
                wrong += nodes[part] != 4;
            }
        }
        (void)printf("line of %2d: %2d groups of %d parts, at most %d message on a link\n", n, n,
                     n / 4, most);
        EXPECT_INT(wrong, 0);
        EXPECT_INT(most, 1);
    }
}

/* Steps by the schedule of one rank, which enters the barrier of every step. */
static int steps_of(const char *name, const ct_topology *topology, int contention) {
    ct_parameters parameters = {0};
    ct_schedule *schedule = NULL;
    parameters.value[CT_MESH_CONTENTION] = (ct_value){1, {contention}};
    parameters.value[CT_MESH_INTERVAL] = (ct_value){1, {1}};
    EXPECT_INT(ct_algorithm_generate(ct_algorithm_find(name), topology, &parameters,
                                     topology->size - 1, &schedule),
               CT_OK);
    int steps = schedule->moves[schedule->move_count - 1].step;
    EXPECT_INT(schedule->move_count, steps);
    ct_schedule_destroy(&schedule);
    return steps;
}

static void test_table_2(void) {
    static const int wanted[TABLE_MOST][TABLE_MOST] = {{16},
                                                       {128, 64},
                                                       {432, 0, 144},
                                                       {1024, 512, 0, 256},
                                                       {2000, 0, 0, 0, 400},
                                                       {3456, 1728, 1152, 0, 0, 576},
                                                       {5488, 0, 0, 0, 0, 0, 784},
                                                       {8192, 4096, 0, 2048, 0, 0, 0, 1024}};
    (void)printf("Table 2: steps by mesh and link contention\n");
    for (int row = 0; row < TABLE_MOST; row++) {
        const int extent[] = {4 * row + 4, 4 * row + 4};
        ct_topology topology;
        EXPECT_INT(ct_topology_create(CT_MESH, 2, extent, &topology), CT_OK);
        (void)printf("%2dx%-2d", extent[0], extent[1]);
        for (int c = 1; c <= row + 1; c++) {
            if ((row + 1) % c != 0) {
                (void)printf("      ");
                EXPECT_INT(wanted[row][c - 1], 0);
                continue;
            }
            int steps = steps_of("bounded", &topology, c);
            (void)printf("%6d", steps);
            EXPECT_INT(steps, wanted[row][c - 1]);
        }
        (void)printf("\n");
        EXPECT_INT(steps_of("scott", &topology, 1), wanted[row][0]);
    }
}

/* Every message of Scott's schedule is in the step that the specification's order gives it. */
static void test_order(const char *text) {
    ct_topology topology = topology_of(text);
    line l[CT_MESH_AXES];
    int parts = ct_mesh_parts(&topology);
    int wrong = 0;
    for (int axis = 0; axis < topology.axes; axis++) {
        write_line(&l[axis], topology.extent[axis]);
    }
    for (int rank = 0; rank < topology.size; rank++) {
        ct_schedule *schedule = NULL;
        EXPECT_INT(
            ct_algorithm_generate(ct_algorithm_find("scott"), &topology, NULL, rank, &schedule),
            CT_OK);
        for (int i = 0; i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            int tuple = 0;
            int part[CT_MESH_AXES] = {0};
            for (int axis = 0; axis < topology.axes && move->send_to != CT_NOBODY; axis++) {
                int from = ct_topology_coordinate(&topology, rank, axis);
                int to = ct_topology_coordinate(&topology, move->send_to, axis);
                tuple = tuple * topology.extent[axis] + l[axis].group[from][to];
                part[axis] = l[axis].part[from][to];
            }
            int swapped = topology.extent[0] > topology.extent[1];
            int shift = topology.axes != 2 ? (part[0] + part[1] + part[2]) % parts
                        : swapped          ? (part[0] - part[1] + parts) % parts
                                           : (part[1] - part[0] + parts) % parts;
            wrong += move->send_to != CT_NOBODY && move->step != tuple * parts + shift + 1;
        }
        ct_schedule_destroy(&schedule);
    }
    EXPECT_INT(wrong, 0);
}

/* Every row that is for meshes only, with every parameter. */
static void walk(const char *text) {
    ct_topology topology = topology_of(text);
    int cases = 0;
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        ct_parameters p;
        if (algorithm->topologies != 1u << CT_MESH) {
            continue;
        }
        EXPECT_INT(ct_algorithm_fits(algorithm, &topology), CT_OK);
        for (int more = ct_parameters_first(algorithm, &topology, &p); more;
             more = ct_parameters_next(algorithm, &topology, &p)) {
            ct_check_report report = {0};
            int right = ct_check_algorithm(algorithm, &topology, &p, &report) == CT_OK;
            EXPECT(right && report.lockstep);
            EXPECT(ct_algorithm_promise(algorithm, &topology, &p).link_load > 0);
            if (!right) {
                char how[CT_PARAMETERS_TEXT];
                ct_parameters_format(algorithm, &p, how);
                (void)fprintf(stderr, "    %s %s on %s: %s\n", algorithm->name, how, text,
                              ct_error_message());
            }
            ct_check_report_clear(&report);
            cases++;
        }
    }
    (void)printf("%s: %d cases\n", text, cases);
    EXPECT(cases > 0);
}

int main(void) {
    static const char *const orders[] = {"mesh:8", "mesh:8x8", "mesh:8x12", "mesh:12x8",
                                         "mesh:8x4x12"};
    static const char *const walks[] = {"mesh:4",    "mesh:8",    "mesh:12",    "mesh:16",
                                        "mesh:4x4",  "mesh:8x8",  "mesh:12x12", "mesh:16x16",
                                        "mesh:4x8",  "mesh:8x4",  "mesh:8x12",  "mesh:12x8",
                                        "mesh:4x16", "mesh:16x8", "mesh:4x4x4", "mesh:8x4x4"};
    test_lines();
    test_table_2();
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        test_order(orders[i]);
    }
    for (size_t i = 0; i < sizeof walks / sizeof *walks; i++) {
        walk(walks[i]);
    }
    return expect_status();
}
