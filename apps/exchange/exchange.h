/* exchange: its subcommands. */
#ifndef CT_APPS_EXCHANGE_EXCHANGE_H
#define CT_APPS_EXCHANGE_EXCHANGE_H

#include "apps/exchange/request/request.h"

extern const exchange_command exchange_commands[]; /* until one without a name */

#endif
