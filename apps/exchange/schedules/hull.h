/* exchange hull: the best partition for every block size. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_HULL_H
#define CT_APPS_EXCHANGE_SCHEDULES_HULL_H

#include "apps/exchange/request/request.h"

ct_status exchange_hull(const exchange_request *request, FILE *out);

#endif
