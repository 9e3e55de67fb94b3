#include "apps/exchange/request/help.h"

#include "apps/exchange/print/table.h"
#include "apps/exchange/request/options.h"
static void print_options(FILE *out, const exchange_command *command) {
    for (int i = 0; i < OPTIONS; i++) {
        if ((exchange_known_options(command) & 1u << i) != 0) {
            char form[64];
            (void)snprintf(form, sizeof form, "%s%s%s%s%s", exchange_options[i].name,
                           exchange_options[i].alias != NULL ? ", " : "",
                           exchange_options[i].alias != NULL ? exchange_options[i].alias : "",
                           exchange_options[i].argument != NULL ? " " : "",
                           exchange_options[i].argument != NULL ? exchange_options[i].argument
                                                                : "");
            (void)fprintf(out, "  %-22s  ", form);
            exchange_wrap(out, 26, 26, exchange_options[i].help);
        }
    }
    if (command != NULL && command->parameters) {
        (void)fprintf(out, "  %-22s  %s\n", "--PARAMETER VALUE",
                      "of the algorithm, such as --partition 3,3 (\"exchange list\" has them)");
    }
}

static void print_usage(FILE *out, const exchange_command *command) {
    (void)fprintf(out, "Usage: %sexchange %s", command->parallel ? "mpirun -n P " : "",
                  command->name);
    for (int i = 0; i < OPTIONS; i++) {
        if ((command->needed & 1u << i) != 0) {
            (void)fprintf(out, " %s%s%s", exchange_options[i].name,
                          exchange_options[i].argument != NULL ? " " : "",
                          exchange_options[i].argument != NULL ? exchange_options[i].argument : "");
        }
    }
    (void)fprintf(out, "%s [options]\n\n", command->parameters ? " [--PARAMETER VALUE ..]" : "");
}

static void print_commands(FILE *out, const exchange_command *commands, bool parallel) {
    for (const exchange_command *c = commands; c->name != NULL; c++) {
        if (c->parallel == parallel) {
            (void)fprintf(out, "  %-6s  %s\n", c->name, c->summary);
        }
    }
}

void exchange_help(FILE *out, const exchange_command *commands, const exchange_command *command) {
    if (command != NULL) {
        print_usage(out, command);
        (void)fprintf(out, "%s: %s.\n%s\nOptions:\n", command->name, command->summary,
                      command->details);
        print_options(out, command);
        return;
    }
    (void)fprintf(out, "Usage: exchange COMMAND [options]\n\n"
                       "Every way to exchange data between ranks, as data: what there is, which is "
                       "best, whether\nit is right, what it costs, what it looks like. Runs "
                       "anywhere, without mpirun.\n\nCommands:\n");
    print_commands(out, commands, false);
    (void)fprintf(out, "\nCommands for \"mpirun -n P exchange COMMAND\", which exchange "
                       "data:\n");
    print_commands(out, commands, true);
    (void)fprintf(out, "\nOptions:\n");
    print_options(out, NULL);
    (void)fprintf(out, "\n\"exchange COMMAND --help\" lists the options of a command.\n\n"
                       "Exit status:\n"
                       "  0  all went well\n"
                       "  1  a schedule or an exchange is wrong, a file cannot be read or written, "
                       "memory ran out\n"
                       "  2  the command line is wrong, or asks for what does not exist\n");
}
