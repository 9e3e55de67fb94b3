/* Models on machines of straight lines, whose predictions are closed forms. */
#ifndef CT_TESTS_MODELS_H
#define CT_TESTS_MODELS_H

#include "expect.h"

#include "price/predict.h"

#include <math.h>

/* A line of two points, exact between and past them. */
static inline ct_curve line(double start_up_s, double byte_s) {
    ct_curve curve = {.knots = 0};
    (void)ct_curve_add(&curve, 0, start_up_s);
    (void)ct_curve_add(&curve, 1 << 20, start_up_s + (1 << 20) * byte_s);
    ct_curve_fit(&curve);
    return curve;
}

/* Blocks are gathered for nothing. */
static inline ct_calibration straight(void) {
    return (ct_calibration){.local_messages = line(1e-6, 1e-10),
                            .local_shared = line(2e-7, 4e-11),
                            .local_private = line(3e-7, 8e-11),
                            .distant = line(5e-6, 1e-9),
                            .library = line(2e-6, 2e-10),
                            .permute = line(1e-30, 0),
                            .barrier_s = 7e-6};
}

static inline ct_model model_of(const ct_calibration *calibration, const char *network,
                                int node_ranks, double block_bytes) {
    ct_model model = {
        .calibration = calibration, .node_ranks = node_ranks, .block_bytes = block_bytes};
    EXPECT_INT(ct_topology_parse(network, &model.topology), CT_OK);
    return model;
}

static inline int is_near(double found, double wanted) {
    return fabs(found - wanted) <= 1e-6 * fabs(wanted);
}

#endif
