/* A parsed command line of exchange: the subcommand and its options. */
#ifndef CT_APPS_EXCHANGE_REQUEST_REQUEST_H
#define CT_APPS_EXCHANGE_REQUEST_REQUEST_H

#include <cornerturn/candidates.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum exchange_option {
    OPTION_TOPOLOGY,
    OPTION_ALGORITHM,
    OPTION_BLOCK,
    OPTION_MACHINE,
    OPTION_NODE_RANKS,
    OPTION_PATTERN,
    OPTION_DIMENSION,
    OPTION_RANKS,
    OPTION_STEP,
    OPTION_EACH_STEP,
    OPTION_SCHEDULE,
    OPTION_LIMITS,
    OPTION_BLOCKS,
    OPTION_MACHINES,
    OPTION_PLOT,
    OPTION_LEAST,
    OPTION_MOST,
    OPTION_ROUNDS,
    OPTION_PLANNING,
    OPTION_TRANSPORT,
    OPTION_ARRAYS,
    OPTION_TUNING,
    OPTION_EXPLAIN,
    OPTION_CSV,
    OPTION_TRACE,
    OPTION_EVENTS,
    OPTION_OUTPUT,
    OPTION_HELP,
    OPTION_VERSION,
    OPTIONS
} exchange_option;

/* Text after --algorithm: "multiphase --partition 3,3". */
enum { EXCHANGE_TEXT = 64 + CT_PARAMETERS_TEXT, EXCHANGE_ASKED_MOST = 16 };

/* A parsed command line. Texts point into argv. */
typedef struct exchange_request {
    const struct exchange_command *commands, *command; /* all of them; the one asked for, or NULL */
    const char *given[OPTIONS]; /* the value, "" for an option that has none; NULL: not given */
    ct_setting settings[CT_PARAMETERS_MOST]; /* --NAME VALUE for the algorithm's parameters */
    int setting_count;
    char asked[EXCHANGE_ASKED_MOST][EXCHANGE_TEXT]; /* where several algorithms may be given, each
                                                       with its parameters */
    int asked_count;
} exchange_request;

/* A subcommand. Options are sets of bits 1u << exchange_option. */
typedef struct exchange_command {
    const char *name, *summary, *details;
    unsigned needed, allowed; /* required options, and allowed ones */
    bool parameters;          /* takes the parameters of algorithms, too */
    bool several;             /* --algorithm may be repeated, each with its parameters */
    bool parallel;            /* all ranks of mpirun run it together */
    bool draws;               /* its output is a picture */
    ct_status (*run)(const exchange_request *request, FILE *out);
} exchange_command;

#endif
