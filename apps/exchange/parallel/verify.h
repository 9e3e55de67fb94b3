/* exchange verify: every algorithm on small arrays whose every element is known. Collective. */
#ifndef CT_APPS_EXCHANGE_PARALLEL_VERIFY_H
#define CT_APPS_EXCHANGE_PARALLEL_VERIFY_H

#include "apps/exchange/request/request.h"

ct_status exchange_verify(const exchange_request *request, FILE *out);

#endif
