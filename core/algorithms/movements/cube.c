/* Shared by the data movements of Saad and Schultz on a hypercube. */
#include "algorithms/movements/cube.h"

#include "base/fail.h"

#include <limits.h>

int ct_cube_highest_bit(int label) {
    int bit = -1;
    while (label >> (bit + 1) != 0) {
        bit++;
    }
    return bit;
}

ct_promise ct_cube_promise(const ct_topology *topology, int steps, int ports) {
    return (ct_promise){.steps = steps,
                        .link_load = topology->kind == CT_HYPERCUBE && steps > 0,
                        .ports = ports,
                        .lockstep = 1};
}

ct_status ct_cube_countable(const ct_topology *topology, int steps_a_rank) {
    if (steps_a_rank > INT_MAX / topology->size) {
        return ct_raise(CT_ERROR_UNSUPPORTED,
                        "%d ranks in turn with %d steps each: at most %d steps in all are allowed",
                        topology->size, steps_a_rank, INT_MAX);
    }
    return CT_OK;
}

int ct_cube_turns(const ct_machine *machine, int messages) {
    int at_once = machine->ports > 0 ? machine->ports : messages;
    return messages == 0 ? 0 : (messages - 1) / at_once + 1;
}

double ct_cube_step_s(const ct_machine *machine, const double *message_s, int messages) {
    double busy_s[CT_AXES_MOST] = {0}; /* by port */
    double longest_s = 0;
    int ports = machine->ports > 0 && machine->ports < messages ? machine->ports : messages;
    for (int i = 0; i < messages; i++) {
        int first = 0;
        for (int port = 1; port < ports; port++) {
            first = busy_s[port] < busy_s[first] ? port : first;
        }
        busy_s[first] += message_s[i];
        longest_s = busy_s[first] > longest_s ? busy_s[first] : longest_s;
    }
    return longest_s;
}

/* With fewer packets than fill the pipeline, limited ports make the cost irregular; from this many
 * packets on it is A k + B + C / k. */
enum { UNEVEN = 2 * CT_AXES_MOST };

void ct_cube_tune_packets(ct_cost *cost, const ct_topology *topology, const ct_machine *machine,
                          double block_bytes, ct_parameters *parameters, int place) {
    ct_value *value = &parameters->value[place];
    double least_s = 0;
    int best = 0;
    int low = UNEVEN;
    int high = CT_PACKETS_MOST;
    value->count = 1;
    while (low < high) { /* until one packet more costs more */
        int middle = low + (high - low) / 2;
        value->item[0] = middle;
        double here_s = cost(topology, parameters, machine, block_bytes);
        value->item[0] = middle + 1;
        if (cost(topology, parameters, machine, block_bytes) < here_s) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (int k = 1; k <= UNEVEN; k++) {
        value->item[0] = k < UNEVEN ? k : low;
        double cost_s = cost(topology, parameters, machine, block_bytes);
        if (best == 0 || cost_s < least_s) {
            least_s = cost_s;
            best = value->item[0];
        }
    }
    value->item[0] = best;
}
