/* The constants of the simulated machine, as its messages show them. */
#ifndef CT_TESTS_SIM_CALIBRATED_H
#define CT_TESTS_SIM_CALIBRATED_H

#include <cornerturn/calibration.h>

/* Measures what pairs of ranks take to swap messages, all pairs at once: neighbours inside nodes of
 * `node_ranks` ranks, and ranks of one place in neighbouring nodes; and a barrier. Gathering blocks
 * is said to take permute_byte_s. The MPI library's all-to-all is left out: it is taken for pairs
 * that swap in turn. Collective over all ranks; all get the same. CT_ERROR_MEMORY, CT_ERROR_MPI. */
ct_status calibrated_measure(int node_ranks, double permute_byte_s, ct_calibration *calibration);

#endif
