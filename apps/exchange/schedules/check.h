/* exchange check: replays schedules. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_CHECK_H
#define CT_APPS_EXCHANGE_SCHEDULES_CHECK_H

#include "apps/exchange/request/request.h"

ct_status exchange_check(const exchange_request *request, FILE *out);

#endif
