/* exchange price: the time of a schedule on a machine. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_PRICE_H
#define CT_APPS_EXCHANGE_SCHEDULES_PRICE_H

#include "apps/exchange/request/request.h"

ct_status exchange_price(const exchange_request *request, FILE *out);

#endif
