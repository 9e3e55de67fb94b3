#include "apps/job_exchange.h"

#include "base/fail.h"
#include <string.h>

enum { NAMES_MOST = 64, PARAMETERS_MOST = 400 };

const char *job_exchange_algorithms[NAMES_MOST + 1];
const char *const job_exchange_plannings[] = {"estimate", "measure", "exhaustive", NULL};

void job_exchange_prepare(void) {
    for (int i = 0; i < NAMES_MOST && ct_exchange_name(i) != NULL; i++) {
        job_exchange_algorithms[i] = ct_exchange_name(i);
    }
}

void job_exchange_help(FILE *stream) {
    (void)fprintf(stream,
                  "\nAlgorithms of the exchange (\"exchange list\" tells their parameters):\n");
    for (int i = 0; ct_exchange_name(i) != NULL; i++) {
        (void)fprintf(stream, "  %-12s %s\n", ct_exchange_name(i), ct_exchange_summary(i));
    }
}

ct_exchange_options job_exchange_options(const job_exchange *section,
                                         char text[JOB_EXCHANGE_BYTES]) {
    (void)snprintf(text, JOB_EXCHANGE_BYTES, "%s%s%s", ct_exchange_name(section->algorithm),
                   *section->parameters != '\0' ? " " : "", section->parameters);
    return (ct_exchange_options){.algorithm = text,
                                 .planning = (ct_planning)section->planning,
                                 .window = (int)section->window};
}

ct_status job_exchange_check(const job_exchange *section, MPI_Comm comm) {
    char text[JOB_EXCHANGE_BYTES];
    if (strlen(section->parameters) > PARAMETERS_MOST) {
        return ct_raise(CT_ERROR_CONFIG,
                        "exchange.parameters: too long; allowed: up to %d characters",
                        PARAMETERS_MOST);
    }
    ct_status status = ct_exchange_supports(comm, job_exchange_options(section, text).algorithm);
    return status == CT_OK
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "exchange.algorithm, exchange.parameters: %s",
                          ct_error_message());
}
