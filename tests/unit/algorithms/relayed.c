/* Relayed exchange: right and priced for every number of rows and columns, its messages counted,
 * and that nothing takes a detour. */
#include "expect.h"
#include "rows.h"

#include <stdlib.h>

static ct_parameters values(const ct_algorithm **relayed, const ct_topology *topology, int rows,
                            int columns) {
    char row[64];
    (void)snprintf(row, sizeof row, "relayed --rows %d --columns %d", rows, columns);
    return parameters_of(row, topology, relayed);
}

/* Links that all blocks cross, times blocks. */
static double crossed(const ct_algorithm *relayed, const ct_topology *topology,
                      const ct_parameters *parameters) {
    double links = 0;
    for (int rank = 0; rank < topology->size; rank++) {
        ct_schedule *schedule = NULL;
        EXPECT_INT(ct_algorithm_generate(relayed, topology, parameters, rank, &schedule), CT_OK);
        for (int i = 0; i < schedule->move_count; i++) {
            const ct_move *move = &schedule->moves[i];
            links += (double)ct_schedule_sent(schedule, move) *
                     ct_topology_distance(topology, rank, move->send_to);
        }
        ct_schedule_destroy(&schedule);
    }
    return links;
}

static void expect_all(const char *network) {
    ct_topology topology;
    const ct_algorithm *relayed;
    EXPECT_INT(ct_topology_parse(network, &topology), CT_OK);
    const int length = topology.extent[0];
    const int others = topology.size / length - 1; /* rows */
    const ct_parameters none = values(&relayed, &topology, 0, 0);
    const double least = crossed(relayed, &topology, &none);
    for (int rows = 0; rows <= others; rows++) {
        for (int columns = 0; columns < length; columns++) {
            const ct_parameters parameters = values(&relayed, &topology, rows, columns);
            ct_check_report report = checked(relayed, &topology, &parameters);
            const int down = rows < others ? columns : 0;
            const int left = others - rows;
            EXPECT_INT(report.steps, length - 1 + others + down + left * (length - 1 - down));
            ct_check_report_clear(&report);
            expect_price_is_cost(relayed, &topology, &parameters);
            EXPECT(crossed(relayed, &topology, &parameters) == least);
        }
    }
}

int main(void) {
    static const char *const networks[] = {"mesh:4x4",  "mesh:5x3",  "mesh:2x6",
                                           "torus:4x4", "torus:3x5", "torus:2x3x2"};
    for (size_t i = 0; i < sizeof networks / sizeof *networks; i++) {
        expect_all(networks[i]);
    }
    expect_error("mesh:4x4", "relayed --rows 4", "0 up to the number of rows less 1");
    expect_error("mesh:4x4", "relayed --columns 4", "0 up to the number of columns less 1");
    expect_error("flat:16", "relayed", "mesh or torus");
    expect_error("mesh:7", "relayed", "several rows and columns");
    expect_error("mesh:1x7", "relayed", "several rows and columns");
    return expect_status();
}
