/* The parameters that several algorithms share, with their values. */
#ifndef CT_ALGORITHMS_VALUES_H
#define CT_ALGORITHMS_VALUES_H

#include <cornerturn/algorithm.h>

/* --sync none | pairwise | phase | step: what is synchronised. */
enum { CT_SYNC_NONE, CT_SYNC_PAIRWISE, CT_SYNC_PHASE, CT_SYNC_STEP };
extern const ct_parameter ct_parameter_sync;

/* --mode standard | ready: which kind of send. */
enum { CT_MODE_STANDARD, CT_MODE_READY };
extern const ct_parameter ct_parameter_mode;

/* --root 0: a rank. Worth trying: the first, a middle and the last rank. */
extern const ct_parameter ct_parameter_root;

/* --target 7: a rank. Worth trying: the last, the default, and every half of one before. */
extern const ct_parameter ct_parameter_target;

/* --packets 4: how many packets a vector is cut into, or go down each of several paths, 1 ..
 * CT_PACKETS_MOST. Worth trying: 1, 2, 3, 4, 8. */
enum { CT_PACKETS_MOST = 1 << 20 };
extern const ct_parameter ct_parameter_packets;
extern const ct_parameter ct_parameter_path_packets;

/* Move flags for a synchronisation and mode: `first_of_phase` tells the phase's first move. */
unsigned ct_sync_flags(int sync, int mode, int first_of_phase);

/* Raises CT_ERROR_UNSUPPORTED when the mode needs another synchronisation. */
ct_status ct_sync_combines(int sync, int mode);

/* Cost of synchronisation: `steps` in all, in `phases` phases, of at least two ranks. */
double ct_sync_cost_s(const ct_machine *machine, int size, int sync, int phases, int steps);

/* Whether all items are from `least` to `most`. */
int ct_value_is_between(const ct_value *value, int least, int most);

/* A `next` where one item is all that is worth trying. */
int ct_value_only(int item, ct_value *value);

/* The value of a parameter that is one number or a choice, by its place in the row. */
static inline int ct_parameter_item(const ct_parameters *parameters, int place) {
    return parameters->value[place].item[0];
}

#endif
