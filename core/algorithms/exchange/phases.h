/* Exchanges in phases, each a direct exchange among ranks that differ in one digit only: shared by
 * the standard, multiphase and mixed-radix exchanges; and arithmetic of digits. */
#ifndef CT_ALGORITHMS_EXCHANGE_PHASES_H
#define CT_ALGORITHMS_EXCHANGE_PHASES_H

#include "algorithms/table.h"

/* A rank is read as `count` digits, the most significant first, digit i in base radix[i]; their
 * product is the number of ranks. Phase i exchanges digit i. */
typedef struct ct_phases {
    int count;
    int radix[CT_VALUE_ITEMS];
    int sync, mode; /* CT_SYNC_.., CT_MODE_.. */
    int shuffled;   /* a permutation follows each of several phases */
    int far_first;  /* the steps of a phase from the last to the first: links between nodes and
                       groups, which take longest, are busy from the beginning */
} ct_phases;

void ct_phases_generate(const ct_phases *phases, ct_schedule *schedule);

/* Steps, one port; on a hypercube, where every radix is a power of two, no link is shared. */
ct_promise ct_phases_promise(const ct_phases *phases, const ct_topology *topology);

/* The closed form. */
double ct_phases_cost_s(const ct_phases *phases, const ct_topology *topology,
                        const ct_machine *machine, double block_bytes);

/* Defines generate, promise and cost of a row by its function phases_of. */
#define CT_PHASES_ROW                                                                              \
    static void generate(const ct_topology *topology, const ct_parameters *parameters,             \
                         ct_schedule *schedule) {                                                  \
        ct_phases phases = phases_of(topology, parameters);                                        \
        phases.far_first = ct_topology_has_nodes(topology);                                        \
        ct_phases_generate(&phases, schedule);                                                     \
    }                                                                                              \
    static ct_promise promise(const ct_topology *topology, const ct_parameters *parameters) {      \
        const ct_phases phases = phases_of(topology, parameters);                                  \
        return ct_phases_promise(&phases, topology);                                               \
    }                                                                                              \
    static double cost(const ct_topology *topology, const ct_parameters *parameters,               \
                       const ct_machine *machine, double block_bytes) {                            \
        const ct_phases phases = phases_of(topology, parameters);                                  \
        return ct_phases_cost_s(&phases, topology, machine, block_bytes);                          \
    }

/* --transit strided | shuffled. */
enum { CT_TRANSIT_STRIDED, CT_TRANSIT_SHUFFLED };
extern const ct_parameter ct_parameter_transit;

/* Who a digit sends to and receives from in step k = 1 .. radix-1 of a phase: paired by XOR when
 * the radix is a power of two, otherwise k round the ring. */
typedef struct ct_digit_peers {
    int to, from;
} ct_digit_peers;

ct_digit_peers ct_digit_peers_in(int step, int radix, int digit);

/* Number of steps in which partners exchange with each other. */
int ct_digit_swaps(int radix);

static inline int ct_is_power_of_two(int number) {
    return (number & (number - 1)) == 0;
}

/* Time of `steps` steps of messages of `bytes` inside groups of `span` consecutive ranks, a divisor
 * of P; in `swaps` of the steps partners exchange with each other. */
double ct_digit_steps_s(const ct_topology *topology, const ct_machine *machine, int span, int steps,
                        int swaps, double bytes);

/* Time of a whole phase: the steps of a digit of this radix and weight, as ct_digit_peers_in pairs
 * them. */
double ct_digit_phase_s(const ct_topology *topology, const ct_machine *machine, int radix,
                        int weight, double bytes);

#endif
