/* exchange tune: measures constants and choices for later plans. Collective. */
#ifndef CT_APPS_EXCHANGE_PARALLEL_TUNE_H
#define CT_APPS_EXCHANGE_PARALLEL_TUNE_H

#include "apps/exchange/request/request.h"

ct_status exchange_tune(const exchange_request *request, FILE *out);

#endif
