/* exchange: what its subcommands share. */
#ifndef CT_APPS_EXCHANGE_EXCHANGE_H
#define CT_APPS_EXCHANGE_EXCHANGE_H

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
    OPTION_OUTPUT,
    OPTION_HELP,
    OPTION_VERSION,
    OPTIONS
} exchange_option;

/* "multiphase --partition 3,3": what a user writes after --algorithm. */
enum { EXCHANGE_TEXT = 64 + CT_PARAMETERS_TEXT, EXCHANGE_ASKED_MOST = 16 };

/* A command line, taken apart. Texts are those of argv. */
typedef struct exchange_request {
    const struct exchange_command *command;
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
    unsigned needed, allowed; /* those it cannot do without, and those it can */
    bool parameters;          /* takes the parameters of algorithms, too */
    bool several;             /* --algorithm may come more than once, each with its parameters */
    bool parallel;            /* all ranks of mpirun run it together */
    bool draws;               /* its output is a picture */
    ct_status (*run)(const exchange_request *request, FILE *out);
} exchange_command;

extern const exchange_command exchange_commands[]; /* until one without a name */

ct_status exchange_list(const exchange_request *request, FILE *out);
ct_status exchange_plan(const exchange_request *request, FILE *out);
ct_status exchange_check(const exchange_request *request, FILE *out);
ct_status exchange_price(const exchange_request *request, FILE *out);
ct_status exchange_hull(const exchange_request *request, FILE *out);
ct_status exchange_dump(const exchange_request *request, FILE *out);
ct_status exchange_draw(const exchange_request *request, FILE *out);
ct_status exchange_bench(const exchange_request *request, FILE *out);
ct_status exchange_tune(const exchange_request *request, FILE *out);
ct_status exchange_verify(const exchange_request *request, FILE *out);

/* The subcommand that a command line begins with, or NULL. */
const exchange_command *exchange_find_command(int argc, char **argv);

/* Does what is asked for: help, version, or the subcommand. */
ct_status exchange_perform(const exchange_request *request, FILE *out);

/* The exit status; the message of a failure goes to stderr, from one rank only. */
int exchange_conclude(ct_status status, bool speaks);

/* main where the subcommand is for all ranks of mpirun. Only rank 0 prints; all leave together. */
int exchange_run_parallel(int argc, char **argv);

/* Takes a command line apart. CT_ERROR_CONFIG says what is wrong and what is allowed. */
ct_status exchange_parse(int argc, char **argv, exchange_request *request);

/* An option of the command line. */
typedef struct exchange_option_row {
    const char *name, *alias; /* alias NULL: none */
    const char *argument;     /* NULL: none */
    const char *help;
} exchange_option_row;
extern const exchange_option_row exchange_options[OPTIONS];

/* The options that a subcommand, or the program (NULL), knows. */
unsigned exchange_known_options(const exchange_command *command);

/* Prints the help of a subcommand, or of the program (NULL). */
void exchange_help(FILE *out, const exchange_command *command);

/* The values of options that were given (or have a default), checked. */
ct_status exchange_topology(const exchange_request *request, ct_topology *topology);
ct_status exchange_machine(const exchange_request *request, ct_machine *machine);
ct_status exchange_bytes(const exchange_request *request, exchange_option option, double *bytes);
ct_status exchange_pattern(const exchange_request *request, ct_pattern_kind *kind);

/* The index among NULL-ended `choices` of an option's value. */
ct_status exchange_choice(const exchange_request *request, exchange_option option,
                          const char *const *choices, int fallback, int *choice);
/* Whether a parameter of this name is a rank of so many. */
ct_status exchange_rank(const char *name, const char *text, int size);
ct_status exchange_number(const exchange_request *request, exchange_option option, int least,
                          int most, int *number);

/* The algorithm with the parameters given, the others being the defaults on the topology. */
ct_status exchange_algorithm(const exchange_request *request, const ct_topology *topology,
                             const ct_algorithm **algorithm, ct_parameters *parameters);

/* Whether this machine can hold the schedules of all ranks. CT_ERROR_UNSUPPORTED for more ranks
 * than anybody waits for, CT_ERROR_MEMORY with the memory they would take. */
ct_status exchange_affordable(const ct_algorithm *algorithm, const ct_topology *topology,
                              const ct_parameters *parameters);

/* Writes them as a user does. */
void exchange_describe(const ct_algorithm *algorithm, const ct_parameters *parameters,
                       char text[EXCHANGE_TEXT]);

/* A file that has its name only when it is complete; NULL for path: stdout. */
typedef struct exchange_file {
    FILE *stream;
    const char *path;
    char *part;     /* its name until then; NULL where it is written in place */
    int unfinished; /* of the part, in files/unfinished.h */
} exchange_file;
ct_status exchange_file_open(const char *path, exchange_file *file);

/* Gives the file its name if all that came before went well, otherwise removes it. */
ct_status exchange_file_close(exchange_file *file, ct_status before);

/* A table of aligned columns, filled cell by cell. */
typedef struct exchange_table {
    const char *columns; /* a letter a column: l or r, the side it is aligned to */
    int count, room;
    char **cells;
    bool failed;
} exchange_table;
void exchange_cell(exchange_table *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
ct_status exchange_table_print(FILE *out, const exchange_table *table, const char *indent);
void exchange_table_free(exchange_table *table);

/* Prints words in lines of at most 100 columns, the first after `used` columns of its line, the
 * others indented by `indent`, and ends the last. */
void exchange_wrap(FILE *out, int used, int indent, const char *words);

/* The unit in which `seconds` is a number of 1 to 999: s, ms, us or ns. */
typedef struct exchange_unit {
    const char *name;
    double s;
} exchange_unit;
exchange_unit exchange_unit_for(double seconds);

/* "8.423 ms", for prose. */
enum { EXCHANGE_NUMBER = 32 };
const char *exchange_seconds(double seconds, char text[EXCHANGE_NUMBER]);

#endif
