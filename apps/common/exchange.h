/* The section `exchange` of a config, the same in all programs. */
#ifndef CT_APPS_COMMON_EXCHANGE_H
#define CT_APPS_COMMON_EXCHANGE_H

#include "io/config/options.h"
#include "io/output/paths.h"
#include "io/output/report.h"

#include <cornerturn/exchange.h>

typedef struct job_exchange {
    char *parameters, *tuning;
    int algorithm, planning, precision; /* in the library's order */
    long long window;
    bool probe;
} job_exchange;

/* Rows of a program's table of keys for the job_exchange `member` of its config. */
/* clang-format off */
#define JOB_EXCHANGE_KEYS(config, member)                                                          \
    {"exchange", "algorithm", CT_KEY_CHOICE, offsetof(config, member.algorithm), "auto", 0, 0,     \
     job_exchange_algorithms, "who sends what when in the global transpose"},                      \
    {"exchange", "parameters", CT_KEY_STRING, offsetof(config, member.parameters), "", 0, 0, NULL, \
     "of that algorithm, such as --radix 4; empty: its defaults"},                                 \
    {"exchange", "planning", CT_KEY_CHOICE, offsetof(config, member.planning), "estimate", 0, 0,   \
     job_exchange_plannings, "how auto decides: by a model, by timing the best few, or all"},       \
     {"exchange", "precision", CT_KEY_CHOICE, offsetof(config, member.precision), "exact", 0, 0,    \
     job_exchange_precisions, "of doubles in messages; a float has half the bytes, 7 digits"},       \
    {"exchange", "probe", CT_KEY_BOOL, offsetof(config, member.probe), "true", 0, 0, NULL,         \
     "without a tuning file: time some messages between nodes, which takes milliseconds"},         \
     {"exchange", "tuning", CT_KEY_STRING, offsetof(config, member.tuning), "", 0, 0, NULL,         \
      "tuning file of \"exchange tune\" for auto; measure writes its choices to it; empty: none"},  \
    {"exchange", "window", CT_KEY_INT, offsetof(config, member.window), "0", 0, 65536, NULL,       \
     "steps in flight at once; 0 is all of them"}
/* clang-format on */

extern const char *job_exchange_algorithms[]; /* after job_exchange_prepare */
extern const char *const job_exchange_plannings[], *const job_exchange_precisions[];

/* Sets job_exchange_algorithms from the library; call first. Local. */
void job_exchange_prepare(void);

/* For --help. Local. */
void job_exchange_help(FILE *stream);

/* The section as the library's options, which point into `section` and `text`; a job that only
 * checks does not write the tuning file. Local. */
enum { JOB_EXCHANGE_BYTES = 512 };
ct_exchange_options job_exchange_options(const job_exchange *section, int only_checks,
                                         char text[JOB_EXCHANGE_BYTES]);

/* The tuning file, among the files of the job. Local. */
ct_path_use job_exchange_file(const job_exchange *section);

/* Checks that the algorithm runs on the ranks of `comm`; rank 0 warns of a damaged tuning file.
 * Collective. CT_ERROR_CONFIG. */
ct_status job_exchange_check(const ct_program *program, const job_exchange *section, MPI_Comm comm);

/* Checks that there are doubles to round, if doubles shall be rounded: `type` is what messages
 * have. Local. CT_ERROR_CONFIG. */
ct_status job_exchange_check_precision(const job_exchange *section, bool are_doubles,
                                       const char *type);

/* Adds what one plan's rounding has saved and lost. Local. */
void job_add_losses(ct_exchange_losses *all, const ct_exchange_losses *of_plan);

/* Map `rounding` of a report: what rounding has saved and lost over the whole run; none where
 * messages are exact. Local. */
void job_report_rounding(ct_report *report, const job_exchange *section,
                         const ct_exchange_losses *losses);

#endif
