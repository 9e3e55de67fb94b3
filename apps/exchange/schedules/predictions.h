/* exchange plan without --machine: the ranking of auto. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_PREDICTIONS_H
#define CT_APPS_EXCHANGE_SCHEDULES_PREDICTIONS_H

#include "apps/exchange/request/request.h"

#include <cornerturn/pattern.h>

/* Prints the ranking of "auto" for blocks of `block_bytes`. */
ct_status exchange_print_predictions(const exchange_request *request, const ct_topology *topology,
                                     ct_pattern_kind kind, double block_bytes, FILE *out);

#endif
