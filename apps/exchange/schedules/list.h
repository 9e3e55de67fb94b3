/* exchange list: the tables of algorithms and machines. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_LIST_H
#define CT_APPS_EXCHANGE_SCHEDULES_LIST_H

#include "apps/exchange/request/request.h"

ct_status exchange_list(const exchange_request *request, FILE *out);

#endif
