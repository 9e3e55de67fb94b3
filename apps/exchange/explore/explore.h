/* exchange explore: schedules as a page in which their steps are played. */
#ifndef CT_APPS_EXCHANGE_EXPLORE_EXPLORE_H
#define CT_APPS_EXCHANGE_EXPLORE_EXPLORE_H

#include "apps/exchange/request/request.h"

ct_status exchange_explore(const exchange_request *request, FILE *out);

#endif
