/* What transposing and reducing are predicted to take, before either is planned. */
#ifndef CT_ADI_PREDICT_H
#define CT_ADI_PREDICT_H

#include <cornerturn/calibration.h>
#include <cornerturn/exchange.h>
#include <cornerturn/grid.h>

/* An array of cells on ranks. */
typedef struct ct_adi_spread {
    ct_distribution cells;
    ptrdiff_t element_bytes;
    int size;          /* ranks */
    const int *leader; /* the lowest rank on the node of each */
} ct_adi_spread;

/* Seconds of a step for the axes that are distributed, beside what both methods take: reducing,
 * transposing. Exchanges take what the model of exchanges says, by shared memory inside a node
 * unless `options` say otherwise. HUGE_VAL for want of memory. Local. */
void ct_adi_predict(const ct_calibration *machine, const ct_exchange_options *options,
                    const ct_adi_spread *spread, double seconds[2]);

#endif
