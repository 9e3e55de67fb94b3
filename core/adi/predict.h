/*
 * What transposing and reducing are predicted to take on a machine. Local, pure and free of MPI.
 */
#ifndef CT_ADI_PREDICT_H
#define CT_ADI_PREDICT_H

#include "adi/kernels/kernels.h"
#include <cornerturn/calibration.h>

/* How an array lies on ranks: `bytes` of it on this one, `count` cells along each axis, which
 * `parts` ranks share, of one node or of several. */
typedef struct ct_adi_spread {
    double bytes;
    ptrdiff_t count[CT_ADI_BOX_AXES];
    int parts[CT_ADI_BOX_AXES];
    int is_distant[CT_ADI_BOX_AXES];
} ct_adi_spread;

/* Seconds of a step for the axes that are shared, beside what both take: reducing, transposing.
 * That passes over the first axis are faster where it is reduced is left out. The machine has a
 * curve of messages, inside a node or between nodes; one stands for the other. */
void ct_adi_predict(const ct_calibration *machine, const ct_adi_spread *spread, double seconds[2]);

#endif
