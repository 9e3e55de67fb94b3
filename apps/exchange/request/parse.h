/* Parses a command line. */
#ifndef CT_APPS_EXCHANGE_REQUEST_PARSE_H
#define CT_APPS_EXCHANGE_REQUEST_PARSE_H

#include "apps/exchange/request/request.h"

/* The subcommand of a command line, or NULL. */
const exchange_command *exchange_find_command(const exchange_command *commands, int argc,
                                              char **argv);

/* CT_ERROR_CONFIG, with the error and what is allowed. */
ct_status exchange_parse(const exchange_command *commands, int argc, char **argv,
                         exchange_request *request);

#endif
