#include "apps/exchange/request/parse.h"

#include "apps/exchange/request/options.h"
#include "base/escape.h"
#include "base/fail.h"
#include "files/paths.h"

#include <string.h>
#include <sys/stat.h>

const exchange_command *exchange_find_command(const exchange_command *commands, int argc,
                                              char **argv) {
    for (const exchange_command *c = commands; argc > 1 && c->name != NULL; c++) {
        if (strcmp(c->name, argv[1]) == 0) {
            return c;
        }
    }
    return NULL;
}

/* The option written as "--name", "--name=value" or an alias, among those known; OPTIONS: none. */
static exchange_option find_option(unsigned known, const char *given, const char **value) {
    size_t length = strcspn(given, "=");
    for (int i = 0; i < OPTIONS; i++) {
        bool is_alias =
            exchange_options[i].alias != NULL && strcmp(exchange_options[i].alias, given) == 0;
        bool is_name = strlen(exchange_options[i].name) == length &&
                       strncmp(exchange_options[i].name, given, length) == 0;
        if ((known & 1u << i) != 0 && (is_alias || is_name)) {
            *value = given[length] == '=' ? given + length + 1 : NULL;
            return (exchange_option)i;
        }
    }
    return OPTIONS;
}

static void add(char *text, size_t bytes, const char *part) {
    size_t used = strlen(text);
    (void)snprintf(text + used, bytes - used, "%s%s", used > 0 ? ", " : "", part);
}

static ct_status unknown_option(const exchange_command *command, const char *given) {
    char allowed[512] = "";
    for (int i = 0; i < OPTIONS; i++) {
        if ((exchange_known_options(command) & 1u << i) != 0) {
            add(allowed, sizeof allowed, exchange_options[i].name);
        }
    }
    return ct_raise(CT_ERROR_CONFIG, "\"%s\" is no option here; allowed: %s", given, allowed);
}

static ct_status take_setting(exchange_request *request, const char *name, const char *value) {
    for (int i = 0; i < request->setting_count; i++) {
        if (strcmp(request->settings[i].name, name) == 0) {
            return ct_raise(CT_ERROR_CONFIG, "--%s is given twice", name);
        }
    }
    if (request->setting_count == CT_PARAMETERS_MOST) {
        return ct_raise(CT_ERROR_CONFIG, "--%s: no algorithm has more than %d parameters", name,
                        CT_PARAMETERS_MOST);
    }
    request->settings[request->setting_count++] = (ct_setting){.name = name, .text = value};
    return CT_OK;
}

/* One algorithm more. */
static ct_status ask(exchange_request *request, const char *text) {
    if (request->asked_count == EXCHANGE_ASKED_MOST || strlen(text) >= EXCHANGE_TEXT) {
        return ct_raise(CT_ERROR_CONFIG, "--algorithm %.64s: at most %d, of %d characters each",
                        text, EXCHANGE_ASKED_MOST, EXCHANGE_TEXT - 1);
    }
    memcpy(request->asked[request->asked_count++], text, strlen(text) + 1);
    request->given[OPTION_ALGORITHM] = text;
    return CT_OK;
}

/* A parameter of the algorithm asked for last. */
static ct_status ask_parameter(exchange_request *request, const char *name, const char *value) {
    char *text = request->asked[request->asked_count - 1];
    size_t used = strlen(text);
    int needed = snprintf(text + used, EXCHANGE_TEXT - used, " --%s %s", name, value);
    return used + (size_t)needed < EXCHANGE_TEXT
               ? CT_OK
               : ct_raise(CT_ERROR_CONFIG, "--%s %.64s: too long", name, value);
}

