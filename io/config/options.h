/* The command line that all programs share: CONFIG.yaml and options. */
#ifndef CT_IO_CONFIG_OPTIONS_H
#define CT_IO_CONFIG_OPTIONS_H

#include "io/config/config.h"

#include <stdbool.h>

typedef struct ct_options {
    const char *config;   /* path of the config file */
    const char *report;   /* --report FILE, or NULL */
    const char *trace;    /* --trace FILE, or NULL */
    const char *forecast; /* --forecast NODESxRANKS, or NULL */
    int events;           /* of each rank that a trace keeps; 0: the default */
    const char **overrides;
    size_t override_count;
    const char **asked; /* keys of --get */
    size_t asked_count;
    bool check, explain, quiet;
    unsigned given; /* bits of the options that were given, each but --set and --get once */
    bool leave;     /* --help, --version or --get was answered: end with status 0 */
} ct_options;

/* A program's description for --help. */
typedef struct ct_program {
    const char *name, *summary;
    const ct_key *keys;
    size_t key_count;
    void (*more_help)(FILE *stream); /* NULL: nothing more */
} ct_program;

/* Parses argv. Only rank 0 of MPI_COMM_WORLD prints (help and version go to stdout). Collective.
 * CT_ERROR_CONFIG for a wrong option or a missing config. argv stays in use; free the rest with
 * ct_options_free. */
ct_status ct_options_parse(const ct_program *program, int argc, char **argv, ct_options *options);
void ct_options_free(ct_options *options);

/* Starts a program: parses the command line, loads its config with overrides, and writes the whole
 * config as text, which the caller frees; only the first with options->leave, or, with --get,
 * the values of the keys are printed in its place. Collective; all ranks
 * fail together. */
ct_status ct_program_start(const ct_program *program, MPI_Comm comm, int argc, char **argv,
                           ct_options *options, void *config, char **config_text);

/* Status of a run that was stopped at a checkpoint and goes on when started again, which is no
 * success: sysexits.h calls it EX_TEMPFAIL. */
enum { CT_EXIT_STOPPED = 75 };

/* Prints the last failure as one message from rank 0 and gives the exit status that fits: 0 for
 * CT_OK, 2 for wrong config or options, 1 for anything else. Local. */
int ct_exit_status(const ct_program *program, ct_status status);

#endif
