/* exchange dump and draw: the steps of a schedule as CSV and as a picture. */
#ifndef CT_APPS_EXCHANGE_SCHEDULES_SCHEDULE_H
#define CT_APPS_EXCHANGE_SCHEDULES_SCHEDULE_H

#include "apps/exchange/request/request.h"

ct_status exchange_dump(const exchange_request *request, FILE *out);
ct_status exchange_draw(const exchange_request *request, FILE *out);

#endif