static ct_status take(exchange_request *request, int argc, char **argv, int *next) {
    const exchange_command *command = request->command;
    char *given = argv[*next];
    const char *value = NULL;
    exchange_option option = find_option(exchange_known_options(command), given, &value);
    bool is_setting = option == OPTIONS && command != NULL && command->parameters &&
                      (!command->several || request->asked_count > 0) &&
                      strncmp(given, "--", 2) == 0 && given[2] != '\0';
    if (option == OPTIONS && !is_setting) {
        return unknown_option(command, given);
    }
    if (is_setting && strchr(given, '=') != NULL) { /* the name ends where the value begins */
        char *equals = strchr(given, '=');
        *equals = '\0';
        value = equals + 1;
    }
    bool takes_value = is_setting || exchange_options[option].argument != NULL;
    if (!takes_value && value != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "%s has no value", exchange_options[option].name);
    }
    if (takes_value && value == NULL && *next + 1 < argc &&
        strncmp(argv[*next + 1], "--", 2) != 0) {
        value = argv[++*next];
    }
    if (takes_value && (value == NULL || *value == '\0')) {
        return ct_raise(CT_ERROR_CONFIG, "%s: a value is missing%s%s", given,
                        is_setting ? "" : ": ", is_setting ? "" : exchange_options[option].help);
    }
    if (is_setting) {
        return command->several ? ask_parameter(request, given + 2, value)
                                : take_setting(request, given + 2, value);
    }
    if (option == OPTION_ALGORITHM && command->several && value != NULL) {
        return ask(request, value);
    }
    if (request->given[option] != NULL) {
        return ct_raise(CT_ERROR_CONFIG, "%s is given twice", exchange_options[option].name);
    }
    request->given[option] = takes_value ? value : "";
    return CT_OK;
}

static ct_status unknown_command(const exchange_command *commands, const char *given) {
    char known[256] = "";
    for (const exchange_command *c = commands; c->name != NULL; c++) {
        add(known, sizeof known, c->name);
    }
    return given == NULL
               ? ct_raise(CT_ERROR_CONFIG, "a command is missing; there are %s (see --help)", known)
               : ct_raise(CT_ERROR_CONFIG, "there is no command \"%s\"; there are %s", given,
                          known);
}

/* Pictures are SVG: a name that says otherwise, such as x.png, would mislead. */
static ct_status check_picture(const exchange_request *request, exchange_option option) {
    static const char ending[] = ".svg";
    const char *path = request->given[option];
    struct stat there;
    size_t length = path == NULL ? 0 : strlen(path);
    if (path == NULL || (stat(path, &there) == 0 && !S_ISREG(there.st_mode)) || /* /dev/null */
        (length >= strlen(ending) && strcmp(path + length - strlen(ending), ending) == 0)) {
        return CT_OK;
    }
    return ct_raise(CT_ERROR_CONFIG,
                    "%s %s: expected a name that ends in %s, the only format written",
                    exchange_options[option].name, ct_escaped(path), ending);
}

static ct_status check_files(const exchange_request *request) {
    static const exchange_option files[] = {OPTION_MACHINE, OPTION_SCHEDULE, OPTION_TUNING,
                                            OPTION_PLOT,    OPTION_CSV,      OPTION_TRACE,
                                            OPTION_OUTPUT};
    enum { FILES = sizeof files / sizeof *files };
    ct_path_use uses[FILES];
    struct stat there;
    for (int i = 0; i < FILES; i++) {
        const exchange_option option = files[i];
        const char *path = request->given[option];
        const bool is_name = option == OPTION_MACHINE && path != NULL && stat(path, &there) != 0;
        uses[i] = (ct_path_use){exchange_options[option].name, is_name ? NULL : path,
                                option == OPTION_MACHINE || option == OPTION_SCHEDULE ? CT_PATH_READ
                                : option == OPTION_TUNING ? CT_PATH_SHARED
                                                          : CT_PATH_WRITTEN};
    }
    return ct_paths_check(uses, FILES);
}

ct_status exchange_parse(const exchange_command *commands, int argc, char **argv,
                         exchange_request *request) {
    ct_status status = CT_OK;
    *request = (exchange_request){.commands = commands,
                                  .command = exchange_find_command(commands, argc, argv)};
    if (argc < 2 || (request->command == NULL && argv[1][0] != '-')) {
        return unknown_command(commands, argc < 2 ? NULL : argv[1]);
    }
    for (int next = request->command == NULL ? 1 : 2; next < argc; next++) {
        CT_TRY(take(request, argc, argv, &next));
        if (request->given[OPTION_HELP] != NULL || request->given[OPTION_VERSION] != NULL) {
            return CT_OK;
        }
    }
    for (int i = 0; i < OPTIONS; i++) {
        if ((request->command->needed & 1u << i) != 0 && request->given[i] == NULL) {
            CT_FAIL(CT_ERROR_CONFIG, "%s is missing: %s", exchange_options[i].name,
                    exchange_options[i].help);
        }
    }
    CT_TRY(check_picture(request, OPTION_PLOT));
    CT_TRY(check_files(request));
    CT_TRY(request->command->draws ? check_picture(request, OPTION_OUTPUT) : CT_OK);
cleanup:
    return status;
}
