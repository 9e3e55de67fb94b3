/* Predicts the times of transposing and reducing, without plans. */
#ifndef CT_ADI_PREDICT_H
#define CT_ADI_PREDICT_H

#include <cornerturn/calibration.h>
#include <cornerturn/exchange.h>
#include <cornerturn/grid.h>

/* The distribution of cells over ranks and nodes. */
typedef struct ct_adi_spread {
    ct_distribution cells;
    ptrdiff_t element_bytes;
    int size;          /* ranks */
    const int *leader; /* by rank: the lowest rank on its node */
} ct_adi_spread;

/* Seconds to solve along an axis, 0 where it is not distributed, without what both methods have
 * in common: reducing, transposing. By ct_exchange_predict with `options`. HUGE_VAL without memory.
 * Local. */
void ct_adi_predict_axis(const ct_calibration *machine, const ct_exchange_options *options,
                         const ct_adi_spread *spread, int axis, double seconds[2]);

/* The same for all axes, one after the other. */
void ct_adi_predict(const ct_calibration *machine, const ct_exchange_options *options,
                    const ct_adi_spread *spread, double seconds[2]);

#endif
