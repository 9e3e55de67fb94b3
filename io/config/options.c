#include "io/config/options.h"

#include "base/escape.h"
#include "base/fail.h"
#include "base/job/launch.h"
#include "io/config/text.h"
#include <cornerturn/agree.h>
#include <cornerturn/version.h>

#include <errno.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

typedef enum option_id {
    SET,
    GET,
    REPORT,
    TRACE,
    EVENTS,
    CHECK,
    FORECAST,
    EXPLAIN,
    QUIET,
    HELP,
    VERSION
} option_id;

typedef struct option_row {
    option_id id;
    const char *name, *argument; /* argument NULL: none */
    const char *help;
} option_row;

static const option_row rows[] = {
    {SET, "--set", "SECTION.KEY=VALUE",
     "override a key of the config; may be repeated, the last of a key counts"},
    {GET, "--get", "SECTION.KEY",
     "print the value of a key on a line of its own, then stop; may be repeated"},
    {REPORT, "--report", "FILE", "write a report of the run (YAML) to FILE"},
    {TRACE, "--trace", "FILE",
     "write what each rank does when to FILE (JSON, for ui.perfetto.dev)"},
    {EVENTS, "--events", "N", "of each rank are kept for --trace, the latest; default 32768"},
    {CHECK, "--check", NULL, "check config and inputs, then stop; nothing is written"},
    {FORECAST, "--forecast", "NODESxRANKS",
     "print what a run on so many nodes of so many ranks would take, then stop"},
    {EXPLAIN, "--explain", NULL, "print the candidates, which one was chosen, and why"},
    {QUIET, "--quiet", NULL, "print nothing but errors"},
    {HELP, "--help", NULL, "print this and stop"},
    {VERSION, "--version", NULL, "print the version and stop"},
};
enum { ROWS = sizeof rows / sizeof *rows, EVENTS_LEAST = 64, EVENTS_MOST = 10000000 };

static void print_version(const ct_program *program) {
    (void)printf("%s (Cornerturn) %s\n", program->name, ct_version());
}

static ct_status end_answer(void) {
    return fflush(stdout) == 0 && !ferror(stdout)
               ? CT_OK
               : ct_raise(CT_ERROR_FILE, "cannot write the output: %s", strerror(errno));
}

static void print_help(const ct_program *program) {
    (void)printf("Usage: %s CONFIG.yaml [options]\n"
                 "       mpirun -n RANKS %s CONFIG.yaml [options]\n\n%s\n\nOptions:\n",
                 program->name, program->name, program->summary);
    for (int i = 0; i < ROWS; i++) {
        (void)printf("  %-12s%-19s%s\n", rows[i].name,
                     rows[i].argument != NULL ? rows[i].argument : "", rows[i].help);
    }
    (void)printf("  %-12s%-19s%s\n", "--", "", "the rest are not options");
    (void)printf(
        "\nExit status:\n"
        "  0  all went well\n"
        "  1  the run failed: a file, memory, MPI\n"
        "  2  the config or an option is wrong; nothing was written\n"
        "  75 stopped by SIGTERM or SIGUSR1 at a checkpoint; the same command goes on (adi)\n\n"
        "Environment:\n"
        "  CT_PROGRESS  \"terminal\" shows progress as on a terminal, \"plain\" by lines;\n"
        "               mpirun hides the terminal from the ranks\n"
        "  CT_SINGLETON 1: processes that srun or mpirun started without connecting them are\n"
        "               meant as runs of one rank each\n\n"
        "Config keys (section.key), in the YAML file or by --set:\n");
    ct_config_help(stdout, program->keys, program->key_count);
    if (program->more_help != NULL) {
        program->more_help(stdout);
    }
}

/* The row of an option given as "--name" or "--name=value"; sets *value in the second case. */
static const option_row *find_row(const char *given, const char **value) {
    size_t length = strcspn(given, "=");
    for (int i = 0; i < ROWS; i++) {
        if (strlen(rows[i].name) == length && strncmp(rows[i].name, given, length) == 0) {
            *value = given[length] == '=' ? given + length + 1 : NULL;
            return &rows[i];
        }
    }
    return NULL;
}

static ct_status take_events(const char *value, ct_options *options) {
    char *end = NULL;
    errno = 0;
    const long events = value != NULL ? strtol(value, &end, 10) : 0;
    if (end == NULL || errno != 0 || *end != '\0' || events < EVENTS_LEAST ||
        events > EVENTS_MOST) {
        return ct_raise(CT_ERROR_CONFIG, "--events: \"%s\"; allowed: %d to %d (see --help)",
                        ct_escaped(value), EVENTS_LEAST, EVENTS_MOST);
    }
    options->events = (int)events;
    return CT_OK;
}

static ct_status apply(const ct_program *program, const option_row *row, const char *value,
                       ct_options *options) {
    switch (row->id) {
    case SET:
        options->overrides[options->override_count++] = value;
        break;
    case GET:
        options->asked[options->asked_count++] = value;
        break;
    case REPORT:
        options->report = value;
        break;
    case TRACE:
        options->trace = value;
        break;
    case EVENTS:
        return take_events(value, options);
    case CHECK:
        options->check = true;
        break;
    case FORECAST:
        options->forecast = value;
        break;
    case EXPLAIN:
        options->explain = true;
        break;
    case QUIET:
        options->quiet = true;
        break;
    case HELP:
    case VERSION:
        options->leave = true;
        if (ct_launch_is_first()) {
            (row->id == HELP ? print_help : print_version)(program);
            return end_answer();
        }
        break;
    }
    return CT_OK;
}

