/* The options of the command line. */
#ifndef CT_APPS_EXCHANGE_REQUEST_OPTIONS_H
#define CT_APPS_EXCHANGE_REQUEST_OPTIONS_H

#include "apps/exchange/request/request.h"

typedef struct exchange_option_row {
    const char *name, *alias; /* alias NULL: none */
    const char *argument;     /* NULL: none */
    const char *help;
} exchange_option_row;
extern const exchange_option_row exchange_options[OPTIONS];

/* The options of a subcommand, or of the program (NULL): a set of bits. */
unsigned exchange_known_options(const exchange_command *command);

#endif
