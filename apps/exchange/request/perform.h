/* Performs a parsed command line. */
#ifndef CT_APPS_EXCHANGE_REQUEST_PERFORM_H
#define CT_APPS_EXCHANGE_REQUEST_PERFORM_H

#include "apps/exchange/request/request.h"

/* Prints help or version, or runs the subcommand. */
ct_status exchange_perform(const exchange_request *request, FILE *out);

/* The exit status. Where `speaks`, on one rank only, the message of a failure goes to stderr. */
int exchange_conclude(ct_status status, bool speaks);

#endif
