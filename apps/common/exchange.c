#include "apps/common/exchange.h"

#include "base/escape.h"
#include "base/fail.h"
#include <cornerturn/tuning.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MOST = 64, PARAMETERS_MOST = 400 };

const char *job_exchange_algorithms[NAMES_MOST + 1];
const char *const job_exchange_plannings[] = {"estimate", "measure", "exhaustive", NULL};
const char *const job_exchange_precisions[] = {"exact", "float_between_nodes", "float", NULL};

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

ct_exchange_options job_exchange_options(const job_exchange *section, int only_checks,
                                         char text[JOB_EXCHANGE_BYTES]) {
    (void)snprintf(text, JOB_EXCHANGE_BYTES, "%s%s%s", ct_exchange_name(section->algorithm),
                   *section->parameters != '\0' ? " " : "", section->parameters);
    return (ct_exchange_options){.algorithm = text,
                                 .planning = (ct_planning)section->planning,
                                 .precision = (ct_message_precision)section->precision,
                                 .steps_in_flight = (int)section->window,
                                 .tuning_file = *section->tuning != '\0' ? section->tuning : NULL,
                                 .tuning_read_only = only_checks};
}

ct_path_use job_exchange_file(const job_exchange *section) {
    return (ct_path_use){"exchange.tuning", section->tuning,
                         section->planning != CT_PLAN_ESTIMATE ? CT_PATH_SHARED : CT_PATH_READ};
}

/* What the user should know of the tuning file before everything goes by it. */
static ct_status warn(const ct_program *program, const job_exchange *section, MPI_Comm comm) {
    ct_tuning *tuning = NULL;
    int rank = 0;
    ct_status status = ct_tuning_load(comm, section->tuning, &tuning);
    (void)MPI_Comm_rank(comm, &rank);
    if (status == CT_OK && rank == 0 && ct_tuning_warning(tuning) != NULL) {
        (void)fprintf(stderr, "%s: warning: %s\n", program->name, ct_tuning_warning(tuning));
    } else if (status == CT_OK && rank == 0 && ct_tuning_calibration(tuning) == NULL &&
               section->planning == CT_PLAN_ESTIMATE) {
        (void)fprintf(stderr,
                      "%s: warning: exchange.tuning: %s has nothing about this machine, "
                      "\"exchange tune\" measures it\n",
                      program->name, ct_escaped(section->tuning));
    }
    ct_tuning_destroy(&tuning);
    return status;
}

ct_status job_exchange_check(const ct_program *program, const job_exchange *section,
                             MPI_Comm comm) {
    char text[JOB_EXCHANGE_BYTES];
    if (!section->probe) {
        (void)setenv("CT_PROBE", "off", 1); /* of all plans of this job */
    }
    if (strlen(section->parameters) > PARAMETERS_MOST) {
        return ct_raise(CT_ERROR_CONFIG,
                        "exchange.parameters: too long; allowed: up to %d characters",
                        PARAMETERS_MOST);
    }
    ct_status status = ct_exchange_supports(comm, job_exchange_options(section, 1, text).algorithm);
    if (status != CT_OK) {
        return ct_raise(CT_ERROR_CONFIG, "exchange.algorithm, exchange.parameters: %s",
                        ct_error_message());
    }
    if (section->precision != CT_MESSAGES_EXACT &&
        strcmp(ct_exchange_name(section->algorithm), "mpi") == 0) {
        return ct_raise(
            CT_ERROR_CONFIG,
            "exchange.precision: %s; allowed with exchange.algorithm mpi, whose messages "
            "are the arrays' bytes: exact",
            job_exchange_precisions[section->precision]);
    }
    return *section->tuning != '\0' ? warn(program, section, comm) : CT_OK;
}

ct_status job_exchange_check_precision(const job_exchange *section, bool are_doubles,
                                       const char *type) {
    return section->precision == CT_MESSAGES_EXACT || are_doubles
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG,
                          "exchange.precision: %s, but messages have %s, in which there is nothing "
                          "to shrink; allowed: exact, or others with doubles",
                          job_exchange_precisions[section->precision], type);
}

void job_add_losses(ct_exchange_losses *all, const ct_exchange_losses *of_plan) {
    all->saved_bytes += of_plan->saved_bytes;
    all->worst = of_plan->worst > all->worst ? of_plan->worst : all->worst;
    all->overflows += of_plan->overflows;
    all->underflows += of_plan->underflows;
}

void job_report_rounding(ct_report *report, const job_exchange *section,
                         const ct_exchange_losses *losses) {
    if (section->precision != CT_MESSAGES_EXACT) {
        ct_report_map(report, "rounding");
        ct_report_text(report, "precision", job_exchange_precisions[section->precision]);
        ct_report_number(report, "saved_bytes", losses->saved_bytes);
        ct_report_number(report, "worst_relative_error", losses->worst);
        ct_report_number(report, "overflows", losses->overflows);
        ct_report_number(report, "underflows", losses->underflows);
        ct_report_end(report);
    }
}
