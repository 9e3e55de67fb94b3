/* The exchanges of a 3D FFT by pencils: within the rows of a grid of ranks, then within its
 * columns. */
#ifndef CT_TESTS_SIM_PENCIL_H
#define CT_TESTS_SIM_PENCIL_H

#include "trial.h"

/* Whether a job is one: its algorithm begins with "pencil". Local. */
int pencil_asked(const job *one);

/* Runs "pencil ROWSxCOLUMNS ALGORITHM", `block_bytes` being all that a rank has: it is cut evenly
 * for the ranks of its row, then of its column. All rows exchange at once, and all columns; the
 * time is that of both, of the slowest rank. Each takes the network for what a program would find.
 * A side of one rank exchanges nothing. Collective. CT_ERROR_CONFIG for a grid that does not fit,
 * else as trial_run. */
ct_status pencil_run(const scene *where, const job *one, outcome *result);

#endif
