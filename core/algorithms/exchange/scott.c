/*
 * Scott's exchange on a mesh: a step sends along all axes at once by parts of line groups (mesh.c),
 * the parts of all axes but one fixing that of the last, so that no link carries two messages.
 * Steps that share no node can be collapsed and dealt out to several networks, as bounded.c does.
 *
 *   8x8, x,y of the node that node (x, y) sends to
 *   step 1 (groups 0 and 0, shift 0)               step 2 (shift 1), .. step 128 (groups 7, 7)
 *   y = 0   7,7   .    .   0,7  3,7   .    .   4,7       .   6,7  1,7   .    .   2,7  5,7   .
 *   y = 1    .   6,6  1,6   .    .   2,6  5,6   .       7,6   .    .   0,6  3,6   .    .   4,6
 *   y = 2    .   6,1  1,1   .    .   2,1  5,1   .       7,1   .    .   0,1  3,1   .    .   4,1
 *   y = 3   7,0   .    .   0,0  3,0   .    .   4,0       .   6,0  1,0   .    .   2,0  5,0   .
 *   ..
 *
 * A mesh of one to three axes, all multiples of 4, k = n/4 for the longest side n. For every tuple
 * of groups, one an axis, the last axis fastest, k shifts: of two axes, shift s joins part a of the
 * shorter with part (a + s) mod k of the longer; otherwise parts whose sum is s mod k. P k steps of
 * at most P/k messages of one block, as few as the bisection allows.
 * Cost: P k (lambda + m tau + delta + Q), a barrier before every step.
 * Source: Bokhari, Nicol (mesh paper), section 4 and Table 2 (steps), Table 1 (cost).
 */
#include "algorithms/exchange/scott.h"

/* Steps that a tuple of groups takes on one network. */
static int tuple_steps(const ct_topology *topology, ct_scott_form form) {
    return ct_mesh_parts(topology) / form.contention;
}

static int steps_of(const ct_topology *topology, ct_scott_form form) {
    return (topology->size * tuple_steps(topology, form) - 1) / form.rails + 1;
}

/* The shift in which these parts, one an axis, send. */
static int shift_of(const ct_topology *topology, const int *part) {
    int parts = ct_mesh_parts(topology);
    if (topology->axes == 2) {
        int longer = topology->extent[1] >= topology->extent[0];
        return (part[longer] - part[!longer] + parts) % parts;
    }
    int sum = 0;
    for (int axis = 0; axis < topology->axes; axis++) {
        sum += part[axis];
    }
    return sum % parts;
}

/* A rank's move for one tuple of groups. */
typedef struct turn {
    int shift, to, from;
} turn;

static turn take_turn(const ct_topology *topology, int rank, int tuple) {
    int part[CT_MESH_AXES];
    int to[CT_MESH_AXES];
    int from[CT_MESH_AXES];
    for (int axis = topology->axes - 1; axis >= 0; axis--) {
        int extent = topology->extent[axis];
        int at = ct_topology_coordinate(topology, rank, axis);
        ct_line_place place = ct_line_group(extent, tuple % extent, at);
        part[axis] = place.part;
        to[axis] = place.to;
        from[axis] = place.from;
        tuple /= extent;
    }
    return (turn){shift_of(topology, part), ct_topology_rank(topology, to),
                  ct_topology_rank(topology, from)};
}

void ct_scott_generate(const ct_topology *topology, ct_scott_form form, ct_schedule *schedule) {
    int rank = schedule->rank;
    ct_mesh_pace pace = ct_mesh_start(form.interval);
    for (int tuple = 0; tuple < topology->size; tuple++) {
        turn t = take_turn(topology, rank, tuple);
        if (t.to == rank) {
            continue; /* the one tuple that leaves it out on every axis */
        }
        int number = tuple * tuple_steps(topology, form) + t.shift / form.contention;
        ct_mesh_move(schedule, &pace, number / form.rails + 1, t.to, t.from);
        ct_schedule_sends(schedule, rank, t.to);
        ct_schedule_receives(schedule, t.from, rank);
        ct_schedule_rail(schedule, number % form.rails);
    }
    ct_mesh_pass(schedule, &pace, steps_of(topology, form) + 1);
}

/* Messages of a rank in a step: one for each tuple that the step includes. */
static int ports_of(const ct_topology *topology, ct_scott_form form) {
    int each = tuple_steps(topology, form);
    if (each % form.rails == 0) {
        return 1;
    }
    return form.rails % each == 0 ? form.rails / each : (form.rails - 2) / each + 2;
}

ct_promise ct_scott_promise(const ct_topology *topology, ct_scott_form form) {
    return (ct_promise){.steps = steps_of(topology, form),
                        .link_load = form.contention,
                        .ports = ports_of(topology, form),
                        .lockstep = 1};
}

/* Steps in which nodes swap messages. Only the last two groups of every axis do that: two tuples in
 * a row for every choice of the other axes. */
static int swaps_of(const ct_topology *topology, ct_scott_form form) {
    int each = tuple_steps(topology, form);
    int swaps = 0;
    int counted = 0; /* steps up to this one */
    for (int choice = 0; choice < 1 << (topology->axes - 1); choice++) {
        int tuple = 0;
        for (int axis = 0; axis < topology->axes; axis++) {
            int last = 2 * choice >> (topology->axes - 1 - axis) & 1;
            tuple = (tuple + 1) * topology->extent[axis] - 2 + last;
        }
        int first = tuple * each / form.rails + 1;
        int end = ((tuple + 2) * each - 1) / form.rails + 1;
        swaps += end - (first > counted ? first - 1 : counted);
        counted = end;
    }
    return swaps;
}

double ct_scott_cost(const ct_topology *topology, ct_scott_form form, const ct_machine *machine,
                     double block_bytes) {
    int size = topology->size;
    int steps = steps_of(topology, form);
    int swaps = swaps_of(topology, form);
    return (steps - swaps) * ct_machine_message_s(machine, size, block_bytes) +
           swaps * ct_machine_swap_s(machine, size, block_bytes) +
           ct_mesh_barriers(steps, form.interval) * ct_machine_barrier_s(machine, size);
}

static const ct_scott_form plain = {.contention = 1, .interval = 1, .rails = 1};

static void generate(const ct_topology *topology, const ct_parameters *parameters,
                     ct_schedule *schedule) {
    (void)parameters;
    ct_scott_generate(topology, plain, schedule);
}

static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {
    (void)parameters;
    return ct_scott_promise(topology, plain);
}

static double cost(const ct_topology *topology, const ct_parameters *parameters,
                   const ct_machine *machine, double block_bytes) {
    (void)parameters;
    return ct_scott_cost(topology, plain, machine, block_bytes);
}

const ct_algorithm ct_row_scott = {
    .name = "scott",
    .summary = "every block straight to its destination, no link or node shared, a barrier a step",
    .sizes = CT_MESH_SIZES,
    .source = "Scott 1991, as in Bokhari, Nicol (mesh paper), section 4; three axes: section 8",
    .formula = "P n/4 (lambda + m tau + delta + Q), n the longest side",
    .topologies = 1u << CT_MESH,
    .fits = ct_mesh_fits,
    .promise = promise,
    .cost = cost,
    .generate = generate,
};
