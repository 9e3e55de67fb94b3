/* What tests of single rows of the table share: rows from text, checked and priced. */
#ifndef CT_TESTS_ROWS_H
#define CT_TESTS_ROWS_H

#include "expect.h"

#include <cornerturn/check.h>
#include <cornerturn/price.h>

#include <math.h>
#include <string.h>

/* The topology "kind:first" or, for `second` > 0, "kind:firstxsecond". */
static inline ct_topology topology_of(const char *kind, int first, int second) {
    char text[CT_TOPOLOGY_TEXT];
    ct_topology topology = ct_topology_flat(1);
    if (second > 0) {
        (void)snprintf(text, sizeof text, "%s:%dx%d", kind, first, second);
    } else {
        (void)snprintf(text, sizeof text, "%s:%d", kind, first);
    }
    EXPECT_INT(ct_topology_parse(text, &topology), CT_OK);
    return topology;
}

/* The row and parameters of "name --parameter VALUE"; direct's when they are refused. */
static inline ct_parameters parameters_of(const char *row, const ct_topology *topology,
                                          const ct_algorithm **algorithm) {
    ct_parameters parameters;
    *algorithm = ct_algorithm_find("direct");
    ct_parameters_default(*algorithm, topology, &parameters);
    if (ct_algorithm_parse(row, topology, algorithm, &parameters) != CT_OK) {
        EXPECT_TEXT(ct_error_message(), "a row that is allowed");
    }
    return parameters;
}

static inline void say_where(const ct_algorithm *algorithm, const ct_topology *topology,
                             const ct_parameters *parameters) {
    char where[CT_TOPOLOGY_TEXT];
    char how[CT_PARAMETERS_TEXT];
    ct_topology_format(topology, where);
    ct_parameters_format(algorithm, parameters, how);
    (void)fprintf(stderr, "    %s %s on %s: %s\n", algorithm->name, how, where, ct_error_message());
}

/* The report of a check that passes; the caller clears it. */
static inline ct_check_report checked(const ct_algorithm *algorithm, const ct_topology *topology,
                                      const ct_parameters *parameters) {
    ct_check_report report;
    ct_status status = ct_check_algorithm(algorithm, topology, parameters, &report);
    EXPECT_INT(status, CT_OK);
    if (status != CT_OK) {
        say_where(algorithm, topology, parameters);
    }
    return report;
}

static inline double priced_s(const char *machine, const char *topology, const char *row,
                              double bytes) {
    const ct_algorithm *algorithm = NULL;
    ct_topology parsed = ct_topology_flat(1);
    ct_price price = {0};
    EXPECT_INT(ct_topology_parse(topology, &parsed), CT_OK);
    ct_parameters parameters = parameters_of(row, &parsed, &algorithm);
    EXPECT_INT(ct_price_algorithm(algorithm, &parsed, &parameters, ct_machine_find(machine), bytes,
                                  &price),
               CT_OK);
    return price.total_s;
}

/* On two machines that differ in all that a closed form can tell apart: half duplex or not. */
static inline void expect_price_is_cost(const ct_algorithm *algorithm, const ct_topology *topology,
                                        const ct_parameters *parameters) {
    for (int half_duplex = 0; half_duplex < 2; half_duplex++) {
        const ct_machine machine = {.name = "test",
                                    .start_up_s = 101,
                                    .byte_s = 1.75,
                                    .distance_s = 7,
                                    .distance_doubling_s = 3,
                                    .permute_byte_s = 0.625,
                                    .barrier_s = 53,
                                    .barrier_doubling_s = 11,
                                    .pairwise_s = 23,
                                    .local_start_up_s = 13,
                                    .local_byte_s = 0.5,
                                    .ports = 1,
                                    .half_duplex = half_duplex};
        ct_price price = {0};
        EXPECT_INT(ct_price_algorithm(algorithm, topology, parameters, &machine, 17, &price),
                   CT_OK);
        double cost_s = algorithm->cost(topology, parameters, &machine, 17);
        int equal = fabs(price.total_s - cost_s) <= 1e-12 * cost_s;
        EXPECT(equal);
        if (!equal) {
            (void)fprintf(stderr, "    price %.17g, closed form %.17g\n", price.total_s, cost_s);
            say_where(algorithm, topology, parameters);
        }
    }
}

/* Expects a row to be refused with `message`. */
static inline void expect_error(const char *topology, const char *row, const char *message) {
    const ct_algorithm *algorithm = NULL;
    ct_parameters parameters;
    ct_topology parsed = ct_topology_flat(1);
    EXPECT_INT(ct_topology_parse(topology, &parsed), CT_OK);
    EXPECT(ct_algorithm_parse(row, &parsed, &algorithm, &parameters) != CT_OK);
    EXPECT_TEXT(ct_error_message(), message);
}

static inline int same_message(ct_block_walk a, ct_block_walk b) {
    for (int origin[2], second[2];;) {
        int more = ct_block_next(&a, &origin[0], &second[0]);
        if (more != ct_block_next(&b, &origin[1], &second[1])) {
            return 0;
        }
        if (!more) {
            return 1;
        }
        if (origin[0] != origin[1] || second[0] != second[1]) {
            return 0;
        }
    }
}

/* Whether every rank makes the same moves with the same blocks in both; flags included. */
static inline int same_schedules(const ct_topology *topology, const char *row_a,
                                 const char *row_b) {
    const ct_algorithm *algorithm[2] = {NULL};
    const ct_parameters parameters[2] = {parameters_of(row_a, topology, &algorithm[0]),
                                         parameters_of(row_b, topology, &algorithm[1])};
    int same = 1;
    for (int rank = 0; rank < topology->size; rank++) {
        ct_schedule *s[2] = {NULL};
        for (int i = 0; i < 2; i++) {
            EXPECT_INT(ct_algorithm_generate(algorithm[i], topology, &parameters[i], rank, &s[i]),
                       CT_OK);
        }
        same = same && s[0]->move_count == s[1]->move_count;
        for (int k = 0; same && k < s[0]->move_count; k++) {
            const ct_move *a = &s[0]->moves[k];
            const ct_move *b = &s[1]->moves[k];
            same = a->step == b->step && a->send_to == b->send_to && a->flags == b->flags &&
                   a->receive_from == b->receive_from &&
                   same_message(ct_blocks_sent(s[0], a), ct_blocks_sent(s[1], b)) &&
                   same_message(ct_blocks_received(s[0], a), ct_blocks_received(s[1], b));
        }
        ct_schedule_destroy(&s[0]);
        ct_schedule_destroy(&s[1]);
    }
    return same;
}

#endif
