/* The constants of the simulated machine, as its messages show them. */
#ifndef CT_TESTS_SIM_CALIBRATED_H
#define CT_TESTS_SIM_CALIBRATED_H

#include <cornerturn/calibration.h>

/* Measures what pairs of ranks take to swap messages, all pairs at once: neighbours inside nodes of
 * `node_ranks` ranks, and ranks of one place in neighbouring nodes; a barrier; and the network's
 * links, as a program's calibration does. Gathering blocks
 * is said to take permute_byte_s. The MPI library's all-to-all is left out: it is taken for pairs
 * that swap in turn. Collective over all ranks; all get the same. CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status calibrated_measure(const ct_topology *network, double permute_byte_s,
                             ct_calibration *calibration);

#endif
