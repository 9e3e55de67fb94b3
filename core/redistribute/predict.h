/* What a redistribution takes that has no plan yet. */
#ifndef CT_REDISTRIBUTE_PREDICT_H
#define CT_REDISTRIBUTE_PREDICT_H

#include "redistribute/redistribution.h"

#include <cornerturn/calibration.h>
#include <cornerturn/exchange.h>

/* The ranks of a redistribution, and how it is exchanged. */
typedef struct ct_redistribution_setting {
    const ct_calibration *calibration;
    const ct_exchange_options *options;
    int size;
    const int *leader; /* the lowest rank on the node of each */
} ct_redistribution_setting;

/* Predicts the seconds of one of so many equal slices, exchanged in groups as by
 * ct_subgroup_create, from what rank 0 sends, which is most. *is_distant: its group is on several
 * nodes. HUGE_VAL for want of memory, and for an algorithm that cannot run. Local. */
double ct_redistribution_predict(const ct_redistribution_setting *setting,
                                 const ct_redistribution *redistribution, int slices,
                                 int *is_distant);

#endif
