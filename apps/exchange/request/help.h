/* The help of the program and its subcommands. */
#ifndef CT_APPS_EXCHANGE_REQUEST_HELP_H
#define CT_APPS_EXCHANGE_REQUEST_HELP_H

#include "apps/exchange/request/request.h"

/* Prints the help of a subcommand, or of the program with all of its subcommands (NULL). */
void exchange_help(FILE *out, const exchange_command *commands, const exchange_command *command);

#endif