static ct_status take_config(const char *given, ct_options *options) {
    if (options->config != NULL) {
        return ct_raise(CT_ERROR_CONFIG,
                        "\"%s\" and \"%s\" are two configs; allowed: one (see --help)",
                        ct_escaped(options->config), ct_escaped(given));
    }
    if (given[0] == '\0') {
        return ct_raise(CT_ERROR_CONFIG,
                        "the name of the config is empty; allowed: that of a YAML file (see "
                        "--help)");
    }
    options->config = given;
    return CT_OK;
}

static ct_status unknown_option(const char *given) {
    char excerpt[CT_EXCERPT_BYTES];
    char allowed[256] = "";
    ct_text_excerpt(given, excerpt);
    for (int i = 0; i < ROWS; i++) {
        ct_text_append(allowed, sizeof allowed, "%s%s", i > 0 ? ", " : "", rows[i].name);
    }
    return ct_raise(CT_ERROR_CONFIG, "%s: unknown option; allowed: %s (see --help)", excerpt,
                    allowed);
}

static ct_status take_option(const ct_program *program, int argc, char **argv, int *next,
                             ct_options *options) {
    const char *given = argv[*next];
    const char *value = NULL;
    const option_row *row = find_row(given, &value);
    if (row == NULL) {
        return unknown_option(given);
    }
    if (row->argument == NULL && value != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "%s: a value is given; allowed: %s (see --help)",
                        ct_escaped(given), row->name);
    }
    if (row->argument != NULL && value == NULL && *next + 1 < argc &&
        strncmp(argv[*next + 1], "--", 2) != 0) {
        value = argv[++*next];
    }
    if (row->argument != NULL && (value == NULL || *value == '\0')) {
        return ct_raise(CT_ERROR_CONFIG, "%s: a value is missing; allowed: %s %s (see --help)",
                        row->name, row->name, row->argument);
    }
    if (row->id != SET && row->id != GET && (options->given & 1u << row->id) != 0) {
        return ct_raise(CT_ERROR_CONFIG, "%s: given twice; allowed: once (see --help)", row->name);
    }
    options->given |= 1u << row->id;
    return apply(program, row, value, options);
}

ct_status ct_options_parse(const ct_program *program, int argc, char **argv, ct_options *options) {
    ct_status status = CT_OK;
    bool options_ended = false;
    *options = (ct_options){0};
    options->overrides = calloc((size_t)argc + 1, sizeof *options->overrides);
    options->asked = calloc((size_t)argc + 1, sizeof *options->asked);
    if (options->overrides == NULL || options->asked == NULL) {
        CT_FAIL(CT_ERROR_MEMORY, "no memory for the command line");
    }
    for (int next = 1; next < argc && !options->leave; next++) {
        if (!options_ended && strcmp(argv[next], "--") == 0) {
            options_ended = true;
        } else if (!options_ended && argv[next][0] == '-' && argv[next][1] != '\0') {
            CT_TRY(take_option(program, argc, argv, &next, options));
        } else {
            CT_TRY(take_config(argv[next], options));
        }
    }
    if (options->config == NULL && !options->leave) {
        CT_FAIL(CT_ERROR_CONFIG,
                "no config is given; allowed: %s CONFIG.yaml [options] (see --help)",
                program->name);
    }
cleanup:
    if (status != CT_OK) {
        ct_options_free(options);
    }
    return status;
}

void ct_options_free(ct_options *options) {
    free(options->overrides);
    free(options->asked);
    options->overrides = NULL;
    options->asked = NULL;
    options->override_count = 0;
    options->asked_count = 0;
}

static ct_status print_asked(const ct_program *program, const ct_options *options,
                             const void *config) {
    for (size_t i = 0; i < options->asked_count; i++) {
        char *text = NULL;
        ct_status status =
            ct_config_get(program->keys, program->key_count, config, options->asked[i], &text);
        if (status != CT_OK) {
            return status;
        }
        if (ct_launch_is_first()) {
            (void)printf("%s\n", text);
        }
        free(text);
    }
    return end_answer();
}

ct_status ct_program_start(const ct_program *program, MPI_Comm comm, int argc, char **argv,
                           ct_options *options, void *config, char **config_text) {
    ct_status status = CT_OK;
    CT_TRY(ct_options_parse(program, argc, argv, options));
    if (options->leave) {
        goto cleanup;
    }
    options->leave = options->asked_count > 0;
    /* A job script asks before its ranks are started. */
    CT_TRY(options->leave ? CT_OK : ct_launch_check(comm));
    CT_TRY(ct_config_load(comm, options->config, program->keys, program->key_count,
                          options->overrides, options->override_count, config));
    if (options->leave) {
        CT_TRY(ct_agree(comm, print_asked(program, options, config)));
        goto cleanup;
    }
    CT_TRY(ct_agree(comm, ct_config_text(program->keys, program->key_count, config, config_text)));
cleanup:
    return status;
}

int ct_exit_status(const ct_program *program, ct_status status) {
    if (status == CT_OK) {
        return 0;
    }
    if (ct_launch_is_first()) {
        (void)fflush(stdout);
        (void)fprintf(stderr, "%s: error: %s\n", program->name, ct_error_message());
        if (status == CT_ERROR_INTERNAL) {
            (void)fprintf(stderr, "This is a defect of Cornerturn, found at %s.\n",
                          ct_error_origin());
        }
    }
    return status == CT_ERROR_CONFIG ? 2 : 1;
}
