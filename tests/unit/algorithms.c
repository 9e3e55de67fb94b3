/* Every algorithm of the table with every value of its parameters on many topologies, through the
 * checker. A new row is picked up by itself. */
#include "expect.h"

#include <cornerturn/check.h>

#include <string.h>

static int walked;

static void expect_delivered(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_parameters *parameters) {
    ct_check_report report;
    int right = ct_check_algorithm(algorithm, topology, parameters, &report) == CT_OK;
    EXPECT(right);
    if (!right) {
        char where[CT_TOPOLOGY_TEXT];
        char how[CT_PARAMETERS_TEXT];
        ct_topology_format(topology, where);
        ct_parameters_format(algorithm, parameters, how);
        (void)fprintf(stderr, "    %s %s on %s: %s\n", algorithm->name, how, where,
                      ct_error_message());
        return;
    }
    ct_check_report_clear(&report);
}

/* All algorithms on one topology; one that does not fit must say so. On meshes and tori only those
 * made for them: to the others a topology is a number of ranks. */
static void walk_table(const char *text) {
    ct_topology topology;
    ct_parameters parameters;
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        if (ct_algorithm_fits(algorithm, &topology) != CT_OK) {
            EXPECT_TEXT(ct_error_message(), algorithm->name);
            EXPECT_TEXT(ct_error_message(), "nearest: ");
            continue;
        }
        if (topology.kind >= CT_MESH && algorithm->topologies == 0) {
            continue;
        }
        ct_parameters_default(algorithm, &topology, &parameters);
        expect_delivered(algorithm, &topology, &parameters);
        for (int more = ct_parameters_first(algorithm, &topology, &parameters); more;
             more = ct_parameters_next(algorithm, &topology, &parameters)) {
            expect_delivered(algorithm, &topology, &parameters);
            walked++;
        }
    }
}

int main(void) {
    for (int size = 1; size <= 40; size++) {
        char text[CT_TOPOLOGY_TEXT];
        (void)snprintf(text, sizeof text, "flat:%d", size);
        walk_table(text);
    }
    for (int dimension = 0; dimension <= 8; dimension++) {
        char text[CT_TOPOLOGY_TEXT];
        (void)snprintf(text, sizeof text, "hypercube:%d", dimension);
        walk_table(text);
    }
    for (int dimension = 2; dimension <= 8; dimension++) {
        for (int first = 1; first < dimension; first++) {
            char text[CT_TOPOLOGY_TEXT];
            (void)snprintf(text, sizeof text, "torus:%dx%d", 1 << first, 1 << (dimension - first));
            walk_table(text);
        }
    }
    (void)printf("%d cases\n", walked);
    return expect_status();
}
