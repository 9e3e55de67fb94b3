/*
 * Bounded contention on a mesh: c consecutive steps of Scott's exchange (scott.c) share no node and
 * are run as one, so that a link carries c messages. Where that keeps everybody busy, barriers are
 * dropped on top, so that a node has several messages under way; `rails` deals the steps out in
 * turn to two or more networks.
 *
 *   8x8, nodes active (#) in a step
 *   contention 1, step 1       step 2                     contention 2, step 1: both
 *   # . . # # . . #            . # # . . # # .            # # # # # # # #
 *   . # # . . # # .            # . . # # . . #            # # # # # # # #
 *   . # # . . # # .            # . . # # . . #            # # # # # # # #
 *   # . . # # . . #  (twice)   . # # . . # # .  (twice)   # # # # # # # #  (twice)
 *   two rails: step 1 on the first, step 2 on the second network, both as one step
 *
 * A mesh of one to three axes, all multiples of 4; c a divisor of k = n/4 for the longest side n.
 * P k/c steps of at most P c/k messages of one block; c = k gives P steps in which all nodes send.
 * A barrier every g steps, g > 1 with c = k: node contention g, link contention g k. With r rails
 * ceil(P k/(c r)) steps, contention c on each rail; where more than k/c of Scott's steps meet,
 * nodes need more than one port.
 *
 * Cost: steps (lambda + m tau + delta) + ceil(steps/g) Q, the lower bound of section 7.
 * Source: Bokhari, Nicol (mesh paper), section 5 and Table 2; rails section 8.
 */
#include "algorithms/exchange/scott.h"

enum { RAILS = CT_MESH_INTERVAL + 1, RAILS_MOST = 64 }; /* the place, and its largest value */

static ct_scott_form form_of(const ct_parameters *parameters, int rails) {
    return (ct_scott_form){.contention = ct_parameter_item(parameters, CT_MESH_CONTENTION),
                           .interval = ct_parameter_item(parameters, CT_MESH_INTERVAL),
                           .rails = rails};
}

static void generate_bounded(const ct_topology *topology, const ct_parameters *parameters,
                             ct_schedule *schedule) {
    ct_scott_generate(topology, form_of(parameters, 1), schedule);
}

static ct_promise promise_bounded(const ct_topology *topology, const ct_parameters *parameters) {
    return ct_scott_promise(topology, form_of(parameters, 1));
}

static double cost_bounded(const ct_topology *topology, const ct_parameters *parameters,
                           const ct_machine *machine, double block_bytes) {
    return ct_scott_cost(topology, form_of(parameters, 1), machine, block_bytes);
}

static ct_scott_form railed(const ct_parameters *parameters) {
    return form_of(parameters, ct_parameter_item(parameters, RAILS));
}

static void generate_rails(const ct_topology *topology, const ct_parameters *parameters,
                           ct_schedule *schedule) {
    ct_scott_generate(topology, railed(parameters), schedule);
}

static ct_promise promise_rails(const ct_topology *topology, const ct_parameters *parameters) {
    return ct_scott_promise(topology, railed(parameters));
}

static double cost_rails(const ct_topology *topology, const ct_parameters *parameters,
                         const ct_machine *machine, double block_bytes) {
    return ct_scott_cost(topology, railed(parameters), machine, block_bytes);
}

static int next_rails(const ct_topology *topology, ct_value *value) {
    (void)topology;
    int rails = value->count == 0 ? 2 : 2 * value->item[0];
    *value = (ct_value){.count = 1, .item = {rails}};
    return rails <= 4;
}

static int accepts_rails(const ct_topology *topology, const ct_value *value) {
    (void)topology;
    return value->item[0] >= 2 && value->item[0] <= RAILS_MOST;
}

static const ct_parameter parameter_rails = {
    .name = "rails",
    .summary = "independent networks that the steps are dealt out to in turn",
    .allowed = "2 .. 64",
    .next = next_rails,
    .accepts = accepts_rails,
};

const ct_algorithm ct_row_bounded = {
    .name = "bounded",
    .summary = "Scott's steps collapsed to a given link contention, then fewer barriers",
    .sizes = CT_MESH_SIZES,
    .source = "Bokhari, Nicol (mesh paper), section 5 and Table 2",
    .formula = "s (lambda + m tau + delta) + ceil(s/g) Q, s = P n/(4 c), n the longest side",
    .topologies = 1u << CT_MESH,
    .fits = ct_mesh_fits,
    .parameters = {&ct_mesh_contention, &ct_mesh_interval},
    .combines = ct_mesh_combines,
    .promise = promise_bounded,
    .cost = cost_bounded,
    .generate = generate_bounded,
};

const ct_algorithm ct_row_rails = {
    .name = "rails",
    .summary = "bounded contention with its steps dealt out in turn to several networks",
    .sizes = CT_MESH_SIZES,
    .source = "Bokhari, Nicol (mesh paper), section 8",
    .formula = "s (lambda + m tau + delta) + ceil(s/g) Q, s = ceil(P n/(4 c r)), n the longest "
               "side, r rails, each with a port",
    .topologies = 1u << CT_MESH,
    .fits = ct_mesh_fits,
    .parameters = {&ct_mesh_contention, &ct_mesh_interval, &parameter_rails},
    .combines = ct_mesh_combines,
    .promise = promise_rails,
    .cost = cost_rails,
    .generate = generate_rails,
};
