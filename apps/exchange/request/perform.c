#include "apps/exchange/request/perform.h"

#include "apps/exchange/request/help.h"
#include <cornerturn/version.h>

ct_status exchange_perform(const exchange_request *request, FILE *out) {
    if (request->given[OPTION_VERSION] != NULL) {
        (void)fprintf(out, "exchange (Cornerturn) %s\n", ct_version());
        return CT_OK;
    }
    if (request->given[OPTION_HELP] != NULL) {
        exchange_help(out, request->commands, request->command);
        return CT_OK;
    }
    return request->command->run(request, out);
}

int exchange_conclude(ct_status status, bool speaks) {
    if (status == CT_OK) {
        return 0;
    }
    if (speaks) {
        (void)fprintf(stderr, "exchange: error: %s\n", ct_error_message());
    }
    if (speaks && status == CT_ERROR_INTERNAL) {
        (void)fprintf(stderr, "This is a defect of Cornerturn, found at %s.\n", ct_error_origin());
    }
    return status == CT_ERROR_CONFIG || status == CT_ERROR_UNSUPPORTED ? 2 : 1;
}
