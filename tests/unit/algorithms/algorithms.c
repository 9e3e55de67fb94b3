/* Every algorithm of the table with every value of its parameters on many topologies, through the
 * checker. A new row is picked up by itself. `algorithms sweep` goes to large sizes, `all` to 512
 * ranks, both built without sanitizers. */
#include "expect.h"

#include <cornerturn/check.h>

#include <string.h>

/* Up to this many ranks progress is tried at every depth of steps in flight. */
enum { WINDOWS_MOST = 8 };

static int walked;

/* Receives are posted at the first move of a phase: a rank's first move begins one. */
static void expect_phases(const ct_ensemble *ensemble) {
    int without = 0;
    for (int rank = 0; rank < ensemble->size; rank++) {
        const ct_schedule *schedule = ensemble->schedules[rank];
        without += schedule->move_count > 0 && (schedule->moves[0].flags & CT_MOVE_PHASE) == 0;
    }
    EXPECT_INT(without, 0);
}

/* One step in flight is the hardest; the checker relies on that, this test does not. */
static ct_status run_at_every_depth(const ct_algorithm *algorithm, const ct_topology *topology,
                                    const ct_parameters *parameters) {
    ct_ensemble *ensemble = NULL;
    ct_status status = ct_ensemble_generate(algorithm, topology, parameters, &ensemble);
    int steps = status == CT_OK ? ct_ensemble_steps(ensemble) : 0;
    if (status == CT_OK) {
        expect_phases(ensemble);
    }
    for (int window = 1; window <= steps && status == CT_OK; window++) {
        status = ct_check_progress(ensemble, window);
    }
    ct_ensemble_destroy(&ensemble);
    return status;
}

static void expect_delivered(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_parameters *parameters) {
    ct_check_report report = {0};
    ct_status status = ct_check_algorithm(algorithm, topology, parameters, &report);
    if (status == CT_OK && topology->size <= WINDOWS_MOST) {
        status = run_at_every_depth(algorithm, topology, parameters);
    }
    walked++;
    EXPECT_INT(status, CT_OK);
    if (status != CT_OK) {
        char where[CT_TOPOLOGY_TEXT];
        char how[CT_PARAMETERS_TEXT];
        ct_topology_format(topology, where);
        ct_parameters_format(algorithm, parameters, how);
        (void)fprintf(stderr, "    %s %s on %s: %s\n", algorithm->name, how, where,
                      ct_error_message());
    }
    ct_check_report_clear(&report);
}

/* All algorithms on one topology; one that does not fit must say so. On nodes, meshes and tori only
 * those made for them: to the others a topology is a number of ranks. */
static void walk_table(const char *text) {
    ct_topology topology = ct_topology_flat(1);
    ct_parameters parameters;
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    int shaped = topology.kind != CT_FLAT && topology.kind != CT_HYPERCUBE;
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        if (ct_algorithm_fits(algorithm, &topology) != CT_OK) {
            EXPECT_TEXT(ct_error_message(), algorithm->name);
            EXPECT_TEXT(ct_error_message(), "nearest: ");
            continue;
        }
        if (shaped && algorithm->topologies == 0) {
            continue;
        }
        ct_parameters_default(algorithm, &topology, &parameters);
        expect_delivered(algorithm, &topology, &parameters);
        for (int more = ct_parameters_first(algorithm, &topology, &parameters); more;
             more = ct_parameters_next(algorithm, &topology, &parameters)) {
            expect_delivered(algorithm, &topology, &parameters);
        }
    }
}

static void walk_kind(const char *kind, int first, int last) {
    for (int size = first; size <= last; size++) {
        char text[CT_TOPOLOGY_TEXT];
        (void)snprintf(text, sizeof text, "%s:%d", kind, size);
        walk_table(text);
    }
}

/* All tori 2^a x 2^b with a + b up to `most`, a and b at least 1. */
static void walk_tori(int most) {
    for (int dimension = 2; dimension <= most; dimension++) {
        for (int first = 1; first < dimension; first++) {
            char text[CT_TOPOLOGY_TEXT];
            (void)snprintf(text, sizeof text, "torus:%dx%d", 1 << first, 1 << (dimension - first));
            walk_table(text);
        }
    }
}

static void walk_named(const char *const *names) {
    for (; *names != NULL; names++) {
        walk_table(*names);
    }
}

int main(int argc, char **argv) {
    static const char *const small[] = {"mesh:4x4",  "mesh:4x8",  "mesh:8x8",  "mesh:4x4x4",
                                        "nodes:1x1", "nodes:1x6", "nodes:3x1", "nodes:2x4",
                                        "nodes:4x2", "nodes:3x5", "nodes:4x4", "dragonfly:2x2x3",
                                        NULL};
    static const char *const large[] = {"mesh:12x12", "mesh:8x4",  "mesh:8x12",  "mesh:12x8",
                                        "mesh:4x16",  "nodes:8x8", "nodes:5x12", NULL};
    static const char *const largest[] = {"mesh:16x16", "mesh:16x8", "mesh:8x8x8", NULL};
    const int all = argc > 1 && strcmp(argv[1], "all") == 0;
    const int sweep = all || (argc > 1 && strcmp(argv[1], "sweep") == 0);
    walk_kind("flat", 1, sweep ? 40 : 17);
    walk_kind("hypercube", 0, all ? 8 : sweep ? 7 : 5);
    walk_tori(sweep ? 8 : 6);
    walk_named(small);
    if (sweep) {
        walk_named(large);
    }
    if (all) {
        walk_named(largest);
    }
    (void)printf("%d cases\n", walked);
    return expect_status();
}
