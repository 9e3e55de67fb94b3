/* Shared by the data movements of Saad and Schultz on a hypercube. */
#ifndef CT_ALGORITHMS_MOVEMENTS_CUBE_H
#define CT_ALGORITHMS_MOVEMENTS_CUBE_H

#include "algorithms/table.h"

/* The highest bit that is set, -1 for 0. In the binomial tree of a root the label rank ^ root says
 * where a rank is: its parent is across the label's highest bit, its children are across those
 * above. */
int ct_cube_highest_bit(int label);

/* The promise of messages between neighbours only, each link used once a step; nothing is promised
 * where nothing moves (0 steps). */
ct_promise ct_cube_promise(const ct_topology *topology, int steps, int ports);

/* CT_ERROR_UNSUPPORTED when that many steps for every rank in turn are more than an int counts. */
ct_status ct_cube_countable(const ct_topology *topology, int steps_a_rank);

/* Rounds of a step of `messages` equal messages on the machine's ports. */
int ct_cube_turns(const ct_machine *machine, int messages);

/* Time of a step with messages of these times, started in order as ports become free. At most one
 * message a dimension. */
double ct_cube_step_s(const ct_machine *machine, const double *message_s, int messages);

/* The closed form of a row, as in ct_algorithm. */
typedef double ct_cost(const ct_topology *topology, const ct_parameters *parameters,
                       const ct_machine *machine, double block_bytes);

/* Sets the parameter at `place` to the cheapest number of packets. */
void ct_cube_tune_packets(ct_cost *cost, const ct_topology *topology, const ct_machine *machine,
                          double block_bytes, ct_parameters *parameters, int place);

/* The flags of a move in a schedule that is all one phase. */
static inline unsigned ct_cube_flags(const ct_schedule *schedule) {
    return schedule->move_count == 0 ? CT_MOVE_PHASE : 0;
}

#endif
