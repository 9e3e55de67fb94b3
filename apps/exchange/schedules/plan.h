/* exchange plan: all algorithms, ranked by predicted time on a machine. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_PLAN_H
#define CT_APPS_EXCHANGE_SCHEDULES_PLAN_H

#include "apps/exchange/request/request.h"

ct_status exchange_plan(const exchange_request *request, FILE *out);

#endif
