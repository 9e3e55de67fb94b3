/* exchange list: the tables of algorithms and machines. */
#include "apps/exchange/schedules/list.h"

#include "apps/exchange/print/table.h"
#include "apps/exchange/request/values.h"
#include "base/fail.h"

#include <string.h>

static const char symbols[] =
    "Costs: P ranks, d = log2 P, m bytes of a block (of a vector, where packets move), lambda "
    "start-up "
    "of a message, tau time of a byte, delta distance, rho time of a byte of a local permutation "
    "(--transit shuffled), Q barrier (--sync phase), lambda' and tau' inside a node, other letters "
    "parameters. In full duplex and with one port a rank unless more are named; \"exchange price\" "
    "counts what it comes to on a machine, E being an empty exchange (--sync pairwise). "
    "\"exchange list --machines\" has their values on some machines.";

enum { INDENT = 14 }; /* where the right column begins */

/* "hypercube, mesh: sizes in words". */
static void print_topologies(FILE *out, const ct_algorithm *algorithm) {
    char text[512] = "any topology";
    size_t used = 0;
    for (int kind = 0; algorithm->topologies != 0 && ct_topology_kind_name(kind) != NULL; kind++) {
        if ((algorithm->topologies & 1u << kind) != 0) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used == 0 ? "" : ", ",
                                     ct_topology_kind_name(kind));
        }
    }
    used = strlen(text);
    (void)snprintf(text + used, sizeof text - used, ": %s", algorithm->sizes);
    (void)fprintf(out, "  runs on     ");
    exchange_wrap(out, INDENT, INDENT, text);
}

static void print_parameter(FILE *out, const ct_parameter *parameter, bool is_first) {
    int column = INDENT + (int)strlen(parameter->name) + 4;
    (void)fprintf(out, "  %-10s  --%s  ", is_first ? "parameters" : "", parameter->name);
    exchange_wrap(out, column, column, parameter->summary);
    (void)fprintf(out, "%*s", column, "");
    exchange_wrap(out, column, column, parameter->allowed);
}

static void print_algorithm(FILE *out, const ct_algorithm *algorithm) {
    (void)fprintf(out, "%s: %s\n", algorithm->name, algorithm->summary);
    (void)fprintf(out, "  delivers    %s\n", ct_pattern_name(ct_algorithm_delivers(algorithm)));
    print_topologies(out, algorithm);
    if (algorithm->parameters[0] == NULL) {
        (void)fprintf(out, "  parameters  none\n");
    }
    for (int i = 0; algorithm->parameters[i] != NULL; i++) {
        print_parameter(out, algorithm->parameters[i], i == 0);
    }
    (void)fprintf(out, "  cost        ");
    exchange_wrap(out, INDENT, INDENT, algorithm->formula);
    (void)fprintf(out, "  source      ");
    exchange_wrap(out, INDENT, INDENT, algorithm->source);
}

static ct_status list_machines(FILE *out) {
    for (int i = 0; ct_machine_at(i) != NULL; i++) {
        (void)fputs(i == 0 ? "" : "\n", out);
        ct_status status = ct_machine_write(out, ct_machine_at(i));
        if (status != CT_OK) {
            return status;
        }
    }
    return CT_OK;
}

ct_status exchange_list(const exchange_request *request, FILE *out) {
    ct_topology topology = ct_topology_flat(1);
    const char *where = request->given[OPTION_TOPOLOGY];
    int listed = 0;
    ct_status status = CT_OK;
    if (request->given[OPTION_MACHINES] != NULL && where != NULL) {
        return ct_raise(CT_ERROR_CONFIG,
                        "--topology %s, --machines: expected one of them, machines are the same "
                        "on every topology",
                        where);
    }
    if (request->given[OPTION_MACHINES] != NULL) {
        return list_machines(out);
    }
    if (where != NULL) {
        CT_TRY(exchange_topology(request, &topology));
    }
    for (int i = 0; ct_algorithm_at(i) != NULL; i++) {
        const ct_algorithm *algorithm = ct_algorithm_at(i);
        if (where == NULL || ct_algorithm_can_run(algorithm, &topology)) {
            (void)fputs(listed++ > 0 ? "\n" : "", out);
            print_algorithm(out, algorithm);
        }
    }
    (void)fputc('\n', out);
    exchange_wrap(out, 0, 0, symbols);
cleanup:
    return status;
}
